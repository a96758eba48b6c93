package sim_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

// designer draws well-typed designs. A smaller draw is a simpler design, so
// that rapid shrinks a failure to a small one.
type designer struct {
	t      *rapid.T
	m      mod
	name   int
	pool   []ir.Expr // what an expression may read now
	shared []ir.Expr
	mems   []*ir.Memory
}

func (d *designer) below(n int) int   { return rapid.IntRange(0, n-1).Draw(d.t, "n") }
func (d *designer) chance(n int) bool { return d.below(n) == n-1 }
func (d *designer) unique(s string) string {
	d.name++
	return fmt.Sprintf("%s%d", s, d.name)
}

func (d *designer) width() int {
	widths := []int{1, 2, 5, 8, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 200}
	return widths[d.below(len(widths))]
}

func (d *designer) number(width int) *big.Int {
	switch d.below(4) {
	case 0:
		return new(big.Int)
	case 1:
		return modulo(big.NewInt(-1), width)
	case 2:
		return modulo(num(uint64(d.below(8))), width)
	}
	return modulo(randomBig(rand.New(rand.NewPCG(rapid.Uint64().Draw(d.t, "value"), 0)), width), width)
}

func randomBig(r *rand.Rand, width int) *big.Int {
	v := new(big.Int)
	for range (width + 63) / 64 {
		v.Lsh(v, 64).Or(v, num(r.Uint64()))
	}
	return modulo(v, width)
}

// fit gives e another width.
func (d *designer) fit(e ir.Expr, width int) ir.Expr {
	switch have := e.Width(); {
	case have > width:
		lo := d.below(have - width + 1)
		return slice(e, lo+width-1, lo)
	case have < width:
		return cat(&ir.Const{Value: d.number(width - have), Bits: width - have}, e)
	}
	return e
}

func (d *designer) leaf(width int) ir.Expr {
	if len(d.pool) > 0 && !d.chance(4) {
		return d.fit(d.pool[d.below(len(d.pool))], width)
	}
	return &ir.Const{Value: d.number(width), Bits: width}
}

func (d *designer) expr(width, depth int) ir.Expr {
	e := d.fresh(width, depth)
	d.shared = append(d.shared, e)
	return e
}

func (d *designer) fresh(width, depth int) ir.Expr {
	if depth == 0 {
		return d.leaf(width)
	}
	depth--
	switch d.below(13) {
	case 0:
		return d.leaf(width)
	case 1:
		return un(ir.OpNot, d.expr(width, depth))
	case 2:
		op := ir.OpReduceAnd + ir.UnaryOp(d.below(4))
		return d.fit(un(op, d.expr(d.width(), depth)), width)
	case 3, 4:
		ops := []ir.BinaryOp{ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor}
		return bin(ops[d.below(len(ops))], d.expr(width, depth), d.expr(width, depth))
	case 5:
		op := ir.OpMul + ir.BinaryOp(d.below(2))
		return d.fit(bin(op, d.expr(d.width(), depth), d.expr(d.width(), depth)), width)
	case 6:
		w := d.width()
		op := ir.OpEq + ir.BinaryOp(d.below(int(ir.OpGeS-ir.OpEq)+1))
		return d.fit(bin(op, d.expr(w, depth), d.expr(w, depth)), width)
	case 7:
		op := ir.OpShl + ir.BinaryOp(d.below(3))
		return bin(op, d.expr(width, depth), d.expr(1+d.below(9), depth))
	case 8:
		return pick(d.expr(1, depth), d.expr(width, depth), d.expr(width, depth))
	case 9:
		index := d.expr(1+d.below(3), depth)
		var cases []ir.Expr
		for range 1 + d.below(1<<index.Width()) {
			cases = append(cases, d.expr(width, depth))
		}
		return pick(index, cases...)
	case 10:
		if width > 1 {
			cut := 1 + d.below(width-1)
			return cat(d.expr(cut, depth), d.expr(width-cut, depth))
		}
	case 11:
		if len(d.mems) > 0 {
			m := d.mems[d.below(len(d.mems))]
			return d.fit(read(m, d.expr(1+d.below(m.AddrWidth()+1), depth)), width)
		}
	case 12:
		if len(d.shared) > 0 {
			return d.fit(d.shared[d.below(len(d.shared))], width)
		}
	}
	return d.leaf(width)
}

