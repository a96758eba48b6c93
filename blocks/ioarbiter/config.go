package ioarbiter

import (
	"fmt"
	"posedge/blocks/ioarbiter/isa"
	"regexp"
	"strings"
)

// CacheConfig configures a state cache.
type CacheConfig struct {
	Objects int // state objects in the cache: a power of two
	Ways    int // 1, 2 or 4, and at most Objects
	Misses  int // outstanding at a time: 1 to 4
}

// Config configures a connector.
type Config struct {
	SMs         int // 2 to 8
	AddressBits int // of an SM memory's word address: 4 to 16
	TagBits     int // of a request's tag: 1 to 32
	Objects     int // state objects in global memory: 2 to 65536
	Cache       CacheConfig

	Depth   int // of each FIFO: 1 to 64
	Context int // records in flight in a unit: 1 to 64
	Slots   int // of the bypass and of the expander: 1 to 16

	// Unshadowed makes the interfaces send the whole state of every request, to measure what the shadow state saves.
	Unshadowed bool

	Instructions int // in the microcode memory: 16 to 1024
	Bound        int // instructions that a macro may execute: 16 to 2^24

	Units      []isa.Unit
	Operations []isa.Operation // an operation's number is its index

	// MacroFormats are the formats of each macro's words at power-on; word 0 is the first after the state pointer.
	MacroFormats [isa.Macros][isa.MaxLength]isa.Format
}

// Check returns an error, naming the parameter, if the configuration cannot be built.
func (c Config) Check() error {
	for _, err := range []error{
		within("SMs", c.SMs, 2, 8),
		within("bits of an SM memory's address", c.AddressBits, 4, 16),
		within("bits of a tag", c.TagBits, 1, 32),
		within("state objects in memory", c.Objects, 2, 1<<16),
		within("depth of the FIFOs", c.Depth, 1, 64),
		within("records inside a unit", c.Context, 1, 64),
		within("slots of the bypass", c.Slots, 1, 16),
		within("instructions of microcode", c.Instructions, 16, 1<<10),
		within("instructions that a macro may take", c.Bound, 16, 1<<24),
		within("fixed-function units", len(c.Units), 1, 8),
		within("operations", len(c.Operations), 1, isa.MaxOperations),
		c.Cache.Check(),
	} {
		if err != nil {
			return err
		}
	}
	if err := c.checkUnits(); err != nil {
		return err
	}
	names := map[string]bool{}
	for k, o := range c.Operations {
		if o.Name == "" || names[o.Name] {
			return fmt.Errorf("ioarbiter: operation %d has the name %q; give each a name of its own", k, o.Name)
		}
		names[o.Name] = true
		if err := c.checkOperation(o); err != nil {
			return fmt.Errorf("ioarbiter: operation %d, %s: %w", k, o.Name, err)
		}
	}
	for k, formats := range c.MacroFormats {
		for j, f := range formats {
			if !f.OfRequests() {
				return fmt.Errorf("ioarbiter: macro %d: word %d: parameters are not converted to %v; choose integer, 24.8, fp16, yuv601 or yuv709", k, j, f)
			}
		}
	}
	return nil
}

// Check returns an error, naming the parameter, if the cache cannot be built.
func (c CacheConfig) Check() error {
	switch {
	case c.Objects < 1 || c.Objects > 1024 || c.Objects&(c.Objects-1) != 0:
		return fmt.Errorf("ioarbiter: a state cache of %d objects cannot be built; choose a power of two up to 1024", c.Objects)
	case c.Ways != 1 && c.Ways != 2 && c.Ways != 4 || c.Ways > c.Objects:
		return fmt.Errorf("ioarbiter: a state cache of %d objects in %d ways cannot be built; choose 1, 2 or 4, and no more ways than objects", c.Objects, c.Ways)
	case c.Misses < 1 || c.Misses > 4:
		return fmt.Errorf("ioarbiter: a state cache with %d outstanding misses cannot be built; choose 1 to 4", c.Misses)
	}
	return nil
}

// within returns an error unless n is from least to most.
func within(what string, n, least, most int) error {
	if n < least || n > most {
		return fmt.Errorf("ioarbiter: %s: %d cannot be built; choose %d to %d", what, n, least, most)
	}
	return nil
}

