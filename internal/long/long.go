// Package long marks tests by how long they take. Those that take too long for everyday use run in make test-long, whatever
// their package:
//
//	func TestLongEveryValue(t *testing.T) {
//		long.Only(t)
//		…
//	}
//
// Those that take a second or two of CPU run in make test, but not in make quick, and begin with long.NotShort(t).
package long

import (
	"os"
	"strings"
	"testing"
)

// Variable is the environment variable that enables the long tests; make test-long sets it and runs the tests whose
// names begin with TestLong.
const Variable = "POSEDGE_LONG"

// Only skips a test unless the long tests are enabled. The name of the test must begin with TestLong, since make
// test-long would not find it otherwise.
func Only(t testing.TB) {
	t.Helper()
	if !strings.HasPrefix(t.Name(), "TestLong") {
		t.Fatalf("%s is a long test: name it TestLong…, so that make test-long finds it", t.Name())
	}
	if os.Getenv(Variable) == "" {
		t.Skip("it takes long: make test-long runs it")
	}
}

// NotShort skips a test in a short run (go test -short).
func NotShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes seconds: make test runs it")
	}
}
