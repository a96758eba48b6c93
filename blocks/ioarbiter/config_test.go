package ioarbiter

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
)

// A configuration that cannot be built is refused before anything is built; the message says what is wrong and what to
// choose.
func TestConfigurationsAreRefused(t *testing.T) {
	type request struct {
		A hdl.Bits `width:"32"`
		B hdl.Bits `width:"8"`
		C hdl.Bits `width:"64"`
	}
	type response struct {
		Value hdl.Bits `width:"32"`
		Fault hdl.Bits `width:"1"`
	}
	unit, err := NewUnit("one", 2, hdl.Shape[request](nil), hdl.Shape[response](nil), "Fault")
	require.NoError(t, err)
	sound := func() Config {
		c, err := NewConfig(2)
		require.NoError(t, err)
		c.Units = []isa.Unit{unit}
		c.Operations = []isa.Operation{{Name: "first", Request: []isa.Word{{Name: "a", Field: "A"}}, Response: []isa.Word{{Name: "value", Field: "Value"}}}}
		return c
	}
	require.NoError(t, sound().Check())
	operation := func(f func(o *isa.Operation)) func(*Config) { return func(c *Config) { f(&c.Operations[0]) } }
	for _, x := range []struct {
		wrong   func(c *Config)
		message string
	}{
		{func(c *Config) { *c = Config{} }, "SMs: 0 cannot be built; choose 2 to 8"},
		{func(c *Config) { c.Depth = -1 }, "depth of the FIFOs: -1 cannot be built; choose 1 to 64"},
		{func(c *Config) { c.Cache.Objects = 3 }, "a state cache of 3 objects cannot be built; choose a power of two up to 1024"},
		{func(c *Config) { c.Cache.Misses = 5 }, "a state cache with 5 outstanding misses cannot be built; choose 1 to 4"},
		{func(c *Config) { c.Operations = make([]isa.Operation, 25) }, "operations: 25 cannot be built; choose 1 to 24"},
		{func(c *Config) { c.Operations = append(c.Operations, c.Operations[0]) }, `operation 1 has the name "first"; give each a name of its own`},
		{func(c *Config) { c.Units = append(c.Units, unit) }, `unit 1 has the name "one"; modules are named after it: give each a name of its own, of lower-case letters, digits and _`},
		{func(c *Config) { c.Units[0].Name = "my unit" }, `unit 0 has the name "my unit"; modules are named after it: give each a name of its own, of lower-case letters, digits and _`},
		{func(c *Config) { c.Units[0].Fault = "Value" }, "unit one: its response has no field Value of 1 bit"},
		{func(c *Config) { c.Units = append(c.Units, isa.Unit{Name: "two", StateWords: 1}) }, "unit two: its request or its response has no field; make it with NewUnit"},
		{operation(func(o *isa.Operation) { o.Unit = 1 }), "operation 0, first: there is no unit 1; choose 0 to 0"},
		{operation(func(o *isa.Operation) { o.Layout = 2 }), "operation 0, first: there is no layout 2; choose Records or Columns"},
		{operation(func(o *isa.Operation) { o.Request = nil }), "operation 0, first: a record of 0 words cannot be built; choose 1 to 32"},
		{operation(func(o *isa.Operation) { o.Request[0].Field = "D" }), `operation 0, first: a: the request of one has no field "D"; it has A, B, C`},
		{operation(func(o *isa.Operation) { o.Request[0].Low = 32 }), "operation 0, first: a: field A of the request of one has bits 0 to 31, and none numbered 32"},
		{operation(func(o *isa.Operation) { o.Request[0].Format = isa.Unorm }), "operation 0, first: a: parameters are not converted to unorm8; choose integer, 24.8, fp16, yuv601 or yuv709"},
		{operation(func(o *isa.Operation) { o.Request = append(o.Request, isa.Word{Name: "again", Field: "A"}) }), "operation 0, first: word a and word again take the same bits of the request of one"},
		{operation(func(o *isa.Operation) { o.Settings = []isa.Setting{{Field: "A", Value: 1}} }), "operation 0, first: word a and the setting of A take the same bits of the request of one"},
		{operation(func(o *isa.Operation) { o.Settings = []isa.Setting{{Field: "B", Value: 256}} }), "operation 0, first: field B of the request of one has 8 bits and does not hold 256"},
		{operation(func(o *isa.Operation) { o.Response[0].Field = "" }), `operation 0, first: value: the response of one has no field ""; it has Value, Fault`},
		{operation(func(o *isa.Operation) { o.Response[0].Format = isa.YUV601 }), "operation 0, first: value: responses are not converted from yuv601; choose integer, 24.8, fp16 or unorm8"},
	} {
		c := sound()
		x.wrong(&c)
		_, err := New(c)
		assert.EqualError(t, err, "ioarbiter: "+x.message)
	}
}
