package kept_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/kept"
)

// holderTest is set in the process that is killed while it builds: the file that says
// that it does.
const holderTest = "POSEDGE_TEST_HOLDS_LOCK"

// tool is what an entry is made with: a build that counts and an input.
type tool struct {
	input  string
	builds atomic.Int64
}

func newTool(t *testing.T) *tool {
	t.Helper()
	t.Setenv(kept.Variable, filepath.Join(t.TempDir(), "new", "cache"))
	x := &tool{input: filepath.Join(t.TempDir(), "input")}
	require.NoError(t, os.WriteFile(x.input, []byte("1"), 0o666))
	return x
}

func (x *tool) build(dir string) ([]string, error) {
	x.builds.Add(1)
	text, err := os.ReadFile(x.input)
	if err != nil {
		return nil, err
	}
	return []string{x.input}, os.WriteFile(filepath.Join(dir, "output"), append([]byte("made of "), text...), 0o666)
}

// get returns the entry's file, and how many builds there were.
func (x *tool) get(t *testing.T, key string) (string, int) {
	t.Helper()
	dir, err := kept.Folder(t.Context(), "kind", key, x.build)
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(dir, "output"))
	require.NoError(t, err)
	return string(text), int(x.builds.Load())
}

func TestAnEntryIsBuiltOnceForEachKey(t *testing.T) {
	x := newTool(t)
	for _, step := range []struct {
		key    string
		builds int
	}{{"a", 1}, {"a", 1}, {"b", 2}, {"a", 2}} {
		text, builds := x.get(t, step.key)
		assert.Equal(t, "made of 1", text)
		assert.Equal(t, step.builds, builds)
	}
}

func TestCallsAtTheSameTimeBuildOnce(t *testing.T) {
	x := newTool(t)
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			_, err := kept.Folder(t.Context(), "kind", "key", func(dir string) ([]string, error) {
				time.Sleep(50 * time.Millisecond)
				return x.build(dir)
			})
			assert.NoError(t, err)
		})
	}
	all.Wait()
	assert.EqualValues(t, 1, x.builds.Load())
}

func TestAChangedInputIsBuiltAgain(t *testing.T) {
	x := newTool(t)
	x.get(t, "key")
	require.NoError(t, os.WriteFile(x.input, []byte("22"), 0o666))
	text, builds := x.get(t, "key")
	assert.Equal(t, "made of 22", text)
	assert.Equal(t, 2, builds)

	require.NoError(t, os.WriteFile(x.input, []byte("33"), 0o666))
	later := time.Now().Add(time.Minute)
	require.NoError(t, os.Chtimes(x.input, later, later))
	text, _ = x.get(t, "key")
	assert.Equal(t, "made of 33", text, "of the same size")
}

// Whatever happens to a file of an entry, the entry is as if it were not there.
func TestDamageIsNoticed(t *testing.T) {
	overwrite := func(text string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(text), 0o666) }
	}
	cut := func(n int64) func(string) error {
		return func(path string) error { return os.Truncate(path, n) }
	}
	for name, damage := range map[string]struct {
		file string
		do   func(path string) error
	}{
		"another byte": {"output", overwrite("made of 2")},
		"no end":       {"output", cut(3)},
		"empty":        {"output", cut(0)},
		"no file":      {"output", os.Remove},
		"no list":      {"posedge.list", os.Remove},
		"half a list":  {"posedge.list", cut(40)},
		"empty list":   {"posedge.list", cut(0)},
		"a line less": {"posedge.list", func(path string) error {
			text, err := os.ReadFile(path)
			lines := bytes.SplitAfter(text, []byte("\n"))
			return errors.Join(err, os.WriteFile(path, bytes.Join(slices.Delete(lines, 1, 2), nil), 0o666))
		}},
		"another format": {"posedge.list", overwrite("posedge kept 0\nend 0000000000000000\n")},
	} {
		t.Run(name, func(t *testing.T) {
			x := newTool(t)
			dir, err := kept.Folder(t.Context(), "kind", "key", x.build)
			require.NoError(t, err)
			require.NoError(t, damage.do(filepath.Join(dir, damage.file)))
			text, builds := x.get(t, "key")
			assert.Equal(t, "made of 1", text)
			assert.Equal(t, 2, builds)
		})
	}
}

