package hdl_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl"
)

// body returns the statements of a module, as text, without the defaults that
// pins itself gives.
func body(t *testing.T, describe func(m *hdl.Module, p *pins)) string {
	t.Helper()
	var list []string
	for _, l := range strings.Split(textOf(elaborate(t, pinsOf(describe))), "\n") {
		switch word := strings.Fields(l + " x")[0]; word {
		case "module", "input", "output", "reg", "wire", "read", "instance", "memory", "end":
			if strings.HasPrefix(l, "    ") || word == "end" && strings.HasPrefix(l, "  ") {
				list = append(list, l[2:])
			}
		default:
			if strings.HasPrefix(l, "  ") && !strings.HasPrefix(l, "  q = 8'0") && !strings.HasPrefix(l, "  in_ready = ") && !strings.HasPrefix(l, "  out_") {
				list = append(list, l[2:])
			}
		}
	}
	return strings.Join(list, "\n")
}

func trim(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "\n\t\t", "\n") }

func TestIfAndSwitch(t *testing.T) {
	assert.Equal(t, trim(`
		if c
		  q = 8'1
		else
		  if (eq a 8'2)
		    q = 8'2
		  else
		    q = 8'3
		  end
		end
		switch b
		case 1
		  q = a
		case 2 3 f
		  if c
		    q = 8'4
		  end
		default
		  q = 8'5
		end`), body(t, func(m *hdl.Module, p *pins) {
		m.If(p.C, func() {
			p.Q.Set(1)
		}).ElseIf(p.A.Eq(2), func() {
			p.Q.Set(2)
		}).Else(func() {
			p.Q.Set(3)
		})
		m.Switch(p.B.Bits).
			Case(1, func() { p.Q.Set(p.A) }).
			Cases([]int{2, 3, 15}, func() { m.If(p.C, func() { p.Q.Set(4) }) }).
			Default(func() { p.Q.Set(5) })
	}))
}

// Defaults go first, in order; of several for one target the last counts; a
// target that is set unconditionally needs none.
func TestDefaults(t *testing.T) {
	assert.Equal(t, trim(`
		w = a
		v = 8'9
		if c
		  v = 8'3
		  w = 8'4
		end
		u = 8'5
		q = (add (add u v) w)`), body(t, func(m *hdl.Module, p *pins) {
		u, v, w := m.Wire("u", 8), m.Wire("v", 8), m.Wire("w", 8)
		v.Default(1)
		u.Default(2)
		m.If(p.C, func() {
			v.Set(3)
			w.Set(4)
			w.Default(p.A)
			v.Default(9)
		})
		u.Set(5)
		p.Q.Set(u.Add(v).Add(w))
	}))
}

func TestRegisters(t *testing.T) {
	text := textOf(elaborate(t, pinsOf(func(m *hdl.Module, p *pins) {
		m.Reg("plain", 8).Set(p.A)
		m.Reg("five", 8, hdl.ResetTo(5)).Set(p.A)
		m.Reg("listed", 8, hdl.ResetTo(amber)).Set(p.A)
		m.Reg("wide", 1024, hdl.ResetTo(hdl.Const(1024, power(1023)))).Set(p.A.ZeroExtend(1024))
		m.Reg("path", 8, hdl.NoReset()).Set(p.A)
		hdl.Set(hdl.RegOf(m, "both", pairShape, hdl.ResetTo(pair{hdl.Const(8, 7), hdl.Const(4, 9)})), p.Pair.Data)
		hdl.Set(hdl.RegOf(m, "free", pairShape, hdl.NoReset()), p.Pair.Data)
	})))
	for _, declared := range []string{"reg plain 8 reset 0", "reg five 8 reset 5", "reg listed 8 reset 2", "reg wide 1024 reset 8" + strings.Repeat("0", 255),
		"reg path 8 noreset", "reg both_x 8 reset 7", "reg both_y 4 reset 9", "reg free_x 8 noreset", "reg free_y 4 noreset"} {
		assert.Contains(t, text, "  "+declared+"\n")
	}
}

