package verilog_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/verilog"
)

// plan is a module of a random hierarchy: what it adds to its input, after what
// the modules below have made of it.
type plan struct {
	name       string
	width      int
	constant   int
	registered bool
	below      []*plan
}

// planned is an instance of a plan.
type planned struct {
	In  hdl.In
	Out hdl.Out

	*plan
}

func build(p *plan) *planned {
	return &planned{In: hdl.Input(p.width), Out: hdl.Output(p.width), plan: p}
}

func (p *planned) ModuleName() string { return p.name }

func (p *planned) Describe(m *hdl.Module) {
	x := p.In.Bits
	for i, below := range p.below {
		// As in a description by hand, an instance is named after what it is, and
		// not after how many stand before it.
		name := below.name
		if n := countOf(p.below[:i], below.name); n > 0 {
			name += fmt.Sprint("_", n)
		}
		inst := hdl.Instance(m, "the_"+name, build(below))
		inst.In.Set(resized(x, below.width))
		x = inst.Out.Bits
	}
	x = resized(x, p.width).Add(p.constant % (1 << p.width))
	r := m.Reg("r", p.width) // always: a clock that comes or goes is another port
	r.Set(x)
	hdl.Unused(r)
	if p.registered {
		x = r
	}
	p.Out.Set(x)
}

func countOf(list []*plan, name string) int {
	n := 0
	for _, p := range list {
		if p.name == name {
			n++
		}
	}
	return n
}

func resized(x hdl.Bits, n int) hdl.Bits {
	if x.Width() < n {
		return x.ZeroExtend(n)
	}
	return x.Truncate(n)
}

// files are the exported modules by name; false where the design is refused.
func files(t *testing.T, top *plan) (map[string]string, bool) {
	d, err := hdl.Elaborate(build(top))
	if err != nil {
		require.ErrorContains(t, err, "would be two different modules")
		return nil, false
	}
	list, err := verilog.Export(d.Top, verilog.Options{})
	require.NoError(t, err)
	byName := map[string]string{}
	for _, f := range list {
		byName[f.Name] = string(f.Content)
	}
	return byName, true
}

// body is a file without what its header says of paths that go through other
// modules.
func body(text string) string {
	head, rest, _ := strings.Cut(text, "`default_nettype none")
	head, _, _ = strings.Cut(head, "// Latency")
	return head + rest
}

// An edit anywhere changes the files of what was edited, and of what connects to
// a port that has changed. No other file moves or is named otherwise; of the
// modules above, the header says which paths there are.
func TestAnEditChangesOnlyTheFilesOfWhatChanged(t *testing.T) {
	accepted, refused := 0, 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		plans := []*plan{}
		for i := range 8 {
			p := &plan{name: fmt.Sprint("part", i), width: 1 + r.IntN(8), constant: r.IntN(256), registered: r.IntN(2) == 0}
			for range r.IntN(4) {
				if i > 0 {
					p.below = append(p.below, plans[r.IntN(i)])
				}
			}
			plans = append(plans, p)
		}
		top := &plan{name: "top", width: 8, below: plans}
		before, ok := files(t, top)
		require.True(t, ok)

		p := plans[r.IntN(len(plans))]
		edited := map[string]bool{p.name + ".v": true}
		switch r.IntN(5) {
		case 0: // another instance of a module, before or after the others
			if p == plans[0] {
				continue
			}
			other := plans[r.IntN(slices.Index(plans, p))]
			p.below = slices.Insert(slices.Clone(p.below), r.IntN(2)*len(p.below), other)
		case 1: // another form of a module, anywhere
			form := *plans[0]
			form.width, form.constant = 1+r.IntN(8), r.IntN(256)
			if r.IntN(2) == 0 {
				form.name = fmt.Sprintf("part0_%d_%d", form.width, form.constant)
			}
			p.below = slices.Insert(slices.Clone(p.below), r.IntN(1+len(p.below)), &form)
		case 2: // other contents
			p.constant += 1 + r.IntN(100)
		case 3: // another path through it
			p.registered = !p.registered
		case 4: // other ports
			p.width = 1 + p.width%8
			edited["top.v"] = true
			for _, above := range plans {
				if slices.Contains(above.below, p) {
					edited[above.name+".v"] = true
				}
			}
		}
		after, ok := files(t, top)
		if !ok {
			refused++
			continue
		}
		accepted++
		for name, text := range before {
			if !edited[name] {
				require.Equal(t, body(text), body(after[name]), "seed %d: %s, while %s was edited", seed, name, p.name)
			}
		}
	}
	assert.Greater(t, accepted, 100)
	assert.Greater(t, refused, 10)
}