// block sets some of the targets, and writes memories, under conditions.
func (d *designer) block(targets []*ir.Signal, depth int) []ir.Stmt {
	var body []ir.Stmt
	for range d.below(3) {
		switch k := d.below(5); {
		case k == 0 && len(d.mems) > 0:
			m := d.mems[d.below(len(d.mems))]
			body = append(body, write(m, d.expr(1+d.below(m.AddrWidth()+1), 1), d.expr(m.Width, 2)))
		case k == 1 && depth > 0:
			body = append(body, otherwise(when(d.expr(1, 1), d.block(targets, depth-1)...), d.block(targets, depth-1)...))
		case k == 2 && depth > 0:
			body = append(body, d.choice(targets, depth-1))
		case len(targets) > 0:
			x := targets[d.below(len(targets))]
			body = append(body, put(x, d.expr(x.Width, 3)))
		}
	}
	return body
}

func (d *designer) choice(targets []*ir.Signal, depth int) ir.Stmt {
	w := 1 + d.below(3)
	s := &ir.Switch{Subject: d.expr(w, 1)}
	values := rapid.Permutation(func() (all []int) {
		for v := range 1 << w {
			all = append(all, v)
		}
		return all
	}()).Draw(d.t, "cases")
	for len(values) > 0 && !d.chance(4) {
		n := 1 + d.below(len(values))
		c := ir.Case{Body: d.block(targets, depth)}
		for _, v := range values[:n] {
			c.Values = append(c.Values, num(uint64(v)))
		}
		s.Cases = append(s.Cases, c)
		values = values[n:]
	}
	if d.chance(2) {
		s.HasDefault, s.Default = true, d.block(targets, depth)
	}
	return s
}

// module draws a module; kids are definitions that it may instantiate.
func (d *designer) module(kids []mod) mod {
	d.m, d.pool, d.shared, d.mems = module(d.unique("m")), nil, nil, nil
	var regs []*ir.Signal
	use := func(s *ir.Signal) *ir.Signal {
		d.pool = append(d.pool, ref(s))
		return s
	}
	for range 1 + d.below(3) {
		use(d.m.in(d.unique("in"), d.width()))
	}
	for range d.below(4) {
		w := d.width()
		r := d.m.bare(d.unique("reg"), w)
		if d.chance(2) {
			r.Reset = d.number(w)
		}
		regs = append(regs, use(r))
	}
	for range d.below(3) {
		m := d.m.mem(d.unique("mem"), d.width(), 1+d.below(9))
		for range d.below(m.Depth + 1) {
			m.Init = append(m.Init, d.number(m.Width))
		}
		d.mems = append(d.mems, m)
	}
	// Addresses of registered reads come from the inputs and registers.
	before := len(d.pool)
	for _, m := range d.mems {
		for range d.below(3) {
			pool := d.pool
			d.pool, d.shared = d.pool[:before], nil
			addr, enable := d.expr(1+d.below(m.AddrWidth()+1), 1), d.expr(1, 1)
			d.pool = pool
			use(d.m.readReg(d.unique("data"), m, ir.Collision(d.below(2)), addr, enable))
		}
	}
	var groups [][]ir.Stmt
	group := func(targets []*ir.Signal) {
		var body []ir.Stmt
		for _, s := range targets {
			body = append(body, put(s, d.expr(s.Width, 3)))
		}
		groups = append(groups, append(body, d.block(append(targets[:len(targets):len(targets)], regs...), 2)...))
		for _, s := range targets {
			use(s)
		}
	}
	for range d.below(3) {
		if len(kids) > 0 && d.chance(2) {
			kid := kids[d.below(len(kids))]
			name := d.unique("u")
			nets := d.m.instance(name, kid)
			for _, p := range kid.Ports {
				if p.Kind == ir.Input {
					group([]*ir.Signal{nets[p.Name]})
				}
			}
			for _, p := range kid.Ports {
				if p.Kind == ir.Output {
					use(nets[p.Name])
				}
			}
			continue
		}
		var wires []*ir.Signal
		for range d.below(3) {
			wires = append(wires, d.m.wire(d.unique("w"), d.width()))
		}
		group(wires)
	}
	for range 1 + d.below(2) {
		group([]*ir.Signal{d.m.out(d.unique("out"), d.width())})
	}
	for _, g := range rapid.Permutation(groups).Draw(d.t, "order") {
		d.m.add(g...)
	}
	return d.m
}

