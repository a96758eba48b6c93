package hdl_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// line returns the position of the line that is n lines below the caller's.
func line(n int) string {
	_, _, at, _ := runtime.Caller(1)
	return fmt.Sprintf("posedge/hdl/places_test.go:%d", at+n)
}

func TestPlacesInGenericCodeAndClosures(t *testing.T) {
	var places []string
	err := in(func(m *hdl.Module, p *pins) {
		places = append(places, line(2), line(3))
		wrongly := func() {
			p.Q.Set(p.B)
			func() { p.Q.Set(1000) }()
		}
		for range 3 { // one line, one error
			m.If(p.C, wrongly)
		}
		g := generic[pair]{}
		places = append(places, g.describe(m, p), genericFunction(p, p.B))
	})
	var found []string
	for _, text := range errorsOf(err) {
		at, _, _ := strings.Cut(text, ": ")
		found = append(found, at)
	}
	assert.Equal(t, places, found)
}

type generic[T any] struct{}

func (generic[T]) describe(m *hdl.Module, p *pins) string {
	for range func(yield func(int) bool) { yield(1) } {
		p.Q.Set(p.A.Bit(8))
	}
	return line(-2)
}

func genericFunction[T hdl.Operand](p *pins, x T) string {
	p.Q.Set(x)
	return line(-1)
}

// An error inside the standard library names the library's line and its
// caller's.
func TestPlacesInTheLibrary(t *testing.T) {
	_, err := hdl.Elaborate(lib.NewFIFO(pair{}, 4))
	caller := line(-1)
	var mistake *hdl.Error
	require.ErrorAs(t, err, &mistake)
	assert.Equal(t, "posedge/hdl/lib/fifo.go", mistake.At.File)
	assert.Equal(t, caller, mistake.Caller.String())
	assert.ErrorContains(t, err, "posedge/hdl/lib/fifo.go:")
	assert.ErrorContains(t, err, "zero; give it a width with hdl.Width(n) (called from "+caller+")")
}

// The things a helper declares and sets, even in closures, have its caller's line.
func TestPlacesOfHelpers(t *testing.T) {
	var places []string
	for _, inlined := range []bool{true, false} {
		err := in(func(m *hdl.Module, p *pins) {
			if inlined {
				places = append(places, line(1))
				tooWide(m, p.Q)
			} else {
				h := helping{m}
				places = append(places, line(1))
				helps(&h, p.Q)
			}
		})
		var found []string
		for _, text := range errorsOf(err) {
			at, _, _ := strings.Cut(text, ": ")
			found = append(found, at)
		}
		assert.Equal(t, []string{places[len(places)-1], places[len(places)-1]}, found)
	}
}

// A method's closures do not belong to a helper with the method's name.
func TestPlacesOfMethodsNamedLikeHelpers(t *testing.T) {
	at := ""
	err := in(func(m *hdl.Module, p *pins) {
		set(p.Q)
		(&notHelping{&at}).set(p.Q)
	})
	texts := errorsOf(err)
	require.Len(t, texts, 2)
	assert.Contains(t, texts[1], at+": ")
}

func set(q hdl.Out) {
	hdl.Helper()
	q.Set(1 << 20)
}

type notHelping struct{ at *string }

//go:noinline
func (h *notHelping) set(q hdl.Out) {
	call := func() {
		*h.at = line(1)
		q.Set(1 << 30)
	}
	call()
}

func tooWide(m *hdl.Module, q hdl.Out) {
	hdl.Helper()
	q.Set(1 << 20)
	m.If(hdl.Const(1, 1), func() { q.Set(1 << 30) })
}

type helping struct{ m *hdl.Module }

//go:noinline
func helps[T any](h *helping, q T) {
	hdl.Helper()
	h.set(any(q).(hdl.Out), 1<<20)
}

func (h *helping) set(q hdl.Out, n int) {
	hdl.Helper()
	q.Set(n)
	h.m.If(hdl.Const(1, 1), func() { q.Set(n << 1) })
}

// A panic in another package is reported at the component's line that led to
// it.
func TestPlacesOfPanics(t *testing.T) {
	at := line(1)
	err := in(func(m *hdl.Module, p *pins) { _ = strings.Repeat("x", -1) })
	assert.Regexp(t, "^"+at+`: Describe of pins panics in strings/strings\.go:\d+: strings: negative Repeat count$`, err.Error())
}

func TestDesignsAreElaboratedInParallel(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			d, err := hdl.Elaborate(NewJob())
			assert.NoError(t, err)
			assert.Equal(t, "job", d.Top.Name)
			for _, x := range widthMistakes {
				assert.Error(t, x.err())
			}
		})
	}
	all.Wait()
}

// A module that leaks out of its Describe does not change the finished design.
func TestAFinishedDesignIsImmutable(t *testing.T) {
	var leaked *hdl.Module
	c := pinsOf(func(m *hdl.Module, p *pins) { leaked = m })
	d, err := hdl.Elaborate(c)
	require.NoError(t, err)
	before := textOf(d)
	leaked.Reg("late", 8).Set(1)
	leaked.If(c.C, func() { c.Q.Set(1) }).Else(func() {})
	leaked.Switch(c.A.Bits).Case(1, func() {}).Default(func() {})
	c.Q.Set(1)
	c.Q.Default(1)
	hdl.Unused(c)
	hdl.NewMem(leaked, "mem", hdl.Width(8), 2).Write(1, c.A.Bits)
	hdl.Instance(leaked, "inverter", newInverter()).In.Set(1)
	assert.Equal(t, before, textOf(d))
}
