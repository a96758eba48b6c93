package flow_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/castalu/compiler/flow"
)

func TestAnOperationIsMadeOnce(t *testing.T) {
	b := flow.NewBuilder()
	v := b.Variable(flow.Variable{Name: "v", Width: 3})
	w := b.Variable(flow.Variable{Name: "w", Width: 3})
	assert.Equal(t, b.Dot(v, w), b.Dot(w, v), "products commute")
	assert.NotEqual(t, b.Do(flow.Subtract, v, w), b.Do(flow.Subtract, w, v))
}

func TestWhatIsConstantIsComputed(t *testing.T) {
	b := flow.NewBuilder()
	v := b.Variable(flow.Variable{Name: "v", Width: 1})
	assert.Equal(t, 0.5, b.Divide(b.Number(1), b.Number(2))[0].Value)
	assert.Equal(t, 1.0, b.Divide(b.Number(49), b.Number(49))[0].Value, "not 49 × (1 ÷ 49)")
	assert.Equal(t, v, b.Do(flow.Multiply, v, b.Number(1)))
	assert.Equal(t, v, b.Mix(v, v, b.Number(0)))
}
