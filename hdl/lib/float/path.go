package float

import (
	"fmt"

	"posedge/hdl"
)

// path is a datapath under construction. A pipeline register may follow each of
// its steps.
type path struct {
	m      *hdl.Module
	steps  int        // number of steps of the operation
	enable []hdl.Bits // of each stage's registers, in order
	at     int        // number of steps so far
	stage  int        // number of registers so far
	named  bool       // values get names, which are free in m
	move   *hdl.Bits  // a register follows every step and moves with this, instead of enable
	valid  *hdl.Bits  // accompanies the values: where it is 0, registers hold
	behind bool       // valid is that of the last step, without a register for this one
}

// name gives a value a name if the operation is a separate module.
func (p *path) name(name string, x hdl.Bits) hdl.Bits {
	hdl.Helper()
	if !p.named {
		return x
	}
	return p.m.Named(name, x)
}

// beside is a path that begins where p is now, with separate names.
func (p *path) beside(name string) *path {
	return &path{m: p.m.Scope(name), move: p.move, valid: p.valid, behind: p.behind, stage: p.stage}
}

// wires is the path of an operation without registers or names, beside others in m.
func wires(m *hdl.Module) *path { return &path{m: m} }

// step returns x, or at the end of a stage a register of it. All values that
// are still needed must go through step.
func step[T any](p *path, x T) T {
	hdl.Helper()
	p.at++
	if p.move != nil {
		enable := *p.move
		if p.valid != nil {
			enable = enable.And(p.validNow())
			p.behind = true
		}
		p.stage++
		return register(p, x, enable)
	}
	if len(p.enable) == 0 || p.at*len(p.enable)/p.steps == (p.at-1)*len(p.enable)/p.steps {
		return x
	}
	enable := p.enable[p.stage]
	p.stage++
	return register(p, x, enable)
}

// gate makes the registers from here on hold where valid is 0.
func (p *path) gate(valid hdl.Bits) { p.valid, p.behind = &valid, false }

// validNow is the valid bit of the values behind the last register.
func (p *path) validNow() hdl.Bits {
	if p.behind {
		valid := p.m.Reg(fmt.Sprintf("s%d_valid", p.stage), 1, hdl.NoReset())
		p.m.If(*p.move, func() { valid.Set(*p.valid) })
		p.valid, p.behind = &valid, false
	}
	return *p.valid
}

// register is a register of x behind the last stage.
func register[T any](p *path, x T, enable hdl.Bits) T {
	hdl.Helper()
	r := hdl.RegOf(p.m, fmt.Sprintf("s%d", p.stage), x, hdl.NoReset())
	p.m.If(enable, func() { hdl.Set(r, x) })
	return r
}
