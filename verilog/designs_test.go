package verilog_test

import (
	"math/big"

	"posedge/hdl/ir"
)

// Small designs as an engineer would describe them; their Verilog is golden.

func counter() *ir.Module {
	b := module("counter", "counts the cycles in which enable is high, modulo 256.")
	enable := b.input("enable", 1, "count this cycle")
	value := b.output("value", 8, "the count so far")
	count := b.reg("count", 8, 0)
	b.add(b.when(enable, b.set(count, b.plus(count, num(8, 1)))))
	b.add(b.set(value, count))
	return b.m
}

func fifo(width, logSize int) *ir.Module {
	b := module("fifo", "is a queue between two valid/ready streams.")
	pushValid := b.input("push_valid", 1, "push_data is offered")
	pushReady := b.output("push_ready", 1, "push_data is taken")
	pushData := b.input("push_data", width)
	popValid := b.output("pop_valid", 1, "pop_data is offered")
	popReady := b.input("pop_ready", 1, "pop_data is taken")
	popData := b.output("pop_data", width)
	mem := b.mem("mem", width, 1<<logSize)
	wr, rd := b.reg("wr", logSize+1, 0), b.reg("rd", logSize+1, 0)
	b.add(b.set(pushReady, b.bin(ir.OpNe, b.bin(ir.OpSub, wr, rd), num(logSize+1, 1<<logSize))))
	b.add(b.set(popValid, b.bin(ir.OpNe, wr, rd)))
	b.add(b.set(popData, b.read(mem, b.slice(rd, logSize-1, 0))))
	b.add(b.when(b.and(pushValid, pushReady),
		b.write(mem, b.slice(wr, logSize-1, 0), pushData),
		b.set(wr, b.plus(wr, num(logSize+1, 1)))))
	b.add(b.when(b.and(popValid, popReady), b.set(rd, b.plus(rd, num(logSize+1, 1)))))
	return b.m
}

func job() *ir.Module {
	b := module("job", "takes requests from a queue for a hundred cycles after start.")
	start := b.input("start", 1, "begin a job")
	reqValid := b.input("req_valid", 1)
	reqReady := b.output("req_ready", 1)
	reqData := b.input("req_data", 14)
	outValid := b.output("out_valid", 1)
	outReady := b.input("out_ready", 1)
	unit, addr := b.output("out_unit", 2), b.output("out_addr", 12)
	done := b.output("done", 1, "the job has ended")

	queue := b.instance("queue", fifo(14, 2))
	ticks := b.instance("ticks", counter())
	states := &ir.Enum{Name: "state", Values: []ir.EnumValue{
		{Name: "IDLE", Value: big.NewInt(0)}, {Name: "BUSY", Value: big.NewInt(1)}, {Name: "DONE", Value: big.NewInt(2)}}}
	state := b.reg("state", 2, 0)
	state.Signal.Enum = states
	busy := b.eq(state, num(2, 1))
	b.add(
		b.set(queue["push_valid"], b.and(reqValid, busy)),
		b.set(reqReady, b.and(queue["push_ready"], busy)),
		b.set(queue["push_data"], reqData),
		b.set(outValid, queue["pop_valid"]),
		b.set(queue["pop_ready"], outReady),
		b.set(unit, b.slice(queue["pop_data"], 13, 12)),
		b.set(addr, b.slice(queue["pop_data"], 11, 0)),
		b.set(ticks["enable"], busy),
		b.set(done, num(1, 0)),
	)
	b.add(&ir.Switch{Subject: state, HasDefault: true, At: b.at(), Cases: []ir.Case{
		{Values: []*big.Int{big.NewInt(0)}, At: b.at(), Body: []ir.Stmt{b.when(start, b.set(state, num(2, 1)))}},
		{Values: []*big.Int{big.NewInt(1)}, At: b.at(), Body: []ir.Stmt{
			b.when(b.eq(ticks["value"], num(8, 100)), b.set(state, num(2, 2)))}},
		{Values: []*big.Int{big.NewInt(2)}, At: b.at(), Body: []ir.Stmt{b.set(done, num(1, 1)), b.set(state, num(2, 0))}},
	}, Default: []ir.Stmt{b.set(state, num(2, 0))}})
	return b.m
}

