package ir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReserved(t *testing.T) {
	for _, word := range []string{"reg", "always", "uwire", "logic", "checker", "nettype", "bool", "process", "vector"} {
		assert.True(t, Reserved(word), word)
	}
	for _, word := range []string{"count", "clk", "rst", "Reg", "reg_0", "state", "valid", ""} {
		assert.False(t, Reserved(word), word)
	}
}

func TestValidName(t *testing.T) {
	for _, name := range []string{"a", "wr_ptr", "IDLE", "fifo_w14_d4", "a__b", "x_"} {
		assert.NoError(t, ValidName(name), name)
	}
	for name, message := range map[string]string{
		"reg":        `name "reg" is a keyword of Verilog; call it "reg_value" or similar`,
		"logic":      `name "logic" is a keyword of SystemVerilog; call it "logic_value" or similar`,
		"bool":       `name "bool" is a word that Verilog tools trip over; call it "bool_value" or similar`,
		"":           `name is empty; write a letter followed by letters, digits and underscores`,
		"1":          `name "1" is not a letter followed by letters, digits and underscores; call it "n1" or similar`,
		"my count":   `name "my count" is not a letter followed by letters, digits and underscores; call it "my_count" or similar`,
		"_x":         `name "_x" is not a letter followed by letters, digits and underscores; call it "x" or similar`,
		"a.b[3]":     `name "a.b[3]" is not a letter followed by letters, digits and underscores; call it "a_b_3" or similar`,
		"größe":      `name "größe" is not a letter followed by letters, digits and underscores; call it "gr_e" or similar`,
		"cost$":      `name "cost$" is not a letter followed by letters, digits and underscores; call it "cost" or similar`,
		"new!":       `name "new!" is not a letter followed by letters, digits and underscores; call it "new_value" or similar`,
		"2nd_stage_": `name "2nd_stage_" is not a letter followed by letters, digits and underscores; call it "n2nd_stage_" or similar`,
	} {
		assert.EqualError(t, ValidName(name), message)
	}
	require.ErrorContains(t, ValidName(strings.Repeat("x", 201)), "201 characters")
	require.NoError(t, ValidName(strings.Repeat("x", 200)))
}

func TestSomeWordsAreNoPorts(t *testing.T) {
	for _, word := range []string{"interrupt", "abort", "near", "huge", "sc_in", "queue", "eval", "name", "linux"} {
		assert.ErrorContains(t, ValidPort(word), `call it "`+word+`_value"`)
		assert.NoError(t, ValidName(word), "what is no port may be called %s", word)
	}
	assert.NoError(t, ValidPort("queue_depth"))
	assert.Error(t, ValidPort("reg"))
	assert.Error(t, ValidName("mailbox"), "Verilator takes it for a class everywhere")
}
