package speed

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/sim"
)

func TestTmp(t *testing.T) {
	for _, d := range Suite() {
		b, err := d.elaborate()
		require.NoError(t, err)
		p, err := sim.Compile(b.Top, sim.WithEngine(sim.Reference))
		require.NoError(t, err)
		s := p.New()
		c, _ := p.Port("checksum")
		s.Tick(100)
		fmt.Println(d.Name, len(p.Netlist().Nodes), s.Get(c), len(b.Notes))
	}
}
