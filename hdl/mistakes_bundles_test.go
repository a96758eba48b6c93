package hdl_test

import (
	"math"

	"posedge/hdl"
)

// bundleMistakes are mistakes with bundles and streams.
var bundleMistakes = []mistake{
	{"what is no bundle", func() error {
		return in(func(m *hdl.Module, p *pins) {
			hdl.RegOf(m, "r0", struct{ x hdl.Bits }{hdl.Width(1)})       // want: bundle struct { x hdl.Bits } has an unexported field x; a bundle has only exported fields
			hdl.RegOf(m, "r1", struct{ X, Y hdl.Bits }{X: hdl.Width(1)}) // want: field Y of shape struct { X hdl.Bits; Y hdl.Bits } is zero; give it a width with hdl.Width(n)
			hdl.RegOf(m, "r2", struct{ X []hdl.Bits }{})                 // want: X is empty; a bundle's arrays and slices have at least one element
			hdl.WireOf(m, "r3", struct{ N int }{3})                      // want: N is a Go int; a bundle holds hdl.Bits, structs, arrays and slices of them
			hdl.WireOf(m, "r4", struct{}{})                              // want: the value: bundle struct {} has no fields
			hdl.WireOf(m, "r5", hdl.Bits{})                              // want: the shape is zero; give it a width with hdl.Width(n)
			hdl.WireOf[any](m, "r6", nil)                                // want: the value is a Go interface {}; a bundle holds hdl.Bits, structs, arrays and slices of them
			hdl.WireOf(m, "r8", struct{ S hdl.Signed }{p.A.Signed()})    // want: S is an hdl.Signed; a bundle holds hdl.Bits, which .Signed() reads as signed
			hdl.WireOf(m, "r7", p.Pair)                                  // want: the value is a port (hdl.InOf[posedge/hdl_test.pair]); a bundle holds hdl.Bits
		})
	}},
	{"shapes from tags", func() error {
		return in(func(m *hdl.Module, p *pins) {
			type untagged struct {
				X hdl.Bits `doc:"no width"` // want: field X of hdl_test.untagged: it has no tag width; give it a number or a name in the Widths, as in `width:"8"` (called from posedge/hdl/@+2)
			}
			hdl.WireOf(m, "s0", hdl.Shape[untagged](nil))
			type unknown struct {
				X hdl.Bits `width:"8"`
				Y hdl.Bits `width:"lanes"` // want: field Y of hdl_test.unknown: its tag names lanes, which is not in the Widths; they have items, lane (called from posedge/hdl/@+2)
			}
			hdl.WireOf(m, "s1", hdl.Shape[unknown](hdl.Widths{"lane": 4, "items": 2}))
			type empty struct {
				X, Y hdl.Bits `width:"0"` // want: field X of hdl_test.empty: a width is at least 1, not 0 (called from posedge/hdl/@+2)
			}
			hdl.WireOf(m, "s2", hdl.Shape[empty](nil))
			type inner struct {
				X hdl.Bits `width:"x"`
			}
			type outer struct {
				In inner `width:"8"` // want: field In of hdl_test.outer: it is a bundle, whose fields have their own widths; leave out its tag width (called from posedge/hdl/@+2)
			}
			hdl.WireOf(m, "s3", hdl.Shape[outer](hdl.Widths{"x": 3}))
			hdl.WireOf(m, "s4", hdl.Shape[inner](hdl.Widths{"x": 3, "y": 4})) // want: no field of hdl_test.inner names y in its tag; leave it out of the Widths
			hdl.WireOf(m, "s5", hdl.Shape[hdl.Bits](nil))                     // want: Shape takes a struct whose fields have tags, not hdl.Bits; the shape of n bits is hdl.Width(n)
		})
	}},
	{"slices in shapes from tags", func() error {
		return in(func(m *hdl.Module, p *pins) {
			type list struct {
				X []hdl.Bits `width:"8"` // want: field X of hdl_test.list: it has no tag len; give it a number or a name in the Widths, as in `len:"8"` (called from posedge/hdl/@+2)
			}
			hdl.WireOf(m, "s6", hdl.Shape[list](nil))
			type none struct {
				X []hdl.Bits `width:"8" len:"n"` // want: field X of hdl_test.none: a slice in a bundle has 1 to 65536 elements, not 0 (called from posedge/hdl/@+2)
			}
			hdl.WireOf(m, "s7", hdl.Shape[none](hdl.Widths{"n": 0}))
			type huge struct {
				X []hdl.Bits `width:"8" len:"n"` // want: field X of hdl_test.huge: a slice in a bundle has 1 to 65536 elements, not 9223372036854775807 (called from posedge/hdl/@+2)
			}
			hdl.WireOf(m, "s8", hdl.Shape[huge](hdl.Widths{"n": math.MaxInt}))
			type long struct {
				X [2]hdl.Bits `width:"8" len:"2"` // want: field X of hdl_test.long: it is no slice; leave out its tag len (called from posedge/hdl/@+2)
			}
			hdl.WireOf(m, "s9", hdl.Shape[long](nil))
			type tree struct {
				X    hdl.Bits `width:"8"`
				Next []tree   `len:"1"` // want: field Next of hdl_test.tree: a bundle cannot hold others of its own type (called from posedge/hdl/@+2)
			}
			hdl.WireOf(m, "s10", hdl.Shape[tree](nil))
		})
	}},
	{"bundles of slices that differ in length", func() error {
		return in(func(m *hdl.Module, p *pins) {
			two := hdl.WireOf(m, "two", []hdl.Bits{hdl.Width(8), hdl.Width(8)})
			hdl.Set(two, []hdl.Bits{p.A.Bits})                                             // want: two bundles of type []hdl.Bits have 2 and 1 leaves: their slices differ in length
			hdl.MuxOf(p.C, two, []hdl.Bits{p.A.Bits})                                      // want: two bundles of type []hdl.Bits have 2 and 1 leaves: their slices differ in length
			hdl.Set(hdl.RegOf(m, "r", two, hdl.ResetTo([]hdl.Bits{hdl.Const(8, 1)})), two) // want: register r has 2 leaves, its ResetTo 1: their slices differ in length
			hdl.Unflatten([]hdl.Bits{hdl.Width(3)}, p.A.Bits)                              // want: Unflatten: the shape is 3 bits, a is 8 bits (declared at @ports); both must be equally wide
			hdl.Set(hdl.RegOf(m, "s", two), two)
			p.Q.Set(two[1])
		})
	}},
	{"selecting", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.Q.Set(hdl.Select(p.C, []hdl.Bits{p.A.Bits, p.A.Bits, p.A.Bits})) // want: c of 1 bit (declared at @ports) cannot reach 3 entries; widen the index to 2 bits
			p.Q.Set(hdl.Select(p.C, []hdl.Bits{p.A.Bits, p.B.Bits}))           // want: Select: a is 8 bits (declared at @ports), b is 4 bits (declared at @ports); widths never change silently, extend or truncate one side
			p.Q.Set(hdl.Select(p.C, []pair{}).X)                               // want: Select needs at least one entry
		})
	}},
	{"a stream from the wrong side", func() error {
		return in(func(m *hdl.Module, p *pins) {
			p.In.From(p.Out)            // want: in_valid is an input of pins (made at @streams): its parent or the test sets it; inside it can only be read
			p.In.Send(p.C, p.Pair.Data) // want: in_valid is an input of pins (made at @streams): its parent or the test sets it; inside it can only be read
			p.Out.From(nil)             // want: From takes a stream, not nil
			p.Out.From(p.In)
		})
	}},
	{"streams of a child that are left open", func() error {
		return in(func(m *hdl.Module, p *pins) {
			a := hdl.Instance(m, "first", newQueue()) // want: stream pop of instance first is never taken: its Ready is not set; connect it with From, or set Ready
			a.Push.From(p.In)
			p.Q.Set(a.Pop.Data.X)
			b := hdl.Instance(m, "second", newQueue()) // want: stream push of instance second is never fed; connect it with From, or Send to it
			p.Out.From(b.Pop)
		})
	}},
}

