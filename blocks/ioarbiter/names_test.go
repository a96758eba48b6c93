package ioarbiter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/internal/long"
	"posedge/verilog"
)

// difference is how a configuration differs from the default.
type difference struct {
	what   string
	change func(c *Config)
}

// Two connectors can share a design: modules with the same name are the same, however their configurations differ.
func TestModulesOfOneNameAreTheSame(t *testing.T) {
	modulesOfOneName(t, []difference{
		{"nothing", func(*Config) {}},
		{"objects of the cache", func(c *Config) { c.Cache.Objects *= 2 }},
		{"depth", func(c *Config) { c.Depth = 4 }},
		{"an operation less", func(c *Config) { c.Operations = c.Operations[:isa.RectangleFixed] }},
	})
}

func TestLongModulesOfOneNameAreTheSame(t *testing.T) {
	long.Only(t)
	modulesOfOneName(t, []difference{
		{"nothing", func(*Config) {}},
		{"SMs", func(c *Config) { c.SMs = 3 }},
		{"bits of an address", func(c *Config) { c.AddressBits++ }},
		{"bits of a tag", func(c *Config) { c.TagBits++ }},
		{"state objects", func(c *Config) { c.Objects *= 2 }},
		{"ways", func(c *Config) { c.Cache.Ways = 1 }},
		{"misses", func(c *Config) { c.Cache.Misses = 1 }},
		{"records in a unit", func(c *Config) { c.Context = 3 }},
		{"slots", func(c *Config) { c.Slots = 3 }},
		{"no shadow state", func(c *Config) { c.Unshadowed = true }},
		{"instructions", func(c *Config) { c.Instructions *= 2 }},
		{"bound", func(c *Config) { c.Bound = 1000 }},
		{"a format", func(c *Config) { c.Operations[isa.Texture].Request[0].Format = isa.Half }},
		{"a layout", func(c *Config) { c.Operations[isa.Depth].Layout = isa.Columns }},
		{"a setting", func(c *Config) { c.Operations[isa.DepthClear].Settings = nil }},
		{"words of state", func(c *Config) { c.Units[isa.RasterUnit].StateWords = 4 }},
		{"a fault", func(c *Config) { c.Units[isa.RasterUnit].Fault = "" }},
		{"formats of a macro", func(c *Config) { c.MacroFormats[0][0] = isa.Half }},
	})
}

func modulesOfOneName(t *testing.T, list []difference) {
	modules, owners := map[string]string{}, map[string]string{}
	for _, x := range list {
		c, err := NewConfig(2)
		require.NoError(t, err)
		x.change(&c)
		k, err := New(c)
		require.NoError(t, err, x.what)
		d, err := hdl.Elaborate(k)
		require.NoError(t, err, x.what)
		files, err := verilog.Export(d.Top, verilog.Options{})
		require.NoError(t, err, x.what)
		for _, f := range files {
			if strings.HasPrefix(f.Name, "fifo_") || strings.HasPrefix(f.Name, "round_robin_") {
				continue // a module of the library, which names them after their shapes
			}
			if modules[f.Name] == "" {
				modules[f.Name], owners[f.Name] = string(f.Content), x.what
			}
			assert.True(t, modules[f.Name] == string(f.Content), "%s: the modules of two configurations have this name: %s, %s", f.Name, owners[f.Name], x.what)
		}
	}
}
