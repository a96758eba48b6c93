package stimulus

import (
	"fmt"
	"sync"

	"posedge/bench"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/sim"
)

// functions are the units of package float that compute the model's functions: one for each
// operation and type, without stages, so that the result is combinational.
type functions map[functionKey]*function

type functionKey struct {
	op isa.Op
	t  isa.Type
}

type function struct {
	*sim.Simulation
	*compiledFunction
}

// compiledFunction is a function before it is simulated.
type compiledFunction struct {
	program   *sim.Program
	a, b, out sim.Port
	two       bool
}

// compiledFunctions are compiled once; every model has its own simulations of them.
var compiledFunctions = sync.OnceValues(func() (map[functionKey]*compiledFunction, error) {
	all := map[functionKey]*compiledFunction{}
	for t, format := range map[isa.Type]float.Format{isa.FP32: float.Binary32, isa.FP16: float.Binary16} {
		for op, c := range map[isa.Op]hdl.Component{isa.Log2: float.NewLog2(format, 0), isa.Exp2: float.NewExp2(format, 0), isa.Power: float.NewPow(format, 0)} {
			f, err := compileFunction(c, op == isa.Power)
			if err != nil {
				return nil, err
			}
			all[functionKey{op, t}] = f
		}
	}
	return all, nil
})

func compileFunction(c hdl.Component, two bool) (*compiledFunction, error) {
	d, err := hdl.Elaborate(c)
	if err != nil {
		return nil, err
	}
	f := &compiledFunction{two: two}
	if f.program, err = sim.Compile(d.Top); err != nil {
		return nil, err
	}
	if f.a, err = f.program.Port("in_data_a"); err != nil {
		return nil, err
	}
	if two {
		if f.b, err = f.program.Port("in_data_b"); err != nil {
			return nil, err
		}
	}
	f.out, err = f.program.Port("out_data")
	return f, err
}

func newFunctions() (functions, error) {
	all, err := compiledFunctions()
	if err != nil {
		return nil, err
	}
	f := functions{}
	for key, c := range all {
		f[key] = &function{c.program.New(), c}
	}
	return f, nil
}

// compute is [model.Model].Function.
func (f functions) compute(op isa.Op, t isa.Type, a, b uint32) uint32 {
	x := f[functionKey{op, t}]
	if x == nil {
		panic(fmt.Sprintf("castalu: %v is not a function of %v", op, t))
	}
	_ = x.Set(x.a, uint64(a))
	if x.two {
		_ = x.Set(x.b, uint64(b))
	}
	return uint32(x.Get(x.out))
}

// MustModel is [NewModel]; an error is fatal.
func MustModel(r bench.Reporter) model.Model {
	m, err := NewModel()
	if err != nil {
		r.Fatalf("%v", err)
	}
	return m
}

// NewModel is the model with the functions of package float.
func NewModel() (model.Model, error) {
	f, err := newFunctions()
	return model.Model{Function: f.compute}, err
}
