package shader_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/shader"
	"posedge/internal/long"
)

// TestMangledShadersAreRead: words of shaders are deleted, doubled, swapped and taken from other
// shaders. Each text either is read, or has mistakes with a place.
func TestMangledShadersAreRead(t *testing.T) { readMangled(t, 0, 300) }

// TestLongMangledShadersAreRead reads more of them.
func TestLongMangledShadersAreRead(t *testing.T) {
	long.Only(t)
	readMangled(t, 300, 30_000)
}

func readMangled(t *testing.T, from, to uint64) {
	word := regexp.MustCompile(`\w+|\s+|(?s:.)`)
	var texts [][]string
	files, err := filepath.Glob("../../scenario/shaders/*.frag")
	require.NoError(t, err)
	for _, file := range files {
		texts = append(texts, word.FindAllString(shaderFile(t, filepath.Base(file)), -1))
	}
	bad, err := filepath.Glob("testdata/bad/*.txtar")
	require.NoError(t, err)
	for _, file := range bad {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, f := range txtar.Parse(data).Files {
			if strings.HasSuffix(f.Name, ".frag") {
				texts = append(texts, word.FindAllString(string(f.Data), -1))
			}
		}
	}
	line := regexp.MustCompile(`^mangled\.frag:(\d+:\d+: .|[^:]* and \d+ more mistakes?$)`)
	read := 0
	for seed := from; seed < to; seed++ {
		rng := rand.New(rand.NewPCG(seed, 1))
		any := func() []string { return texts[rng.IntN(len(texts))] }
		words := slices.Clone(any())
		if rng.IntN(2) == 0 {
			words = word.FindAllString(shader.Random(rng), -1)
		}
		for range 1 + rng.IntN(4) {
			if len(words) == 0 {
				break
			}
			at, other := rng.IntN(len(words)), any()
			switch rng.IntN(5) {
			case 0:
				words = slices.Delete(words, at, min(len(words), at+1+rng.IntN(3)))
			case 1:
				words = slices.Insert(words, at, words[at])
			case 2:
				k := rng.IntN(len(words))
				words[at], words[k] = words[k], words[at]
			case 3:
				words[at] = words[rng.IntN(len(words))]
			default:
				if len(other) > 0 {
					words[at] = other[rng.IntN(len(other))]
				}
			}
		}
		text := strings.Join(words, "")
		g, err := shader.Parse("mangled.frag", text, options)
		if err == nil {
			g.Evaluate(make([][4]float64, len(g.Variables)))
			read++
			continue
		}
		for _, one := range strings.Split(err.Error(), "\n") {
			require.Regexp(t, line, one, "seed %d\n%s", seed, text)
		}
	}
	assert.Greater(t, read, int(to-from)/40, "some are still legal")
	assert.Less(t, read, int(to-from)/2)
}
