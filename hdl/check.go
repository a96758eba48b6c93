package hdl

import "posedge/hdl/ir"

// Assert states a property of the design: cond (1 bit) is 1 in every cycle in
// which the conditions around the statement hold and the reset is 0. A
// simulation stops if it fails and names the line, the cycle and the values;
// in Verilog it is an assert between `ifdef FORMAL and `endif, which costs no
// hardware. Its name must differ from the signals' names.
func (m *Module) Assert(name string, cond Operand) { m.d.check(ir.Assert, m.named(name), cond, here()) }

// Assume states what the environment of the design guarantees: cond (1 bit) is 1,
// as with [Module.Assert]. A proof takes it as given; a simulation stops if it
// fails.
func (m *Module) Assume(name string, cond Operand) { m.d.check(ir.Assume, m.named(name), cond, here()) }

// Cover states that some run should reach a cycle in which cond (1 bit) is 1,
// the conditions around the statement hold and the reset is 0. It never fails a
// simulation; coverage and proofs report whether it was reached.
func (m *Module) Cover(name string, cond Operand) { m.d.check(ir.Cover, m.named(name), cond, here()) }

func (d *definition) check(kind ir.PropertyKind, name string, cond Operand, at site) {
	if !d.open(at, "a statement") {
		return
	}
	o := &op{where: at, mod: d}
	c := o.condition(cond)
	o.tell()
	d.claim(name, kind.String(), at)
	if o.fault == nil && !o.poison && c != nil {
		d.add(&ir.Property{Kind: kind, Name: name, Cond: c, At: at.at}, at)
	}
}