func arbiter() *ir.Module {
	b := module("arbiter", "grants one of four requests, the lowest first.")
	req := b.input("req", 4)
	grant := b.output("grant", 4, "one-hot")
	index := b.output("index", 2, "number of the granted request")
	any := b.output("busy", 1)
	b.add(b.set(grant, num(4, 0)), b.set(index, num(2, 0)))
	var chain []ir.Stmt
	for i := 3; i >= 0; i-- {
		s := b.when(b.slice(req, i, i), b.set(grant, num(4, 1<<i)), b.set(index, num(2, int64(i))))
		s.Else = chain
		chain = []ir.Stmt{s}
	}
	b.add(chain...)
	b.add(b.set(any, b.un(ir.OpReduceOr, grant)))
	return b.m
}

// datapath uses what needs care: products, signed shifts, shared sums, a wide
// mux, extension, and bits that nobody reads.
func datapath() *ir.Module {
	b := module("datapath", "is an arithmetic unit.")
	op := b.input("op", 3, "operation")
	x, y := b.input("x", 16), b.input("y", 16)
	amount := b.input("amount", 8)
	result := b.output("result", 16)
	flags := b.output("flags", 3, "negative, zero, carry")
	wide := b.output("wide", 32, "signed product")
	last := b.signal("last", 16, ir.Reg)
	sum := b.plus(b.cat(num(1, 0), x), b.cat(num(1, 0), y))
	diff := b.bin(ir.OpSub, x, y)
	shift := b.slice(amount, 4, 0)
	value := b.mux(op, b.slice(sum, 15, 0), diff, b.bin(ir.OpShrS, x, shift), b.bin(ir.OpShl, x, shift),
		b.mux(b.bin(ir.OpLtS, x, y), x, y), b.cat(num(11, 0), b.un(ir.OpPopCount, x)), last)
	b.add(b.set(result, value), b.set(last, value))
	b.add(b.set(flags, b.cat(b.slice(value, 15, 15), b.eq(value, num(16, 0)), b.slice(sum, 16, 16))))
	b.add(b.set(wide, b.bin(ir.OpMulS, x, y)))
	return b.m
}

// ram is a memory of a depth that is no power of two, with contents, and the
// three collision modes.
func ram(mode ir.Collision, width, depth, addrWidth int) *ir.Module {
	b := module("ram_"+mode.String(), "is a memory with one write and one registered read port.")
	we, waddr, wdata := b.input("we", 1), b.input("waddr", addrWidth), b.input("wdata", width)
	re, raddr := b.input("re", 1), b.input("raddr", addrWidth)
	rdata := b.output("rdata", width)
	mem := b.mem("mem", width, depth)
	b.add(b.when(we, b.write(mem, waddr, wdata)))
	b.add(b.set(rdata, b.readReg("rdata_q", mem, raddr, re, mode)))
	return b.m
}

// constantAddress writes a memory, and one of a single word, at constant addresses.
func constantAddress() *ir.Module {
	b := module("constant_address", "is a log of the last word and the word before a mark.")
	mark, x, addr := b.input("mark", 1), b.input("x", 8), b.input("addr", 2)
	mem, single := b.mem("mem", 8, 4, 7), b.mem("single", 8, 1)
	b.add(b.write(mem, num(2, 1), x), b.when(mark, b.write(mem, num(2, 2), x), b.write(single, mark, x), b.write(single, num(1, 0), x)))
	b.add(b.set(b.output("word", 8), b.read(mem, addr)), b.set(b.output("last", 8), b.read(single, num(1, 0))))
	return b.m
}
