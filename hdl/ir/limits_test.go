package ir_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
)

// with is a module with a memory of the given number of 64-bit words, and children.
func with(name string, words int, children ...*ir.Module) *ir.Module {
	m := &ir.Module{Name: name}
	if words > 0 {
		m.Memories = []*ir.Memory{{Name: name + "_mem", Width: 64, Depth: words}}
	}
	for _, c := range children {
		m.Instances = append(m.Instances, &ir.Instance{Name: c.Name, Module: c})
	}
	return m
}

func TestMemoriesOfAllInstancesCount(t *testing.T) {
	const most = ir.MaxMemoryWords
	over := func(m *ir.Module) string {
		if x := ir.OverMemoryLimit(m); x != nil {
			return x.Name
		}
		return ""
	}
	half := with("half", most/2)
	assert.Equal(t, "", over(with("top", most)))
	assert.Equal(t, "top_mem", over(with("top", most+1)))
	assert.Equal(t, "", over(with("top", 0, half, half)))
	assert.Equal(t, "half_mem", over(with("top", 1, half, half)))
	assert.Equal(t, "last_mem", over(with("top", 0, half, with("inner", 0, half), with("last", 1))))

	wide := &ir.Module{Name: "wide", Memories: []*ir.Memory{{Name: "mem", Width: 65, Depth: most / 2}}}
	assert.Equal(t, "", over(wide), "a word of 65 bits takes two of 64")
	wide.Memories[0].Depth++
	assert.Equal(t, "mem", over(wide))

	// Instances that double at each of many levels.
	deep := with("leaf", 1)
	for range 100 {
		deep = with("level", 0, deep, deep)
	}
	assert.Equal(t, "leaf_mem", over(deep))
}
