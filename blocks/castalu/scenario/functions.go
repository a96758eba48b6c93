// Package scenario drives castalu for the command line and for its tests.
package scenario

import (
	"fmt"

	"posedge/blocks/castalu"
	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/sim"
)

// functions are the units of package float whose bits the model takes: one of each
// operation and type, without stages, so that a result is there at once.
type functions map[functionKey]*function

type functionKey struct {
	op castalu.Op
	t  castalu.Type
}

type function struct {
	*sim.Simulation
	a, b, out sim.Port
	two       bool
}

func newFunctions() (functions, error) {
	f := functions{}
	for t, format := range map[castalu.Type]float.Format{castalu.FP32: float.Binary32, castalu.FP16: float.Binary16} {
		for op, c := range map[castalu.Op]hdl.Component{castalu.Log2: float.NewLog2(format, 0), castalu.Exp2: float.NewExp2(format, 0), castalu.Power: float.NewPow(format, 0)} {
			d, err := hdl.Elaborate(c)
			if err != nil {
				return nil, err
			}
			p, err := sim.Compile(d.Top)
			if err != nil {
				return nil, err
			}
			x := &function{Simulation: p.New(), two: op == castalu.Power}
			if x.a, err = p.Port("in_data_a"); err != nil {
				return nil, err
			}
			if x.two {
				if x.b, err = p.Port("in_data_b"); err != nil {
					return nil, err
				}
			}
			if x.out, err = p.Port("out_data"); err != nil {
				return nil, err
			}
			f[functionKey{op, t}] = x
		}
	}
	return f, nil
}

// compute is [castalu.Model].Function.
func (f functions) compute(op castalu.Op, t castalu.Type, a, b uint32) uint32 {
	x := f[functionKey{op, t}]
	if x == nil {
		panic(fmt.Sprintf("castalu: %v is no function of %v", op, t))
	}
	_ = x.Set(x.a, uint64(a))
	if x.two {
		_ = x.Set(x.b, uint64(b))
	}
	return uint32(x.Get(x.out))
}

// NewModel is the model with the functions of package float.
func NewModel() (castalu.Model, error) {
	f, err := newFunctions()
	return castalu.Model{Function: f.compute}, err
}
