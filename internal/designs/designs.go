package designs

import (
	"math/big"

	"posedge/hdl/ir"
)

// Small designs as an engineer would describe them; their Verilog is golden.

func Counter() *ir.Module {
	b := New("counter", "counts the cycles in which enable is high, modulo 256.")
	enable := b.Input("enable", 1, "count this cycle")
	value := b.Output("value", 8, "the count so far")
	count := b.Reg("count", 8, 0)
	b.Add(b.When(enable, b.Set(count, b.Plus(count, Num(8, 1)))))
	b.Add(b.Set(value, count))
	return b.Module
}

func Fifo(width, logSize int) *ir.Module {
	b := New("fifo", "is a queue between two valid/ready streams.")
	pushValid := b.Input("push_valid", 1, "push_data is offered")
	pushReady := b.Output("push_ready", 1, "push_data is taken")
	pushData := b.Input("push_data", width)
	popValid := b.Output("pop_valid", 1, "pop_data is offered")
	popReady := b.Input("pop_ready", 1, "pop_data is taken")
	popData := b.Output("pop_data", width)
	mem := b.Mem("mem", width, 1<<logSize)
	wr, rd := b.Reg("wr", logSize+1, 0), b.Reg("rd", logSize+1, 0)
	b.Add(b.Set(pushReady, b.Bin(ir.OpNe, b.Bin(ir.OpSub, wr, rd), Num(logSize+1, 1<<logSize))))
	b.Add(b.Set(popValid, b.Bin(ir.OpNe, wr, rd)))
	b.Add(b.Set(popData, b.Read(mem, b.Slice(rd, logSize-1, 0))))
	b.Add(b.When(b.And(pushValid, pushReady),
		b.Write(mem, b.Slice(wr, logSize-1, 0), pushData),
		b.Set(wr, b.Plus(wr, Num(logSize+1, 1)))))
	b.Add(b.When(b.And(popValid, popReady), b.Set(rd, b.Plus(rd, Num(logSize+1, 1)))))
	return b.Module
}

func Job() *ir.Module {
	b := New("job", "takes requests from a queue for a hundred cycles after start.")
	start := b.Input("start", 1, "begin a job")
	reqValid := b.Input("req_valid", 1)
	reqReady := b.Output("req_ready", 1)
	reqData := b.Input("req_data", 14)
	outValid := b.Output("out_valid", 1)
	outReady := b.Input("out_ready", 1)
	unit, addr := b.Output("out_unit", 2), b.Output("out_addr", 12)
	done := b.Output("done", 1, "the job has ended")

	queue := b.Instance("queue", Fifo(14, 2))
	ticks := b.Instance("ticks", Counter())
	states := &ir.Enum{Name: "state", Values: []ir.EnumValue{
		{Name: "IDLE", Value: big.NewInt(0)}, {Name: "BUSY", Value: big.NewInt(1)}, {Name: "DONE", Value: big.NewInt(2)}}}
	state := b.Reg("state", 2, 0)
	state.Signal.Enum = states
	busy := b.Eq(state, Num(2, 1))
	b.Add(
		b.Set(queue["push_valid"], b.And(reqValid, busy)),
		b.Set(reqReady, b.And(queue["push_ready"], busy)),
		b.Set(queue["push_data"], reqData),
		b.Set(outValid, queue["pop_valid"]),
		b.Set(queue["pop_ready"], outReady),
		b.Set(unit, b.Slice(queue["pop_data"], 13, 12)),
		b.Set(addr, b.Slice(queue["pop_data"], 11, 0)),
		b.Set(ticks["enable"], busy),
		b.Set(done, Num(1, 0)),
	)
	b.Add(&ir.Switch{Subject: state, HasDefault: true, At: b.At(), Cases: []ir.Case{
		{Values: []*big.Int{big.NewInt(0)}, At: b.At(), Body: []ir.Stmt{b.When(start, b.Set(state, Num(2, 1)))}},
		{Values: []*big.Int{big.NewInt(1)}, At: b.At(), Body: []ir.Stmt{
			b.When(b.Eq(ticks["value"], Num(8, 100)), b.Set(state, Num(2, 2)))}},
		{Values: []*big.Int{big.NewInt(2)}, At: b.At(), Body: []ir.Stmt{b.Set(done, Num(1, 1)), b.Set(state, Num(2, 0))}},
	}, Default: []ir.Stmt{b.Set(state, Num(2, 0))}})
	return b.Module
}

