package speed

import (
	"fmt"
	"strings"
)

// checks has the checksums of a design that the engines have computed.
type checks struct {
	design string
	seen   map[uint64]checked // by cycle
}

type checked struct {
	checksum string
	first    string // the engine that came to it first
	by       string // the only engine that came to it, or empty
}

// check compares a run with those before it.
func (c *checks) check(engine string, log *runLog) error {
	family := strings.TrimSuffix(engine, vcdSuffix)
	for _, s := range log.stops {
		have, ok := c.seen[s.cycles]
		switch {
		case !ok:
			have = checked{s.checksum, family, family}
		case have.checksum != s.checksum:
			return fmt.Errorf("%s: after %d cycles %s has the checksum %s, and %s %s", c.design, s.cycles, engine, s.checksum, have.first, have.checksum)
		case have.by != family:
			have.by = ""
		}
		c.seen[s.cycles] = have
	}
	return nil
}
