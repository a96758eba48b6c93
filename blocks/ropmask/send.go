package ropmask

import (
	"math/bits"

	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// step is the set of components read from the registers in one cycle.
type step struct {
	vector hdl.Bits // the vector to read, 3
	first  hdl.Bits // its components to send, 4
	second hdl.Bits // those of vector 1 to send after them, 4; unused if packed once
}

func (s step) any() hdl.Bits { return s.first.Or(s.second).ReduceOr() }

// steps lists what a pixel can send, in transmit order.
func (p *pixelShader) steps(route Route) []step {
	var list []step
	for i, slot := range route.Slots {
		s := step{vector: hdl.Const(hdl.IndexWidth(isa.Vectors), i), first: slot.Update, second: hdl.Const(isa.Components, 0)}
		switch {
		case p.config.Embodiment == isa.PerTarget:
			// For each slot, its vector, and in dual-source mode vector 1 after it.
			s.vector = lib.Gate(route.Mrt, s.vector)
			s.second = lib.Gate(slot.Dual, route.Second)
		case i == 0: // Packed once, vector by vector: outside MRT mode vectors 0
			s.first = hdl.Mux(route.Mrt, slot.Update, sharedUpdate(route))
		case i == 1: // and 1 for all targets.
			s.first = hdl.Mux(route.Mrt, slot.Update, route.Second)
		default:
			s.first = lib.Gate(route.Mrt, slot.Update)
		}
		list = append(list, s)
	}
	return list
}

// stepComponents is the largest number of components read in a cycle.
func (c Config) stepComponents() int {
	if c.Embodiment == isa.PerTarget {
		return 2 * isa.Components
	}
	return isa.Components
}

// groupComponents is the number of components in a group, which is sent in one packet or several.
func (c Config) groupComponents() int { return max(c.Lanes, c.stepComponents()) }

// groupsWaiting is how many groups may wait to be sent. Several small pixels are
// packed while a large one is sent or written.
func (c Config) groupsWaiting() int {
	if c.Embodiment == isa.PerTarget {
		return 10
	}
	return 8
}

// send reads complete pixels out of the registers, one step per cycle, packs
// the components to send into groups, and sends these in packets.
func (p *pixelShader) send(m *hdl.Module, registers banks, complete hdl.Source[header], released hdl.Bits) {
	m = m.Scope("send")
	route := complete.Data.Route
	of := allocate(m, complete.Data.OutputMap)
	start := m.Reg("start", registerBits) // the pixel's register 0
	freed := m.Reg("freed", of.total.Width())

	turn, now := chooseStep(m, p.steps(route))

	// Components for several targets are read from the registers once, and then
	// from a copy, so that the registers are free for other pixels.
	fire := m.Wire("fire", 1)
	reuses, useCopy := hdl.Const(1, 0), hdl.Const(1, 0)
	if p.config.Embodiment == isa.PerTarget {
		reuses, useCopy = m.Named("reuses_vector", route.Mrt.Not()), m.Reg("use_copy", 1)
	}
	// fetch reads the components of a vector to send, in order.
	fetch := func(name string, base, generated, sent hdl.Bits) []hdl.Bits {
		words := registers.read(m, name, start.Add(base))
		if p.config.Embodiment == isa.PerTarget {
			for i, word := range words {
				kept := m.Reg(indexed(name+"_copy", i), componentBits, hdl.NoReset())
				m.If(fire.And(useCopy.Not()), func() { kept.Set(word) })
				words[i] = hdl.Mux(useCopy, kept, word)
			}
		}
		keep := hdl.Pack(operands(compact(generated, bitsOf(sent)))...)
		return compact(m.Named(name+"_keep", keep), words)
	}
	base := m.Named("base", hdl.Select(now.vector, of.base[:]))
	generated := m.Named("generated", hdl.Select(now.vector, of.generated[:]))
	read := fetch("component", base, generated, now.first)
	size := m.Named("size", count(hdl.Cat(now.second, now.first)))
	if p.config.Embodiment == isa.PerTarget {
		read = behind(read, count(now.first), fetch("other", of.base[1], of.generated[1], now.second))
	}

	// The route goes with the first step, or before it.
	routed := m.Reg("route_sent", 1) // the pixel's route has been sent
	valid := m.Named("valid", complete.Valid.And(routed.Or(p.Routes.Ready)))
	last := m.Named("last", turn.Last)
	groups, goes := p.pack(m, valid, last, read, size)
	fire.Set(valid.And(goes))
	done := m.Named("done", fire.And(last))
	p.Routes.Send(complete.Valid.And(routed.Not()), route)
	complete.Ready.Set(done)
	turn.take(m, fire, done)
	routed.Set(done.Not().And(routed.Or(p.Routes.Fire())))

	// Registers become free in order, vector by vector.
	end := m.Named("end", base.Add(count(generated).ZeroExtend(base.Width())))
	upTo := m.Named("up_to", hdl.Mux(last.Or(reuses), of.total, end))
	released.Set(lib.Gate(fire, upTo.Sub(freed)))
	m.If(fire, func() { freed.Set(lib.Gate(last.Not(), upTo)) })
	m.If(done, func() { start.Set(start.Add(of.total)) })
	if p.config.Embodiment == isa.PerTarget {
		m.If(fire, func() { useCopy.Set(reuses.And(last.Not())) })
	}

	p.split(m, groups)
	conventional := m.Reg("conventional_count", counterBits)
	p.Conventional.Set(conventional)
	m.If(done, func() {
		conventional.Set(conventional.Add(conventionalOf(of).ZeroExtend(counterBits)))
	})
}

// chooseStep serves the steps that read something, one after the other; now is the current step.
func chooseStep(m *hdl.Module, list []step) (turn turns, now step) {
	var wanted []hdl.Operand
	for _, s := range list {
		wanted = append(wanted, s.any())
	}
	turn = newTurns(m, wanted)
	var vectors, firsts, seconds []hdl.Bits
	for _, s := range list {
		vectors, firsts, seconds = append(vectors, s.vector), append(firsts, s.first), append(seconds, s.second)
	}
	return turn, step{
		vector: m.Named("vector", hdl.Select(turn.Index, vectors)),
		first:  m.Named("first", lib.Gate(turn.Some, hdl.Select(turn.Index, firsts))),
		second: m.Named("second", lib.Gate(turn.Some, hdl.Select(turn.Index, seconds))),
	}
}

// pack collects the components of a pixel's steps until they fill a group, or the pixel ends. It takes a step in each
// cycle: if part of a pixel's last step no longer fits into a group, it is sent as a separate group while the next
// pixel's first step is taken. A step offered in a cycle in which goes is 1 is taken.
func (p *pixelShader) pack(m *hdl.Module, valid, last hdl.Bits, step []hdl.Bits, size hdl.Bits) (groups hdl.Source[packet], goes hdl.Bits) {
	m = m.Scope("pack")
	n := p.config.groupComponents()
	width := hdl.CountWidth(2 * n)
	held := make([]hdl.Bits, max(n-1, len(step)))
	for i := range held {
		held[i] = m.Reg(indexed("held", i), componentBits, hdl.NoReset())
	}
	level := m.Reg("level", hdl.CountWidth(len(held)))
	flush := m.Reg("flush", 1) // the rest of a pixel is being held

	queue := hdl.Instance(m, "groups", lib.NewFIFO(packetShape(n), p.config.groupsWaiting()))
	hdl.Unused(queue.Level)

	joined := behind(held, level, step)
	added := lib.Gate(valid, size).ZeroExtend(width)
	total := m.Named("total", lib.Gate(flush.Not(), level.ZeroExtend(width)).Add(added))
	full := m.Named("full", flush.Not().And(total.Ge(n)))
	ends := m.Named("pixel_ends", valid.And(last).And(total.Le(n)).And(flush.Not())) // the pixel ends with this group
	emit := m.Named("emit", flush.Or(full).Or(ends.And(total.Ne(0))))
	goes = m.Named("step_ready", emit.Not().Or(queue.Push.Ready))

	send := packet{Data: joined[:n], Count: hdl.Mux(flush, level.ZeroExtend(width), hdl.Mux(full, n, total)).Truncate(hdl.CountWidth(n))}
	queue.Push.Send(emit, send)

	remaining := m.Named("remaining", total.Sub(hdl.Mux(full, hdl.Const(width, n), lib.Gate(ends, total))))
	m.If(goes, func() {
		level.Set(remaining.Truncate(level.Width()))
		m.If(valid.Or(flush), func() { flush.Set(valid.And(last).And(remaining.Ne(0))) })
		for i := range held {
			var next hdl.Bits
			next = joined[i]
			if n+i < len(joined) {
				next = hdl.Mux(full, joined[n+i], next)
			}
			if i < len(step) {
				next = hdl.Mux(flush, step[i], next)
			}
			held[i].Set(next)
		}
	})
	return queue.Pop, goes
}

// split sends a group in packets of lanes components.
func (p *pixelShader) split(m *hdl.Module, groups hdl.Source[packet]) {
	lanes, n := p.config.Lanes, p.config.groupComponents()
	out := groups.Data
	end := hdl.Const(1, 1)
	if lanes < n {
		m = m.Scope("split")
		part := m.Reg("part", hdl.IndexWidth(n/lanes))
		sent := part
		if lanes > 1 {
			sent = hdl.Cat(part, hdl.Const(bits.TrailingZeros(uint(lanes)), 0))
		}
		remaining := m.Named("remaining", out.Count.Sub(sent.ZeroExtend(out.Count.Width())))
		end = m.Named("end", remaining.Le(lanes))
		out.Count = hdl.Mux(end, remaining, lanes).Truncate(hdl.CountWidth(lanes))
		out.Data = nil
		for lane := range lanes {
			var list []hdl.Bits
			for i := lane; i < n; i += lanes {
				list = append(list, groups.Data.Data[i])
			}
			out.Data = append(out.Data, hdl.Select(part, list))
		}
		m.If(p.Packets.Fire(), func() { part.Set(lib.Gate(end.Not(), part.Add(1))) })
	}
	p.Packets.Send(groups.Valid, out)
	groups.Ready.Set(p.Packets.Ready.And(end))
	sent := m.Reg("sent_count", counterBits)
	p.Sent.Set(sent)
	m.If(p.Packets.Fire(), func() { sent.Set(sent.Add(out.Count.ZeroExtend(counterBits))) })
}

// conventionalOf is 4 for each vector with any generated component.
func conventionalOf(of allocation) hdl.Bits {
	var any []hdl.Operand
	for _, mask := range of.generated {
		any = append(any, mask.ReduceOr())
	}
	return hdl.Cat(count(hdl.Pack(any...)), hdl.Const(bits.TrailingZeros(isa.Components), 0))
}