// memoryMistakes are mistakes with registers and memories.
var memoryMistakes = []mistake{
	{"reset values", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.Reg("r0", 8, hdl.NoReset(), hdl.ResetTo(1)).Set(p.A)                                       // want: register r0 has both NoReset and ResetTo; choose one
			m.Reg("r1", 8, hdl.ResetTo(256)).Set(p.A)                                                    // want: reset value of r1: 256 needs 9 bits and does not fit 8 bits
			m.Reg("r2", 8, hdl.ResetTo(hdl.Const(4, 1))).Set(p.A)                                        // want: reset value of r2 is 4 bits, not 8 bits
			m.Reg("r3", 8, hdl.ResetTo(p.A)).Set(p.A)                                                    // want: reset value of r3 must be a Go integer or a Const, not a hardware value
			hdl.Set(hdl.RegOf(m, "r4", pairShape, hdl.ResetTo(0)), p.Pair.Data)                          // want: register r4: ResetTo takes a hdl_test.pair of Consts, not a Go int
			hdl.Set(hdl.RegOf(m, "r5", pairShape, hdl.ResetTo(p.Pair.Data), hdl.NoReset()), p.Pair.Data) // want: register r5 has both NoReset and ResetTo; choose one
		})
	}},
	{"memories", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", hdl.Width(8), 5)
			p.Q.Set(mem.Read(p.B))                                    // want: memory mem of 5 words (declared at @-1) takes an address of 3 bits, b is 4 bits (declared at @ports); extend or truncate it
			mem.Write(8, p.A.Bits)                                    // want: 8 needs 4 bits and does not fit an address of memory mem of 5 words (declared at @-2)
			mem.Write(2, p.B.Bits)                                    // want: memory mem has words of 8 bits (declared at @-3), cannot be written with b of 4 bits (declared at @ports); extend or truncate it
			mem.ReadReg("data", p.B.Truncate(3), p.A, hdl.ReadFirst)  // want: a condition is 1 bit, a is 8 bits (declared at @ports); compare it, or use ReduceOr
			mem.ReadReg("more", p.B.Truncate(3), true, hdl.ReadFirst) // want: a Go bool is not a value: it is known when the design is described; use a 1-bit Bits, or a Go if
			mem.ReadReg("other", 0, 1, 7)                             // want: 7 is not a read mode; choose ReadFirst, WriteFirst or Forbidden
			hdl.NewMem(m, "none", hdl.Width(8), 0)                    // want: memory none has 0 words; it needs at least 1 and at most 134217728
		})
	}},
	{"more memory than a design may have", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", hdl.Width(65), 1<<26+1) // want: with memory mem of 67108865 words of 65 bits the memories of the design have more than 134217728 words of 64 bits, the most that it may have
			p.Q.Set(mem.Read(0).Truncate(8))
		})
	}},
	{"a memory that is refused is told once", func() error {
		return in(func(m *hdl.Module, p *pins) {
			large := hdl.NewMem(m, "large", hdl.Width(8), 1<<28) // want: memory large has 268435456 words; it needs at least 1 and at most 134217728
			addr := m.Reg("addr", 28)
			addr.Set(addr.Add(1))
			p.Q.Set(large.Read(addr))
			p.Q.Set(large.ReadReg("data", addr, p.C, hdl.ReadFirst))
			m.Wire("next", large.AddrWidth()).Set(addr)
			large.Write(addr, p.A.Bits)
			large.WriteMasked(addr, p.A.Bits, p.C.Bits)
			none := hdl.NewMem(m, "none", hdl.Width(8), -1) // want: memory none has -1 words; it needs at least 1 and at most 134217728
			none.Init([]hdl.Bits{hdl.Const(8, 1), hdl.Const(8, 2)})
			p.Q.Set(none.Read(p.A))
		})
	}},
	{"contents of a memory", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", hdl.Width(8), 2)
			mem.Init([]hdl.Bits{hdl.Const(8, 1), hdl.Const(8, 2), hdl.Const(8, 3)}) // want: memory mem has 2 words (declared at @-1), 3 are given
			mem.Init([]hdl.Bits{hdl.Const(8, 1), hdl.Const(9, 2)})                  // want: word 1 of mem (declared at @-2) is 9 bits, not 8 bits
			mem.Init([]hdl.Bits{p.A.Bits})                                          // want: word 0 of mem (declared at @-3) must be a Go integer or a Const, not a hardware value
			mem.Init([]hdl.Bits{hdl.Const(8, 256)})                                 // want: constant 256 needs 9 bits and does not fit 8 bits
			p.Q.Set(mem.Read(0))
		})
	}},
	{"masks and contents", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", hdl.Width(8), 16, hdl.NoInit())
			mem.WriteMasked(p.B, p.A.Bits, p.A.Truncate(3)) // want: memory mem has words of 8 bits (declared at @-1), which a mask of 3 bits does not divide into lanes of equal width
			mem.Init([]hdl.Bits{hdl.Const(8, 1)})           // want: memory mem has the option NoInit (declared at @-2): it has no contents at power-on; leave out one of the two
			p.Q.Set(mem.Read(p.B))
		})
	}},
	{"memories of no shape", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", pair{}, 2) // want: field X of shape hdl_test.pair is zero; give it a width with hdl.Width(n)
			mem.Write(0, mem.Read(1))
			p.Q.Set(mem.ReadReg("data", 0, 1, hdl.ReadFirst).X)
		})
	}},
	{"a memory that is not made", func() error {
		return in(func(m *hdl.Module, p *pins) {
			var mem *hdl.Mem[hdl.Bits]
			mem.Write(0, p.A.Bits) // want: Describe of pins uses a zero or nil value of package hdl; make it with its constructor
		})
	}},
	{"an index of a memory", func() error {
		return in(func(m *hdl.Module, p *pins) {
			mem := hdl.NewMem(m, "mem", hdl.Width(8), 2)
			p.Q.Set(mem.Read(p.A))                    // want: memory mem of 2 words (declared at @-1) takes an address of 1 bit, a is 8 bits (declared at @ports); extend or truncate it
			mem.Write(p.B, p.A.Bits)                  // want: memory mem of 2 words (declared at @-2) takes an address of 1 bit, b is 4 bits (declared at @ports); extend or truncate it
			mem.ReadReg("r", p.A, p.C, hdl.ReadFirst) // want: memory mem of 2 words (declared at @-3) takes an address of 1 bit, a is 8 bits (declared at @ports); extend or truncate it
			one := hdl.NewMem(m, "one", hdl.Width(1), 1)
			m.Wire("w", 1).Set(one.Read(1)) // want: memory one has the words 0 to 0 (declared at @-1), there is no word 1
			one.Write(0, p.B.Bits)          // want: memory one has words of 1 bit (declared at @-2), cannot be written with b of 4 bits (declared at @ports); extend or truncate it
		})
	}},
}