func design(t *rapid.T) mod {
	d := &designer{t: t}
	var all []mod
	for range d.below(3) {
		all = append(all, d.module(all))
	}
	return d.module(all)
}

// A random design gives in every engine, with every pass on and each one off,
// the outputs that the IR means.
func TestRandomDesignsMeanWhatTheIRSays(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		rapid.Check(t, func(t *rapid.T) {
			m := design(t)
			require.NoError(t, ir.Check(m.Module))
			runs := []*sim.Simulation{}
			programs := []*sim.Program{}
			for _, without := range append(passNames(), "") {
				options := []sim.Option{sim.WithEngine(e)}
				if without != "" {
					options = append(options, sim.WithoutPass(without))
				}
				p, err := sim.Compile(m.Module, options...)
				require.NoError(t, err)
				programs = append(programs, p)
				runs = append(runs, p.New(sim.WithStateDigest()))
			}
			o := newOracle(m.Module, nil, nil)
			random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "stimulus"), 0))
			for cycle := range 12 {
				o.reset = cycle == 0 && random.IntN(2) == 0 || random.IntN(8) == 0
				drive(t, o, programs, runs, random)
				for i, s := range runs {
					for _, p := range m.Ports {
						port, err := programs[i].Port(p.Name)
						require.NoError(t, err)
						if want, got := o.signal(p), s.GetBig(port); want.Cmp(got) != 0 {
							require.Failf(t, "outputs differ", "cycle %d, run %d: %s is %x, not %x\n%s", cycle, i, p.Name, got, want, ir.Text(m.Module))
						}
					}
				}
				last := runs[len(runs)-1]
				checkInner(t, o, last, "")
				for _, s := range runs {
					require.NoError(t, s.Tick(1))
				}
				o.edge()
			}
			for _, s := range runs {
				require.Equal(t, runs[0].Digest(), s.Digest())
			}
		})
	})
}

// drive gives all readers the same random inputs.
func drive(t *rapid.T, o *oracle, programs []*sim.Program, runs []*sim.Simulation, random *rand.Rand) {
	for i, s := range runs {
		if rst, err := programs[i].Port("rst"); err == nil {
			require.NoError(t, s.SetBig(rst, truth(o.reset)))
		} else {
			o.reset = false
		}
	}
	for _, p := range o.module.Ports {
		if p.Kind != ir.Input {
			continue
		}
		v := randomBig(random, p.Width)
		switch random.IntN(6) {
		case 0:
			v = new(big.Int)
		case 1:
			v = modulo(big.NewInt(-1), p.Width)
		}
		o.inputs[p.Name] = v
		for i, s := range runs {
			port, err := programs[i].Port(p.Name)
			require.NoError(t, err)
			require.NoError(t, s.SetBig(port, v))
		}
	}
	o.forget()
}

// checkInner peeks at every signal and memory of the hierarchy.
func checkInner(t *rapid.T, o *oracle, s *sim.Simulation, path string) {
	o.module.AllSignals(func(x *ir.Signal) {
		v, err := s.PeekBig(path + x.Name)
		require.NoError(t, err)
		require.Equal(t, o.signal(x).String(), v.String(), path+x.Name)
	})
	for _, x := range o.module.Memories {
		words, err := s.DumpMemoryBig(path + x.Name)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(o.mems[x]), fmt.Sprint(words), path+x.Name)
	}
	for _, i := range o.module.Instances {
		checkInner(t, o.kids[i], s, path+i.Name+".")
	}
}
