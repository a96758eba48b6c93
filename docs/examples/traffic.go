package examples

import "posedge/hdl"

// Light is the state of a traffic light.
type Light uint8

// The states, in their order.
const (
	Red Light = iota
	Green
	Yellow
)

// String names the state in Verilog and waves.
func (l Light) String() string { return [...]string{"red", "green", "yellow"}[l] }

// Traffic is a light that turns green when a car waits, and red again after a
// while: an FSM with a counter as a child.
type Traffic struct {
	Car    hdl.In  `doc:"a car waits"`
	Stop   hdl.Out `doc:"red"`
	Go     hdl.Out `doc:"green"`
	Yellow hdl.Out `doc:"yellow"`
}

// NewTraffic makes the light.
func NewTraffic() *Traffic {
	return &Traffic{Car: hdl.Input(1), Stop: hdl.Output(1), Go: hdl.Output(1), Yellow: hdl.Output(1)}
}

// Describe builds the light: green for eight cycles, yellow for one.
func (t *Traffic) Describe(m *hdl.Module) {
	timer := hdl.Instance(m, "timer", NewCounter(3))
	light := hdl.FSM(m, "light", Red, Green, Yellow)
	timer.Enable.Set(light.Is(Green))

	light.Switch().
		Case(Red, func() { m.If(t.Car, func() { light.Goto(Green) }) }).
		Case(Green, func() { m.If(timer.Value.Eq(7), func() { light.Goto(Yellow) }) }).
		Case(Yellow, func() { light.Goto(Red) })

	t.Stop.Set(light.Is(Red))
	t.Go.Set(light.Is(Green))
	t.Yellow.Set(light.Is(Yellow))
}