func Arbiter() *ir.Module {
	b := New("arbiter", "grants one of four requests, the lowest first.")
	req := b.Input("req", 4)
	grant := b.Output("grant", 4, "one-hot")
	index := b.Output("index", 2, "number of the granted request")
	any := b.Output("busy", 1)
	b.Add(b.Set(grant, Num(4, 0)), b.Set(index, Num(2, 0)))
	var chain []ir.Stmt
	for i := 3; i >= 0; i-- {
		s := b.When(b.Slice(req, i, i), b.Set(grant, Num(4, 1<<i)), b.Set(index, Num(2, int64(i))))
		s.Else = chain
		chain = []ir.Stmt{s}
	}
	b.Add(chain...)
	b.Add(b.Set(any, b.Un(ir.OpReduceOr, grant)))
	return b.Module
}

// Datapath uses what needs care: products, signed shifts, shared sums, a wide
// mux, extension, and bits that nobody reads.
func Datapath() *ir.Module {
	b := New("datapath", "is an arithmetic unit.")
	op := b.Input("op", 3, "operation")
	x, y := b.Input("x", 16), b.Input("y", 16)
	amount := b.Input("amount", 8)
	result := b.Output("result", 16)
	flags := b.Output("flags", 3, "negative, zero, carry")
	wide := b.Output("wide", 32, "signed product")
	last := b.Signal("last", 16, ir.Reg)
	sum := b.Plus(b.Cat(Num(1, 0), x), b.Cat(Num(1, 0), y))
	diff := b.Bin(ir.OpSub, x, y)
	shift := b.Slice(amount, 4, 0)
	value := b.Mux(op, b.Slice(sum, 15, 0), diff, b.Bin(ir.OpShrS, x, shift), b.Bin(ir.OpShl, x, shift),
		b.Mux(b.Bin(ir.OpLtS, x, y), x, y), b.Cat(Num(11, 0), b.Un(ir.OpPopCount, x)), last)
	b.Add(b.Set(result, value), b.Set(last, value))
	b.Add(b.Set(flags, b.Cat(b.Slice(value, 15, 15), b.Eq(value, Num(16, 0)), b.Slice(sum, 16, 16))))
	b.Add(b.Set(wide, b.Bin(ir.OpMulS, x, y)))
	return b.Module
}

// RAM is a memory whose depth need not be a power of two, with contents, in one of
// the three collision modes.
func RAM(mode ir.ReadMode, width, depth, addrWidth int) *ir.Module {
	b := New("ram_"+mode.String(), "is a memory with one write and one registered read port.")
	we, waddr, wdata := b.Input("we", 1), b.Input("waddr", addrWidth), b.Input("wdata", width)
	re, raddr := b.Input("re", 1), b.Input("raddr", addrWidth)
	rdata := b.Output("rdata", width)
	mem := b.Mem("mem", width, depth)
	b.Add(b.When(we, b.Write(mem, waddr, wdata)))
	b.Add(b.Set(rdata, b.ReadReg("rdata_q", mem, raddr, re, mode)))
	return b.Module
}

// ConstantAddress writes a memory, and one of a single word, at constant addresses.
func ConstantAddress() *ir.Module {
	b := New("constant_address", "is a log of the last word and the word before a mark.")
	mark, x, addr := b.Input("mark", 1), b.Input("x", 8), b.Input("addr", 2)
	mem, single := b.Mem("mem", 8, 4, 7), b.Mem("single", 8, 1)
	b.Add(b.Write(mem, Num(2, 1), x), b.When(mark, b.Write(mem, Num(2, 2), x), b.Write(single, mark, x), b.Write(single, Num(1, 0), x)))
	b.Add(b.Set(b.Output("word", 8), b.Read(mem, addr)), b.Set(b.Output("last", 8), b.Read(single, Num(1, 0))))
	return b.Module
}

// All returns each design once.
func All() []*ir.Module {
	return []*ir.Module{Counter(), Fifo(14, 2), Job(), Arbiter(), Datapath(),
		RAM(ir.ReadFirst, 8, 512, 9), RAM(ir.WriteFirst, 8, 600, 11), RAM(ir.Forbidden, 8, 3, 1), ConstantAddress()}
}
