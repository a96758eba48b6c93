package hdl_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/long"
)

// Mistakes that Go itself refuses need no check when the design is described.
func TestTheCompilerRefuses(t *testing.T) {
	long.NotShort(t)
	files := token.NewFileSet()
	hdl := importer.ForCompiler(files, "source", nil)
	check := func(body string) error {
		f, err := parser.ParseFile(files, "x.go", `package x
import "posedge/hdl"
type unit struct { A, B hdl.In; Q hdl.Out; In hdl.Sink[pair]; Out hdl.Source[pair]; Other hdl.Source[hdl.Bits] }
type pair struct { X, Y hdl.Bits }
type light uint8
const ( red light = iota; green )
type gear uint8
const ( first gear = iota; second )
func (u *unit) Describe(m *hdl.Module) { `+body+` }`, 0)
		require.NoError(t, err)
		conf := types.Config{Importer: hdl}
		_, err = conf.Check("x", files, []*ast.File{f}, nil)
		return err
	}
	require.NoError(t, check(`m.If(u.A.Eq(u.B), func() { u.Q.Set(u.A) }); u.Out.From(u.In); hdl.FSM(m, "l", red, green).Goto(red)`))
	for body, want := range map[string]string{
		`if u.A == u.B {}`:                           "struct containing hdl.Bits cannot be compared",
		`if u.A.Bits != u.B.Bits {}`:                 "cannot be compared",
		`switch u.A.Bits { case u.B.Bits: }`:         "hdl.Bits is not comparable",
		`_ = map[hdl.Bits]int{}`:                     "invalid map key type hdl.Bits",
		`if u.A.Eq(u.B) {}`:                          "non-boolean condition",
		`if u.A == 1 {}`:                             "mismatched types",
		`u.Q.Set(u.A + u.B)`:                         "operator + not defined",
		`u.Q = u.A`:                                  "cannot use u.A",
		`u.Enable.Set(1)`:                            "u.Enable undefined",
		`u.Other.From(u.In)`:                         "does not implement",
		`hdl.Set(u.Out.Data, u.Other.Data)`:          "does not match inferred type",
		`hdl.FSM(m, "l", red, green).Goto(first)`:    "cannot use first",
		`_ = hdl.FSM(m, "l", red, green).Is(second)`: "cannot use second",
		`_ = u.A.Signed().Add(u.B)`:                  "cannot use u.B",
		`u.Q.Set(u.A.Signed().Mul(3).Bits())`:        "cannot use 3",
		`m.Switch(u.A).Case(0, func() {})`:           "cannot use u.A",
		`hdl.Instance(m, "x", unit{})`:               "does not satisfy hdl.Component",
	} {
		assert.ErrorContains(t, check(body), want, body)
	}
}
