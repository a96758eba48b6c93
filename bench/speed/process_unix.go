//go:build unix

package speed

import (
	"os/exec"
	"syscall"
)

// killGroup makes cancellation end what the process has started as well:
// Verilator runs make, which runs the compiler.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
