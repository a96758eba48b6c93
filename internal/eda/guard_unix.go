//go:build unix

package eda

import (
	"os/exec"
	"syscall"
)

// KillGroup makes cancellation end what the tool has started as well:
// Verilator runs make, which runs the compiler.
func KillGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
