package hdl

import "posedge/hdl/ir"

// Instance puts a child component into the module, describes it at once, and
// returns it, so that its inputs can be set and its outputs read. A child
// belongs to one place. The child's signals are named name_port in the parent.
// After a mistake the result is a stand-in for c, so that the description can
// go on.
func Instance[C Component](m *Module, name string, c C) C {
	at := here()
	d := m.d
	if !d.open(at, "an instance") {
		return standIn(c, false)
	}
	full := m.named(name)
	child, ports := d.ctx.describe(c, at)
	if child == nil {
		return standIn(c, d.ctx.owns(c))
	}
	named := d.claim(full, "instance", at)
	inst := &ir.Instance{Name: full, Module: child.ir, At: at.at}
	d.instances[inst] = &circumstances{inBranch: d.block != &d.ir.Body}
	groups := map[string]*group{}
	clocks := len(child.ir.Ports) - len(ports) // they come first; UseImplicitDomain joins them
	for i, p := range ports {
		kind := ir.InstanceInput
		if p.value.port.kind == ir.Output {
			kind = ir.InstanceOutput
		}
		net := &ir.Signal{Name: full + "_" + p.name, Kind: kind, Width: p.value.width, At: at.at}
		if named && ir.ValidName(p.name) == nil {
			d.claim(net.Name, "a port of instance "+full, at)
		}
		d.group(groups, p, net, inst)
		p.value.port.outer, p.value.port.out = net, d
		inst.Conns = append(inst.Conns, ir.Conn{Port: child.ir.Ports[clocks+i], Net: net})
	}
	d.ir.Instances = append(d.ir.Instances, inst)
	return c
}
