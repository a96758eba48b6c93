package ropmask

import (
	"fmt"
	"math/bits"
	"strconv"

	"posedge/hdl"
	"posedge/hdl/lib"
)

const (
	componentBits = 32
	counterBits   = 32

	// Registers is the size of the shader's register file: two pixels of all
	// components, or more of fewer.
	Registers    = 2 * Vectors * Components
	registerBits = 6

	// pixelsUnderWay is how many complete pixels may wait to be sent: while one
	// pixel of eight packets is sent, eight of one vector come in.
	pixelsUnderWay = 8
)

// Beat is one vector of a pixel on its way into the unit.
type Beat struct {
	State  StateBits            // counts with the first beat of a pixel
	Vector hdl.Bits             `doc:"the index of the vector"`      // 3
	Color  [Components]hdl.Bits `doc:"R, G, B, A"`                   // 32 each
	Last   hdl.Bits             `doc:"the last vector of the pixel"` // 1
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
	Data  []hdl.Bits `doc:"components in transmit order, lane 0 first"` // lanes of 32
	Count hdl.Bits   `doc:"how many lanes count, 0 to all"`
	First hdl.Bits   `doc:"the first packet of a pixel"` // 1
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
func (p *PixelShader) ModuleName() string { return "ropmask_shader_" + p.config.Name() }

// ModuleDoc describes the part in its Verilog.
func (p *PixelShader) ModuleDoc() string {
	return fmt.Sprintf("Pixel shader side of the output map (US8922555): register allocation and packing, %d lanes, %v.", p.config.Lanes, p.config.Embodiment)
}

// header is what the shader keeps of a pixel until it has been sent.
type header struct {
	OutputMap hdl.Bits `doc:"word 18 of the shader program header"` // 32
	Route     Route
}

func headerShape() header {
	return header{OutputMap: hdl.Width(componentBits), Route: routeShape()}
}

// Describe is a register file that the pixels under way share, a ring: each
// takes as many registers as the output map enables components. Complete pixels
// wait in a queue to be sent.
func (p *PixelShader) Describe(m *hdl.Module) {
	if err := p.config.Check(); err != nil {
		m.Errorf("%v", err)
		return
	}
	selection := hdl.Instance(m, "selection", NewSelection())
	selection.State.Set(p.Pixels.Data.State)
	complete := hdl.Instance(m, "complete", lib.NewFIFO(headerShape(), pixelsUnderWay))
	hdl.Unused(complete.Level)

	var regs []hdl.Bits
	for i := range Registers {
		regs = append(regs, m.Reg(indexed("r", i), componentBits, hdl.NoReset()))
	}
	released := m.Wire("released", hdl.CountWidth(Registers)) // registers that become free in this cycle
	p.store(m, regs, selection.Route.Data, complete.Push, released)
	p.send(m, regs, complete.Pop, released)
}

// store takes the vectors of a pixel into the registers.
func (p *PixelShader) store(m *hdl.Module, regs []hdl.Bits, route Route, complete hdl.Sink[header], released hdl.Bits) {
	in := p.Pixels.Data
	first := m.Reg("first", 1, hdl.ResetTo(1)) // the next beat is the first of its pixel
	start := m.Reg("start", registerBits)      // the pixel's register 0
	free := m.Reg("free", hdl.CountWidth(Registers), hdl.ResetTo(Registers))
	arriving := hdl.RegOf(m, "arriving", headerShape(), hdl.NoReset())

	current := hdl.WireOf(m, "current", headerShape())
	hdl.Set(current, hdl.MuxOf(first, header{in.State.OutputMap, route}, arriving))

	// Register allocation: a component goes to the register whose number is the
	// count of generated components before it, counted from the pixel's start.
	numbers, total := lib.Rank(current.OutputMap)
	total = m.Named("generated", total)
	room := m.Named("room", free.Ge(total.ZeroExtend(free.Width())).Or(first.Not()))
	p.Pixels.Ready.Set(room.And(complete.Ready.Or(in.Last.Not())))
	take := m.Named("take", p.Pixels.Fire())
	complete.Send(p.Pixels.Valid.And(room).And(in.Last), current)

	var vectors, masks [Vectors]hdl.Bits
	for v := range Vectors {
		vectors[v] = numbers[Components*v]
		masks[v] = nibble(current.OutputMap, v)
	}
	base := m.Named("base", start.Add(hdl.Select(in.Vector, vectors[:])))
	mask := m.Named("mask", hdl.Select(in.Vector, masks[:]))
	before, _ := lib.Rank(mask)
	var number [Components]hdl.Bits
	for k := range Components {
		number[k] = m.Named(indexed("number", k), base.Add(before[k].ZeroExtend(registerBits)))
	}
	for r := range regs {
		data := in.Color[Components-1]
		var hits []hdl.Operand
		for k := range Components {
			hits = append(hits, mask.Bit(k).And(number[k].Eq(r)))
		}
		hit := m.Named(indexed("hit", r), hdl.Pack(hits...))
		for k := Components - 2; k >= 0; k-- {
			data = hdl.Mux(hit.Bit(k), in.Color[k], data)
		}
		m.If(take.And(hit.ReduceOr()), func() { regs[r].Set(data) })
	}

	m.If(take, func() {
		first.Set(in.Last)
		hdl.Set(arriving, current)
		m.If(in.Last, func() { start.Set(start.Add(total)) })
	})
	taken := lib.Gate(take.And(first), total.ZeroExtend(free.Width()))
	free.Set(free.Sub(taken).Add(released))
}

// send packs the components of a complete pixel, lanes at a time.
func (p *PixelShader) send(m *hdl.Module, regs []hdl.Bits, complete hdl.Source[header], released hdl.Bits) {
	lanes := p.config.Lanes
	outputMap, route := complete.Data.OutputMap, complete.Data.Route
	start := m.Reg("sending_start", registerBits) // the pixel's register 0

	numbers, generated := lib.Rank(outputMap)
	places := p.places(numbers, route)
	var chosen []hdl.Operand
	for _, x := range places {
		chosen = append(chosen, x.sent)
	}
	ranks, total := lib.Rank(m.Named("chosen", hdl.Pack(chosen...)))
	total = m.Named("total", total)

	// Packet b carries the components of rank b·lanes to b·lanes+lanes-1.
	laneBits := bits.TrailingZeros(uint(lanes))
	packet := m.Reg("packet", total.Width()-laneBits)
	data := make([]hdl.Bits, lanes)
	for lane := range data {
		rank := packet
		if laneBits > 0 {
			rank = hdl.Cat(packet, hdl.Const(laneBits, lane))
		}
		number := hdl.Const(registerBits, 0)
		for i, x := range places {
			number = number.Or(lib.Gate(x.sent.And(ranks[i].Eq(rank)), x.number))
		}
		register := m.Named(indexed("register", lane), start.Add(number))
		data[lane] = m.Named(indexed("lane", lane), hdl.Select(register, regs))
	}

	sentBefore := packet.ZeroExtend(total.Width()).Shl(laneBits)
	rest := m.Named("rest", total.Sub(sentBefore))
	last := m.Named("last", rest.Le(lanes))
	n := hdl.CountWidth(lanes)
	count := m.Named("count", hdl.Mux(last, rest.Truncate(n), hdl.Const(n, lanes)))
	p.Packets.Send(complete.Valid, Packet{Route: route, Data: data, Count: count, First: packet.Eq(0)})
	done := m.Named("done", p.Packets.Fire().And(last))
	complete.Ready.Set(done)
	released.Set(lib.Gate(done, generated.ZeroExtend(released.Width())))

	sent, conventional := m.Reg("sent_count", counterBits), m.Reg("conventional_count", counterBits)
	p.Sent.Set(sent)
	p.Conventional.Set(conventional)
	m.If(p.Packets.Fire(), func() {
		sent.Set(sent.Add(count.ZeroExtend(counterBits)))
		packet.Set(packet.Add(1))
	})
	m.If(done, func() {
		packet.Set(0)
		start.Set(start.Add(generated))
		conventional.Set(conventional.Add(conventionalOf(outputMap).ZeroExtend(counterBits)))
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
	sent   hdl.Bits // 1: the component is transmitted
	number hdl.Bits // the register that holds it, from the pixel's start
}

// places lists every component that a pixel can send, in transmit order.
// numbers has the register number of component k of vector v at 4v+k.
func (p *PixelShader) places(numbers []hdl.Bits, route Route) []place {
	register := func(v, k int) hdl.Bits { return numbers[Components*v+k] }
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
