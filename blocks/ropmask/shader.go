package ropmask

import (
	"fmt"
	"math/bits"
	"strconv"

	"posedge/hdl"
	"posedge/hdl/lib"
)

const (
	registers     = Vectors * Components // of one pixel
	componentBits = 32
	counterBits   = 32
)

// Beat is one vector of a pixel on its way into the unit.
type Beat struct {
	State  StateBits            // counts with the first beat of a pixel
	Vector hdl.Bits             // 3: the index of the vector
	Color  [Components]hdl.Bits // 32 each: R, G, B, A
	Last   hdl.Bits             // 1: the last vector of the pixel
}

func beatShape() Beat {
	b := Beat{State: stateShape(), Vector: hdl.Width(hdl.IndexWidth(Vectors)), Last: hdl.Width(1)}
	for k := range b.Color {
		b.Color[k] = hdl.Width(componentBits)
	}
	return b
}

// Packet is one beat over the crossbar: up to lanes components of one pixel.
type Packet struct {
	Route Route      // the same in all packets of a pixel
	Data  []hdl.Bits // lanes of 32: components in transmit order, lane 0 first
	Count hdl.Bits   // how many of them count
	First hdl.Bits   // 1: the first packet of a pixel
}

func packetShape(lanes int) Packet {
	p := Packet{Route: routeShape(), Count: hdl.Width(hdl.CountWidth(lanes)), First: hdl.Width(1)}
	for range lanes {
		p.Data = append(p.Data, hdl.Width(componentBits))
	}
	return p
}

// PixelShader is the unit's part in the pixel shader: it stores the generated
// components of a pixel in registers, packed by the output map, and sends those
// that the component update mask selects. While one pixel is sent the next one
// is stored.
type PixelShader struct {
	Pixels       hdl.Sink[Beat]     `doc:"the vectors of the pixels"`
	Packets      hdl.Source[Packet] `doc:"packed components, to the crossbar"`
	Sent         hdl.Out            `doc:"components sent since reset, modulo 2^32"`
	Conventional hdl.Out            `doc:"components that a shader without an output map would have sent, modulo 2^32"`

	config Config
}

// NewPixelShader makes the shader's part of the unit.
func NewPixelShader(config Config) *PixelShader {
	return &PixelShader{
		Pixels:       hdl.NewSink(beatShape()),
		Packets:      hdl.NewSource(packetShape(config.Lanes)),
		Sent:         hdl.Output(counterBits),
		Conventional: hdl.Output(counterBits),
		config:       config,
	}
}

// ModuleName is ropmask_shader with the configuration.
func (p *PixelShader) ModuleName() string { return "ropmask_shader_" + p.config.suffix() }

// ModuleDoc describes the part in its Verilog.
func (p *PixelShader) ModuleDoc() string {
	return fmt.Sprintf("Pixel shader side of the output map (US8922555): register allocation and packing, %d lanes, %v.", p.config.Lanes, p.config.Embodiment)
}

// bank holds one pixel between its arrival and its transmission.
type bank struct {
	full      hdl.Bits
	outputMap hdl.Bits
	route     Route
	regs      []hdl.Bits
}

// Describe is two banks of registers that take turns.
func (p *PixelShader) Describe(m *hdl.Module) {
	selection := hdl.Instance(m, "selection", NewSelection())
	selection.State.Set(p.Pixels.Data.State)

	var banks [2]bank
	for i := range banks {
		s := m.Scope(indexed("bank", i))
		banks[i] = bank{
			full:      s.Reg("full", 1),
			outputMap: s.Reg("output_map", componentBits, hdl.NoReset()),
			route:     hdl.RegOf(s, "route", routeShape(), hdl.NoReset()),
		}
		for r := range registers {
			banks[i].regs = append(banks[i].regs, s.Reg(indexed("r", r), componentBits, hdl.NoReset()))
		}
	}
	p.store(m, &banks, selection.Route.Data)
	p.send(m, &banks)
}

// store takes the vectors of a pixel into the bank that is being filled.
func (p *PixelShader) store(m *hdl.Module, banks *[2]bank, route Route) {
	in := p.Pixels.Data
	fill := m.Reg("fill", 1)                   // the bank being filled
	first := m.Reg("first", 1, hdl.ResetTo(1)) // the next beat is the first of its pixel
	filling := hdl.Select(fill, []hdl.Bits{banks[0].outputMap, banks[1].outputMap})
	outputMap := m.Named("output_map", hdl.Mux(first, in.State.OutputMap, filling))

	p.Pixels.Ready.Set(hdl.Select(fill, []hdl.Bits{banks[0].full, banks[1].full}).Not())
	take := m.Named("take", p.Pixels.Fire())

	// Register allocation: a component goes to the register whose number is the
	// count of generated components before it.
	numbers, _ := lib.Rank(outputMap)
	var vectors, masks [Vectors]hdl.Bits
	for v := range Vectors {
		vectors[v] = numbers[Components*v].Truncate(hdl.IndexWidth(registers))
		masks[v] = nibble(outputMap, v)
	}
	base := m.Named("base", hdl.Select(in.Vector, vectors[:]))
	mask := m.Named("mask", hdl.Select(in.Vector, masks[:]))
	before, _ := lib.Rank(mask)
	var number [Components]hdl.Bits
	for k := range Components {
		number[k] = m.Named(indexed("number", k), base.Add(before[k].ZeroExtend(base.Width())))
	}
	for r := range registers {
		var hits []hdl.Operand
		data := in.Color[Components-1]
		for k := Components - 1; k >= 0; k-- {
			hit := mask.Bit(k).And(number[k].Eq(r))
			hits = append(hits, hit)
			data = hdl.Mux(hit, in.Color[k], data)
		}
		write := m.Named(indexed("write", r), take.And(hdl.Pack(hits...).ReduceOr()))
		word := m.Named(indexed("word", r), data)
		for b := range banks {
			m.If(write.And(fill.Eq(b)), func() { banks[b].regs[r].Set(word) })
		}
	}
	m.If(take, func() {
		first.Set(in.Last)
		for b := range banks {
			m.If(fill.Eq(b), func() {
				m.If(first, func() {
					banks[b].outputMap.Set(in.State.OutputMap)
					hdl.Set(banks[b].route, route)
				})
				m.If(in.Last, func() { banks[b].full.Set(1) })
			})
		}
		m.If(in.Last, func() { fill.Set(fill.Not()) })
	})
}

