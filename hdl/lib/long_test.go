package lib_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/long"
)

// Queues of the depths that TestPropertiesOfTheLibraryAreProved leaves out.
func TestLongPropertiesOfOtherQueuesAreProved(t *testing.T) {
	long.Only(t)
	areProved(t, func(p proof) bool { return strings.HasPrefix(p.name, "fifo_") && !strings.HasSuffix(p.name, "_2") })
}

// Every fault of every component, one after the other, fails one of the asserts
// of its harness, except for some that change nothing.
func TestLongEveryFaultIsRefuted(t *testing.T) {
	long.Only(t)
	needProver(t)
	harmless := map[string]int{
		// The pointers of a single entry are always 0.
		"fifo_asynchronous_1": 1, "fifo_registered_1": 1, "fifo_block_1": 1, "fifo_block_registered_1": 1, "fifo_fall_through_1": 2,
		// Both stages are one module: data that are inverted twice are unchanged.
		"pipeline_2": 4,
	}
	for _, p := range proofs() {
		t.Run(p.name, func(t *testing.T) {
			lived := 0
			for k := 0; ; k++ {
				d, err := hdl.Elaborate(p.harness())
				require.NoError(t, err)
				list := faults(d.Top)
				if k == len(list) {
					break
				}
				list[k].make()
				if refuted(d) == 0 {
					lived++
					t.Log("not found:", list[k].what)
				}
			}
			assert.Equal(t, harmless[p.name], lived, "faults that are not found")
		})
	}
}