// An encoding outside the list goes to the first state, and a signal set in all
// states counts as set.
func TestStateMachines(t *testing.T) {
	type sparse int
	assert.Equal(t, trim(`
		switch light
		case 0 3
		  light = 2'1
		case 1
		  light = 2'2
		case 2
		end
		if (gt light 2'2)
		  light = 2'0
		end`), body(t, func(m *hdl.Module, p *pins) {
		st := hdl.FSM(m, "light", red, green, amber)
		st.Switch().
			Case(red, func() { st.Goto(green) }).
			Case(green, func() { st.Goto(amber) }).
			Case(amber, func() {})
	}))
	assert.Equal(t, trim(`
		if (eq st 4'8)
		  st = 4'2
		end
		switch st
		case 8 1 2
		default
		  st = 4'8
		end`), body(t, func(m *hdl.Module, p *pins) {
		st := hdl.FSM(m, "st", sparse(8), 1, 2)
		m.If(st.Is(8), func() { st.Goto(2) })
	}))
	text := textOf(elaborate(t, pinsOf(func(m *hdl.Module, p *pins) {
		hdl.FSM(m, "two", green, red).Goto(red)
		st := hdl.FSM(m, "st", sparse(8), 1, 2)
		w := m.Wire("w", 1)
		st.Switch().Case(8, func() { w.Set(1) }).Cases([]sparse{1, 2}, func() { w.Set(0) })
		st.Goto(1)
		p.Q.Set(w.ZeroExtend(8))
	})))
	assert.Contains(t, text, "reg two 1 reset 1 enum two GREEN=1 RED=0\n")
	assert.Contains(t, text, "reg st 4 reset 8 enum st S8=8 S1=1 S2=2\n")
}

func TestPropertiesStandWhereTheyAreStated(t *testing.T) {
	assert.Equal(t, trim(`
		if c
		  assert part_a_small (lt a 8'9)
		end
		assume b_small (lt b 4'9)
		cover q_used (ne a 8'0)`), body(t, func(m *hdl.Module, p *pins) {
		m.If(p.C, func() { m.Scope("part").Assert("a_small", p.A.Lt(9)) })
		m.Assume("b_small", p.B.Lt(9))
		m.Cover("q_used", p.A.Ne(0))
	}))
}

func TestMemories(t *testing.T) {
	text := textOf(elaborate(t, pinsOf(func(m *hdl.Module, p *pins) {
		mem := hdl.NewMem(m, "mem", pairShape, 10)
		mem.Init([]pair{{hdl.Const(8, 1), hdl.Const(4, 2)}, {hdl.Const(8, 255), hdl.Const(4, 0)}})
		m.If(p.C, func() { mem.Write(p.B, p.Pair.Data) })
		mem.Write(9, p.In.Data)
		mem.WriteMasked(p.B, p.Pair.Data, p.A.Truncate(3))
		hdl.NewMem(m, "bare", hdl.Width(2), 3, hdl.NoInit())
		p.Q.Set(mem.Read(p.B).X)
		hdl.Set(p.Out.Data, mem.ReadReg("first", p.B, p.C, hdl.ReadFirst))
		mem.ReadReg("then", 3, 1, hdl.WriteFirst)
		hdl.NewMem(m, "one", hdl.Width(1024), 1).ReadReg("never", 0, 0, hdl.Forbidden)
	})))
	for _, l := range []string{"memory mem 10x12 x=8 y=4 0:201 1:ff", "memory one 1x1024", "memory bare 3x2 noinit", "mem[b] = (cat pair_y pair_x) in lanes a[2:0]",
		"read first = mem[b] if c read_first", "first_x = first[7:0]", "first_y = first[11:8]",
		"read then = mem[4'3] if 1'1 write_first", "read never = one[1'0] if 1'0 forbidden",
		"  mem[b] = (cat pair_y pair_x)", "mem[4'9] = (cat in_data_y in_data_x)", "q = (read mem b)[7:0]", "out_data_y = first_y"} {
		assert.Contains(t, text, "  "+l+"\n")
	}
}