// send packs the components of a full bank, lanes at a time.
func (p *PixelShader) send(m *hdl.Module, banks *[2]bank) {
	lanes := p.config.Lanes
	turn := m.Reg("turn", 1) // the bank being sent
	full := hdl.Select(turn, []hdl.Bits{banks[0].full, banks[1].full})
	outputMap := m.Named("sending_map", hdl.Select(turn, []hdl.Bits{banks[0].outputMap, banks[1].outputMap}))
	route := hdl.WireOf(m, "sending", routeShape())
	hdl.Set(route, hdl.MuxOf(turn, banks[1].route, banks[0].route))
	var regs []hdl.Bits
	for r := range registers {
		regs = append(regs, m.Named(indexed("sending_r", r), hdl.Mux(turn, banks[1].regs[r], banks[0].regs[r])))
	}

	places := p.places(outputMap, route)
	var chosen []hdl.Operand
	for _, x := range places {
		chosen = append(chosen, x.sent)
	}
	ranks, total := lib.Rank(m.Named("chosen", hdl.Pack(chosen...)))
	total = m.Named("total", total)

	// Packet b carries the components of rank b·lanes to b·lanes+lanes-1.
	laneBits := bits.TrailingZeros(uint(lanes))
	packets := total.Width() - laneBits
	packet := m.Reg("packet", packets)
	data := make([]hdl.Bits, lanes)
	for lane := range data {
		rank := packet
		if laneBits > 0 {
			rank = hdl.Cat(packet, hdl.Const(laneBits, lane))
		}
		register := hdl.Const(hdl.IndexWidth(registers), 0)
		for i, x := range places {
			hit := x.sent.And(ranks[i].Eq(rank))
			register = register.Or(gate(hit, x.register))
		}
		register = m.Named(indexed("register", lane), register)
		data[lane] = m.Named(indexed("lane", lane), hdl.Select(register, regs))
	}

	sentBefore := packet.ZeroExtend(total.Width()).Shl(laneBits)
	rest := m.Named("rest", total.Sub(sentBefore))
	last := m.Named("last", rest.Le(lanes))
	n := hdl.CountWidth(lanes)
	count := m.Named("count", hdl.Mux(last, rest.Truncate(n), hdl.Const(n, lanes)))
	p.Packets.Send(full, Packet{Route: route, Data: data, Count: count, First: packet.Eq(0)})

	sent, conventional := m.Reg("sent_count", counterBits), m.Reg("conventional_count", counterBits)
	p.Sent.Set(sent)
	p.Conventional.Set(conventional)
	m.If(p.Packets.Fire(), func() {
		sent.Set(sent.Add(count.ZeroExtend(counterBits)))
		packet.Set(packet.Add(1))
		m.If(last, func() {
			packet.Set(0)
			turn.Set(turn.Not())
			for b := range banks {
				m.If(turn.Eq(b), func() { banks[b].full.Set(0) })
			}
			conventional.Set(conventional.Add(conventionalOf(outputMap).ZeroExtend(counterBits)))
		})
	})
}

// conventionalOf is 4 for each vector of which anything is generated.
func conventionalOf(outputMap hdl.Bits) hdl.Bits {
	var any []hdl.Operand
	for v := range Vectors {
		any = append(any, nibble(outputMap, v).ReduceOr())
	}
	return hdl.Cat(count(hdl.Pack(any...)), hdl.Const(bits.TrailingZeros(Components), 0))
}

// place is a place in the transmit order.
type place struct {
	sent     hdl.Bits // 1: the component is transmitted
	register hdl.Bits // the register that holds it
}

// places lists every component that a pixel can send, in transmit order.
func (p *PixelShader) places(outputMap hdl.Bits, route Route) []place {
	numbers, _ := lib.Rank(outputMap)
	register := func(v, k int) hdl.Bits {
		return numbers[Components*v+k].Truncate(hdl.IndexWidth(registers))
	}
	var list []place
	if p.config.Embodiment == PerTarget {
		// For each slot its vector, and in dual-source mode vector 1 after it.
		for i, slot := range route.Slots {
			for k := range Components {
				list = append(list, place{slot.Update.Bit(k), hdl.Mux(route.Mrt, register(i, k), register(0, k))})
			}
			for k := range Components {
				list = append(list, place{slot.Dual.And(route.Second.Bit(k)), register(1, k)})
			}
		}
		return list
	}
	// Vector by vector; outside MRT mode vectors 0 and 1 for all targets.
	union := sharedUpdate(route)
	for v, slot := range route.Slots {
		var shared hdl.Bits
		switch v {
		case 0:
			shared = union
		case 1:
			shared = route.Second
		default:
			shared = hdl.Const(Components, 0)
		}
		update := hdl.Mux(route.Mrt, slot.Update, shared)
		for k := range Components {
			list = append(list, place{update.Bit(k), register(v, k)})
		}
	}
	return list
}

func indexed(name string, i int) string { return name + strconv.Itoa(i) }