func TestFewEntriesAreKept(t *testing.T) {
	x := newTool(t)
	stale := filepath.Join(os.Getenv(kept.Variable), "kind-0123.tmp456")
	require.NoError(t, os.MkdirAll(stale, 0o777))
	require.NoError(t, os.Chtimes(stale, time.Time{}, time.Now().Add(-2*time.Hour)))
	for i := range 10 {
		x.get(t, "often")
		x.get(t, fmt.Sprint(i))
	}
	_, builds := x.get(t, "often")
	assert.Equal(t, 11, builds, "what is in use is not removed")
	folders, err := filepath.Glob(filepath.Join(os.Getenv(kept.Variable), "*-*"))
	require.NoError(t, err)
	assert.Len(t, folders, 4)
	assert.NotContains(t, folders, stale, "what a killed process has left")
}

// A build that fails leaves nothing, and the next one tries again.
func TestFailuresAreNotKept(t *testing.T) {
	x := newTool(t)
	broken := errors.New("broken")
	_, err := kept.Folder(t.Context(), "kind", "key", func(dir string) ([]string, error) {
		assert.NoError(t, os.WriteFile(filepath.Join(dir, "output"), nil, 0o666))
		return nil, broken
	})
	assert.Equal(t, broken, err)
	left, err := filepath.Glob(filepath.Join(os.Getenv(kept.Variable), "*-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
	text, _ := x.get(t, "key")
	assert.Equal(t, "made of 1", text)
}

func TestThereMayBeNoCache(t *testing.T) {
	x := newTool(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	for _, where := range []string{"off", filepath.Join(file, "below")} {
		t.Setenv(kept.Variable, where)
		_, err := kept.Folder(t.Context(), "kind", "key", x.build)
		assert.ErrorIs(t, err, kept.ErrNoCache, where)
	}
	t.Setenv(kept.Variable, "here")
	_, err := kept.Folder(t.Context(), "kind", "key", x.build)
	assert.EqualError(t, err, `kept: POSEDGE_CACHE is "here"; it must be an absolute path, or off`)
	for _, name := range []string{kept.Variable, "HOME", "XDG_CACHE_HOME", "LocalAppData", "home"} {
		t.Setenv(name, "")
	}
	_, err = kept.Folder(t.Context(), "kind", "key", x.build)
	assert.ErrorIs(t, err, kept.ErrNoCache)
	assert.Zero(t, x.builds.Load())
}

// Who waits for another process that builds goes on when that one is killed, or when its
// own context ends.
func TestAKilledProcessHoldsNobodyUp(t *testing.T) {
	if building := os.Getenv(holderTest); building != "" {
		_, err := kept.Folder(t.Context(), "kind", "key", func(string) ([]string, error) {
			assert.NoError(t, os.WriteFile(building, nil, 0o666))
			time.Sleep(time.Hour)
			return nil, nil
		})
		t.Fatal("the build has ended: ", err)
	}
	x := newTool(t)
	building := filepath.Join(t.TempDir(), "building")
	child := start(t, "^TestAKilledProcessHoldsNobodyUp$", holderTest+"="+building)
	require.Eventually(t, func() bool {
		_, err := os.Stat(building)
		return err == nil
	}, time.Minute, 5*time.Millisecond)

	ctx, cancel := context.WithTimeoutCause(t.Context(), 100*time.Millisecond, errors.New("no more time"))
	defer cancel()
	_, err := kept.Folder(ctx, "kind", "key", x.build)
	assert.EqualError(t, err, "no more time")
	assert.Zero(t, x.builds.Load(), "the other process still builds")

	require.NoError(t, child.Kill())
	text, _ := x.get(t, "key")
	assert.Equal(t, "made of 1", text)
}
