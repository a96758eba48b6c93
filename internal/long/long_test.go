package long_test

import (
	"flag"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/long"
)

// fake is a test of any name.
type fake struct {
	testing.TB
	name            string
	failed, skipped bool
}

func (f *fake) Helper()               {}
func (f *fake) Name() string          { return f.name }
func (f *fake) Fatalf(string, ...any) { f.failed = true }
func (f *fake) Skip(...any)           { f.skipped = true }

func TestLongTestsAreSkippedUnlessAskedFor(t *testing.T) {
	for _, asked := range []string{"", "1"} {
		t.Setenv(long.Variable, asked)
		f := &fake{name: "TestLongEveryValue/fp16"}
		long.Only(f)
		assert.Equal(t, asked == "", f.skipped)
		assert.False(t, f.failed)
		g := &fake{name: "TestEveryValue"}
		long.Only(g)
		assert.True(t, g.failed, "make test-long would not run it")
	}
}

func TestAShortRunLeavesOutWhatTakesSeconds(t *testing.T) {
	was := flag.Lookup("test.short").Value.String()
	defer func() { require.NoError(t, flag.Set("test.short", was)) }()
	for _, short := range []bool{false, true} {
		require.NoError(t, flag.Set("test.short", strconv.FormatBool(short)))
		f := &fake{name: "TestEveryValue"}
		long.NotShort(f)
		assert.Equal(t, short, f.skipped)
	}
}
