package ioarbiter

import (
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
)

// The name of a module has every parameter that it depends on, so that two configurations can share a design.

// Name is the configuration as part of a module's name.
func (c Config) Name() string {
	name := fmt.Sprintf("sm%d_u%d_a%d_t%d_d%d_c%d_s%d_g%d_%s_i%d_b%d",
		c.SMs, len(c.Units), c.AddressBits, c.TagBits, c.Depth, c.Context, c.Slots, c.Objects, c.Cache.name(), c.Instructions, c.Bound)
	if c.Unshadowed {
		name += "_unshadowed"
	}
	return name + c.kind()
}

// name is the cache as part of a module's name.
func (c CacheConfig) name() string { return fmt.Sprintf("o%d_w%d_m%d", c.Objects, c.Ways, c.Misses) }

// widths names the parameters that the beats depend on, and the operations; most modules depend on nothing else.
func (c Config) widths() string {
	return fmt.Sprintf("sm%d_a%d_t%d_s%d", c.SMs, c.AddressBits, c.TagBits, c.Slots) + c.kind()
}

// kind is a suffix for units, operations or macros other than those of the graphics configuration: a hash of them, in 8
// hexadecimal digits.
func (c Config) kind() string {
	if h := c.hash(); h != graphicsHash() {
		return fmt.Sprintf("_x%08x", h)
	}
	return ""
}

var graphicsHash = sync.OnceValue(func() uint32 {
	c, _ := NewConfig(2) // the hash does not depend on the number of SMs
	return c.hash()
})

// hash covers the units, the operations and the macros' formats.
func (c Config) hash() uint32 {
	var b strings.Builder
	for _, u := range c.Units {
		fmt.Fprintf(&b, "%q %d %q:", u.Name, u.StateWords, u.Fault)
		for _, l := range u.Request {
			fmt.Fprintf(&b, " %s %d", l.Path, l.Width)
		}
		for _, l := range u.Response {
			fmt.Fprintf(&b, ", %s %d", l.Path, l.Width)
		}
	}
	fmt.Fprintf(&b, "%+v %v", c.Operations, c.MacroFormats)
	h := fnv.New32a()
	h.Write([]byte(b.String()))
	return h.Sum32()
}
