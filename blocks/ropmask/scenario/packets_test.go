package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/stimulus"
)

// The registers of 1010, 1000 and 1110 cross, one after the other per target, or those of their union packed once; four
// targets are written.
func TestThePacketsOfOnePixel(t *testing.T) {
	for _, x := range []struct {
		embodiment isa.Embodiment
		lanes      int
		packets    string
		cycles     int
	}{
		{isa.PerTarget, 1, "r0 | r2 | r0 | r0 | r1 | r2", 6},
		{isa.PerTarget, 2, "r0 r2 | r0 r0 | r1 r2", 4},
		{isa.PerTarget, 4, "r0 r2 r0 r0 | r1 r2", 4},
		{isa.PerTarget, 8, "r0 r2 r0 r0 r1 r2", 4},
		{isa.PackedOnce, 1, "r0 | r1 | r2", 4},
		{isa.PackedOnce, 2, "r0 r1 | r2", 4},
		{isa.PackedOnce, 4, "r0 r1 r2", 4},
		{isa.PackedOnce, 8, "r0 r1 r2", 4},
	} {
		c := ropmask.NewConfig(x.lanes, x.embodiment)
		got := throughCrossbar(stimulus.NewHarness(t, c, 0, 0), c)
		assert.Equal(t, x.packets, strings.Join(got.Packets, " | "), c.Name())
		assert.Equal(t, x.cycles, got.Cycles, c.Name())
		assert.Equal(t, 4, got.Writes, c.Name())
	}
}
