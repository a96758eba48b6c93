package stimulus

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/internal/long"
)

// inside is the number of requests that a system takes while it can give no acknowledgement: one record each, to the
// units in turn.
func inside(t *testing.T, sms int) (taken int) {
	c := sized(t, sms, 0)
	y, err := ioarbiter.NewSystem(c, ioarbiter.Stores{Texels: 256, Width: 16, Height: 16})
	require.NoError(t, err)
	tb := bench.New(t, y)
	var requests []*bench.Driver
	operations := []int{isa.RectangleFixed, isa.TextureFixed, isa.DepthClear, isa.SurfaceFill}
	for _, port := range y.SM {
		d, data, written := bench.Drive(tb, port.Requests, 0), bench.Drive(tb, port.Data, 0), bench.Drive(tb, port.Written, 0)
		bench.Collect[uint64](tb, port.Reads, 0).Each(func(uint64) { data.Send(readBeat{}) })
		bench.Collect[writeBeat](tb, port.Writes, 0).Each(func(writeBeat) { written.Send(uint64(0)) })
		for k := range 200 {
			o := operations[k%len(operations)]
			d.Send(requestBeat{uint64(o), 0, uint64(1 + len(c.Operations[o].Request)), 0, uint64(k)})
		}
		requests = append(requests, d)
	}
	lines := bench.Drive(tb, y.Lines, 0)
	bench.Collect[uint64](tb, y.Reads, 0).Each(func(uint64) {
		for range isa.ObjectWords {
			lines.Send(readBeat{})
		}
	})
	for range 2000 {
		tb.Tick()
	}
	for _, d := range requests {
		taken += d.Passed()
	}
	return taken
}

func TestThePageHasTheNumberOfRequestsInside(t *testing.T) {
	long.NotShort(t)
	content, err := os.ReadFile("../../../docs/ioarbiter.md")
	require.NoError(t, err)
	assert.Contains(t, strings.Join(strings.Fields(string(content)), " "), fmt.Sprintf("%d requests of 2 SMs, %d of 5 SMs or %d of 8 SMs", inside(t, 2), inside(t, 5), inside(t, 8)))
}
