package irtest

import (
	"math/big"

	"posedge/hdl/ir"
)

// Counter counts the cycles in which enable is high.
func Counter(width int) Mod {
	m := Module("counter")
	enable := m.In("enable", 1)
	value := m.Out("value", width)
	count := m.Reg("count", width, 0)
	m.Add(When(Ref(enable), Put(count, Plus(Ref(count), Lit(width, 1)))))
	m.Set(value, Ref(count))
	return m
}

// Station has state of every kind, two instances of one module, and values
// above 64 bits.
func Station() Mod {
	c := Counter(5)
	m := Module("station")
	enable, wide := m.In("enable", 1), m.In("wide", 100)
	sum := m.Bare("sum", 100)
	left, right := m.Instance("left", c), m.Instance("right", c)
	log := m.Mem("log", 100, 6)
	table := m.Mem("table", 9, 3, Num(1), Num(2))
	m.Set(left["enable"], Ref(enable))
	m.Set(right["enable"], Slice(Ref(left["value"]), 0, 0))
	m.Set(sum, Plus(Ref(sum), Ref(wide)))
	m.Add(When(Ref(enable), Write(log, Slice(Ref(left["value"]), 2, 0), Ref(sum))))
	m.Drive("total", Ref(sum))
	m.Drive("count", Plus(Ref(left["value"]), Ref(right["value"])))
	m.Drive("past", Ref(m.ReadReg("old", log, ir.ReadFirst, Slice(Ref(right["value"]), 2, 0), Ref(enable))))
	m.Drive("entry", Read(table, Slice(Ref(left["value"]), 1, 0)))
	return m
}

// Crossing has state, checks and branches of two domains, and a counter in the second.
// No reader takes it yet; it shows what each makes of a domain.
func Crossing() Mod {
	m := Module("crossing")
	a, b := m.Domain("a"), m.Domain("b")
	d, ok := m.In("d", 4), m.In("ok", 1)
	reg := func(name string, of *ir.Domain) *ir.Signal {
		return m.Inner(&ir.Signal{Name: name, Kind: ir.Reg, Width: 4, Reset: Num(0), Domain: of})
	}
	sent, taken := reg("sent", a), reg("taken", b)
	log, seen := m.Mem("log", 4, 16), m.Mem("seen", 4, 16)
	m.Add(When(Ref(ok), Put(sent, Ref(d)), &ir.MemWrite{Mem: log, Addr: Ref(sent), Data: Ref(d), Domain: a}))
	m.Add(When(Ref(ok), Put(taken, Ref(sent)), &ir.MemWrite{Mem: seen, Addr: Ref(taken), Data: Ref(sent), Domain: b}))
	past := m.ReadReg("past", log, ir.Forbidden, Ref(taken), Lit(1, 1))
	m.Reads[0].Domain = b
	m.Add(&ir.Property{Kind: ir.Assert, Name: "sends", Cond: Ref(ok), Domain: a},
		&ir.Property{Kind: ir.Assert, Name: "follows", Cond: Ref(ok), Domain: b},
		&ir.Property{Kind: ir.Cover, Name: "takes", Cond: Ref(ok), Domain: b})
	ticks := m.Instance("ticks", Counter(4))
	for i, s := range []*ir.Signal{b.Clock, b.Reset} {
		m.Instances[0].Conns[i].Net = s
	}
	m.Set(ticks["enable"], Ref(ok))
	m.Drive("q", Cat(Ref(past), Ref(ticks["value"])))
	return m
}

// RAM has one write port, an asynchronous read and one registered read of the
// mode, all with addresses that reach past the end.
func RAM(width, depth int, mode ir.ReadMode, init ...*big.Int) Mod {
	m := Module("ram")
	we, wa, wd := m.In("we", 1), m.In("wa", 4), m.In("wd", width)
	re, ra := m.In("re", 1), m.In("ra", 4)
	x := m.Mem("mem", width, depth, init...)
	m.Add(When(Ref(we), Write(x, Ref(wa), Ref(wd))))
	m.Drive("now", Read(x, Ref(ra)))
	m.Drive("later", Ref(m.ReadReg("q", x, mode, Ref(ra), Ref(re))))
	return m
}
