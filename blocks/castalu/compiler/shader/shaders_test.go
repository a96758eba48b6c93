package shader_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/shader"
)

// shaderFile returns a bundled shader.
func shaderFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "scenario", "shaders", name))
	require.NoError(t, err)
	return string(text)
}

// TestThePatentsExampleHasItsCounts: the operations per component that the patent counts in its
// lighting example.
func TestThePatentsExampleHasItsCounts(t *testing.T) {
	g, err := shader.Parse("patent.frag", shaderFile(t, "patent.frag"), options)
	require.NoError(t, err)
	count := map[flow.Op]int{}
	for _, n := range g.Nodes {
		count[n.Op]++
	}
	assert.Equal(t, 38, count[flow.Multiply])
	assert.Equal(t, 21, count[flow.Add]+count[flow.Subtract])
	assert.Equal(t, 2, count[flow.Reciprocal])
	assert.Equal(t, 1, count[flow.SquareRoot])
	assert.Equal(t, 1, count[flow.Power])
}

// TestTheBundledShadersAreRead: all of them have a source for every input.
func TestTheBundledShadersAreRead(t *testing.T) {
	files, err := filepath.Glob("../../scenario/shaders/*.frag")
	require.NoError(t, err)
	assert.GreaterOrEqual(t, len(files), 6)
	for _, file := range files {
		name := filepath.Base(file)
		g, err := shader.Parse(name, shaderFile(t, name), options)
		if !assert.NoError(t, err) {
			continue
		}
		for _, v := range g.Variables {
			assert.True(t, v.Declared || v.Uniform, "%s: %s", name, v.Name)
			assert.True(t, v.Uniform || v.Source.Kind != flow.NoSource, "%s: %s", name, v.Name)
		}
		assert.True(t, g.Output.Declared, name)
	}
}
