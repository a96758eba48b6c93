package model

import (
	"testing"

	"posedge/blocks/castalu/isa"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The order of the output stage: in S9, as codes, 255·255 + 45 with bias −½ is 172.
func TestSaturationIsTheLastStep(t *testing.T) {
	p, err := isa.Assemble("text.s", "mad_bias.s9 r0.x, r1.x, r2.x, r3.x")
	require.NoError(t, err)
	out := Model{}.Execute(p.Words[0], [3][4]uint32{{255}, {255}, {45}})
	assert.Equal(t, Outcome{Value: [4]uint32{172}, Mask: 1}, out)
}

// A clamp to [0, 1] turns −0 into +0, as docs/castalu.md says; one to [−1, 1] keeps it.
func TestAClampToTheUnitIntervalHasNoMinusZero(t *testing.T) {
	for typ, sign := range map[isa.Type]uint32{isa.FP32: 1 << 31, isa.FP16: 1 << 15} {
		for clamp, want := range map[isa.Clamp]uint32{isa.Unclamped: sign, isa.ClampUnit: 0, isa.ClampSigned: sign} {
			i := isa.Instruction{Op: isa.Move, Type: typ, Clamp: clamp, Mask: 1}
			i.In[0].Width = 1
			w, err := i.Encode()
			require.NoError(t, err)
			assert.Equal(t, want, Model{}.Execute(w, [3][4]uint32{{sign}}).Value[0], "%v, clamp %d", typ, clamp)
		}
	}
}
