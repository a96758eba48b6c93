package kept_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// start runs a test in a process of its own, which ends with t.
func start(t *testing.T, name, variable string) *os.Process {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("processes do not wait for each other here")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	child := exec.Command(self, "-test.run", name)
	child.Env = append(os.Environ(), variable)
	require.NoError(t, child.Start())
	t.Cleanup(func() {
		_ = child.Process.Kill()
		_ = child.Wait() // it was killed
	})
	return child.Process
}
