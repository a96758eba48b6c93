package ropmask

import (
	"fmt"
	"strings"

	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
)

// Config holds the parameters of the unit.
type Config struct {
	// Lanes is the number of components in a packet: 1, 2, 4 or 8.
	Lanes int
	// Embodiment says how often a component that several targets need is sent.
	Embodiment isa.Embodiment
	// Default has the components that are written where the shader generates none, in fp32. A framebuffer writes them
	// to a target of an integer format as integers.
	Default isa.Color
}

// NewConfig returns a configuration with the default colour 0, 0, 0, 1.
func NewConfig(lanes int, e isa.Embodiment) Config {
	return Config{Lanes: lanes, Embodiment: e, Default: isa.DefaultColor()}
}

// Check returns an error that names the parameter that cannot be built.
func (c Config) Check() error {
	switch c.Lanes {
	case 1, 2, 4, 8:
	default:
		return fmt.Errorf("ropmask: %d lanes cannot be built; choose 1, 2, 4 or 8", c.Lanes)
	}
	if c.Embodiment != isa.PerTarget && c.Embodiment != isa.PackedOnce {
		return fmt.Errorf("ropmask: there is no %v; use PerTarget or PackedOnce", c.Embodiment)
	}
	return nil
}

// Name is the configuration as part of a module's name: "l4_packed_once". A default
// colour other than 0, 0, 0, 1 follows, each component as 8 hexadecimal digits.
func (c Config) Name() string {
	name := fmt.Sprintf("l%d_%s", c.Lanes, strings.ReplaceAll(c.Embodiment.String(), " ", "_"))
	if c.Default != isa.DefaultColor() {
		name += fmt.Sprintf("_default_%08x_%08x_%08x_%08x", c.Default[0], c.Default[1], c.Default[2], c.Default[3])
	}
	return name
}

// Unit is the pixel shader output map on both sides of the crossbar. Pixels
// come in vector by vector, each with its own state; every render target has
// its own stream.
type Unit struct {
	Pixels       hdl.Sink[Beat]                       `doc:"the vectors of the pixels; an enabled vector that does not arrive counts as not generated"`
	Targets      [isa.Targets]hdl.Source[TargetWrite] `doc:"one stream for each render target"`
	Sent         hdl.Out                              `doc:"components sent over the crossbar since reset, modulo 2^32"`
	Conventional hdl.Out                              `doc:"components that a shader without an output map would have sent, modulo 2^32"`

	config Config
}

// New makes the unit; it returns the error of [Config.Check].
func New(config Config) (*Unit, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	u := &Unit{
		Pixels:       hdl.NewSink(BeatShape()),
		Sent:         hdl.Output(counterBits),
		Conventional: hdl.Output(counterBits),
		config:       config,
	}
	for t := range u.Targets {
		u.Targets[t] = hdl.NewSource(TargetShape())
	}
	return u, nil
}

// ModuleName is ropmask with the configuration.
func (u *Unit) ModuleName() string { return "ropmask_" + u.config.Name() }

// ModuleDoc describes the unit in its Verilog.
func (u *Unit) ModuleDoc() string {
	return fmt.Sprintf("Pixel shader output map (US8922555): %d lanes, components sent %v.", u.config.Lanes, u.config.Embodiment)
}

// Describe joins both sides.
func (u *Unit) Describe(m *hdl.Module) {
	shader, rop := join(m, u.config)
	shader.Pixels.From(u.Pixels)
	for t := range u.Targets {
		u.Targets[t].From(rop.Targets[t])
	}
	hdl.Unused(rop.PixelDone, rop.Generated)
	u.Sent.Set(shader.Sent)
	u.Conventional.Set(shader.Conventional)
}

// join instantiates both sides with the crossbar's streams between them.
func join(m *hdl.Module, config Config) (*pixelShader, *rasterOps) {
	shader := hdl.Instance(m, "shader", newPixelShader(config))
	rop := hdl.Instance(m, "rop", newRasterOps(config))
	rop.Routes.From(shader.Routes)
	rop.Packets.From(shader.Packets)
	return shader, rop
}