// checkUnits returns an error, naming the unit, if a descriptor cannot be built.
func (c Config) checkUnits() error {
	names := map[string]bool{}
	for k, u := range c.Units {
		if !unitName.MatchString(u.Name) || names[u.Name] {
			return fmt.Errorf("ioarbiter: unit %d has the name %q; modules are named after it: give each a name of its own, of lower-case letters, digits and _", k, u.Name)
		}
		names[u.Name] = true
		if len(u.Request) == 0 || len(u.Response) == 0 {
			return fmt.Errorf("ioarbiter: unit %s: its request or its response has no field; make it with NewUnit", u.Name)
		}
		if err := within("state words of "+u.Name, u.StateWords, 1, isa.ObjectWords); err != nil {
			return err
		}
		if _, width, ok := u.Response.Place(u.Fault); u.Fault != "" && (!ok || width != 1) {
			return fmt.Errorf("ioarbiter: unit %s: its response has no field %s of 1 bit", u.Name, u.Fault)
		}
	}
	return nil
}

var unitName = regexp.MustCompile("^[a-z][a-z0-9_]*$")

// bitsOf locates up to 32 bits of a field, from bit low on.
func bitsOf(unit, what string, fields isa.Fields, field string, low int) (first, width int, err error) {
	first, width, ok := fields.Place(field)
	if !ok {
		var names []string
		for _, l := range fields {
			names = append(names, l.Path)
		}
		return 0, 0, fmt.Errorf("the %s of %s has no field %q; it has %s", what, unit, field, strings.Join(names, ", "))
	}
	if low < 0 || low >= width {
		return 0, 0, fmt.Errorf("field %s of the %s of %s has bits 0 to %d, and none numbered %d", field, what, unit, width-1, low)
	}
	return first + low, min(wordBits, width-low), nil
}

func (c Config) checkOperation(o isa.Operation) error {
	if o.Layout > isa.Columns || o.ResponseLayout > isa.Columns {
		return fmt.Errorf("there is no layout %d; choose Records or Columns", max(o.Layout, o.ResponseLayout))
	}
	if o.Unit < 0 || o.Unit >= len(c.Units) {
		return fmt.Errorf("there is no unit %d; choose 0 to %d", o.Unit, len(c.Units)-1)
	}
	u := c.Units[o.Unit]
	if n := len(o.Request); n < 1 || n > 32 {
		return fmt.Errorf("a record of %d words cannot be built; choose 1 to 32", n)
	}
	if n := len(o.Response); n > 16 {
		return fmt.Errorf("a response of %d words a record cannot be built; choose up to 16", n)
	}
	owners := map[int]string{} // of the bits of the request
	claim := func(name string, first, width int) error {
		for bit := first; bit < first+width; bit++ {
			if other, ok := owners[bit]; ok {
				return fmt.Errorf("%s and %s take the same bits of the request of %s", other, name, u.Name)
			}
			owners[bit] = name
		}
		return nil
	}
	for _, w := range o.Request {
		first, width, err := bitsOf(u.Name, "request", u.Request, w.Field, w.Low)
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}
		if err := claim("word "+w.Name, first, width); err != nil {
			return err
		}
		switch {
		case w.Format == isa.Unorm || w.Format > isa.YUV709:
			return fmt.Errorf("%s: parameters are not converted to %v; choose integer, 24.8, fp16, yuv601 or yuv709", w.Name, w.Format)
		}
	}
	for _, s := range o.Settings {
		first, _, err := bitsOf(u.Name, "request", u.Request, s.Field, 0)
		if err != nil {
			return err
		}
		_, width, _ := u.Request.Place(s.Field)
		if width < 64 && s.Value>>width != 0 {
			return fmt.Errorf("field %s of the request of %s has %d bits and does not hold %d", s.Field, u.Name, width, s.Value)
		}
		if err := claim("the setting of "+s.Field, first, width); err != nil {
			return err
		}
	}
	for _, w := range o.Response {
		if _, _, err := bitsOf(u.Name, "response", u.Response, w.Field, w.Low); err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}
		if w.Format > isa.Unorm {
			return fmt.Errorf("%s: responses are not converted from %v; choose integer, 24.8, fp16 or unorm8", w.Name, w.Format)
		}
	}
	return nil
}

// ABI returns what a program must know of the connector.
func (c Config) ABI() isa.ABI {
	return isa.ABI{AddressBits: c.AddressBits, Objects: c.Objects, Units: c.Units, Operations: c.Operations}
}

// recordWords is the number of words in a record of operation k.
func (c Config) recordWords(k int) int { return len(c.Operations[k].Request) }
