package isa_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/combineripu/isa"
)

func TestListingsNameWhatLanesRead(t *testing.T) {
	t.Parallel()
	i := isa.Instruction{Op: isa.MultAdd, Dest: isa.Spare0, Halves: 3, Bias: true, Scale: 2, In: [3]isa.Operand{
		{isa.RegisterOperand, isa.Fog, 1, 0, isa.ExpandNegate}, {isa.Constant1Operand, 0, 0, 0, isa.HalfBiasNormal}, {Mapping: isa.SignedNegate}}}
	assert.Equal(t, "MAD SP0=(-x(FOG.aaab))·h(C1.rgbb)+(-ZERO) -128 x4", i.String())
	assert.Equal(t, "MAD R12=", i.Numbered()[:8])
	assert.False(t, strings.Contains(i.String(), "\n"))
}
