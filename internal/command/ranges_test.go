package command

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
)

func outputs(names ...string) (ports []*ir.Signal) {
	for _, n := range names {
		ports = append(ports, &ir.Signal{Name: n, Kind: ir.Output, Width: 4})
	}
	return ports
}

func rowNames(ports []*ir.Signal) (names []string) {
	for _, r := range foldPorts(ports) {
		names = append(names, r.name)
	}
	return names
}

func TestPortsThatDifferInNumbersShareARow(t *testing.T) {
	assert.Equal(t, []string{"a_0…2_valid", "a_0…2_data_0…1", "b"},
		rowNames(outputs("a_0_valid", "a_0_data_0", "a_0_data_1", "b",
			"a_1_valid", "a_1_data_0", "a_1_data_1", "a_2_valid", "a_2_data_0", "a_2_data_1")))
	assert.Equal(t, []string{"stage_2", "v_3…4"}, rowNames(outputs("stage_2", "v_3", "v_4")))
}

func TestPortsWithGapsInTheirNumbersDoNot(t *testing.T) {
	for _, names := range [][]string{
		{"a_0", "b", "a_2"},
		{"a_0_0", "a_0_1", "a_1_1"},
		{"a_00", "a_01"},
	} {
		assert.Equal(t, names, rowNames(outputs(names...)))
	}
}

func TestPortsOfOtherWidthDirectionOrMeaningAreRowsOfTheirOwn(t *testing.T) {
	ports := outputs("a_0", "a_1", "a_2", "a_3", "a_4")
	ports[0].Width = 1
	ports[1].Kind = ir.Input
	ports[2].Doc = "the middle"
	assert.Equal(t, []string{"a_0", "a_1", "a_2", "a_3…4"}, rowNames(ports))
	assert.Equal(t, portRow{"a_3…4", ir.Output, 4, ""}, foldPorts(ports)[3])
}
