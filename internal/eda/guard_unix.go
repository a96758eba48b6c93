//go:build unix

package eda

import (
	"io"
	"os/exec"
	"syscall"
)

// A guard is a shell that waits for its input to end. This process holds the other
// end of the pipe and never writes to it: when this process ends, killed or not, the
// shell reads the end of the file and cleans up.
const (
	// endGroup ends the shell's own process group.
	endGroup = `read -r line; kill -KILL 0`
	// endFolder removes the folder $1, once the processes that write to it have ended.
	endFolder = `read -r line; sleep 1; rm -rf -- "$1"`
)

// watch starts a guard in a process group of its own, out of reach of a Ctrl-C. It
// returns the group; end ends the guard and all processes that joined the group.
func watch(script string, args ...string) (group int, end func(), err error) {
	guard := exec.Command("/bin/sh", append([]string{"-c", script, "guard"}, args...)...)
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var pipe io.WriteCloser
	if pipe, err = guard.StdinPipe(); err != nil {
		return 0, nil, err
	}
	if err = guard.Start(); err != nil {
		return 0, nil, err
	}
	group = guard.Process.Pid
	return group, func() {
		_ = syscall.Kill(-group, syscall.SIGKILL) // the group may already have ended
		_ = guard.Wait()                          // reports that it was killed
		_ = pipe.Close()
	}, nil
}

// Guard makes cmd, which is not started yet, and every process that it starts
// (Verilator runs make, which runs the compiler) end with the context of cmd, and
// with this process, however that ends: a test that runs out of time cannot clean
// up. The caller calls release once cmd has ended.
func Guard(cmd *exec.Cmd) (release func(), err error) {
	group, release, err := watch(endGroup)
	if err != nil {
		return nil, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: group}
	cmd.Cancel = func() error { return syscall.Kill(-group, syscall.SIGKILL) }
	return release, nil
}

// guardFolder has a folder removed if this process ends before release is called.
func guardFolder(dir string) (release func(), err error) {
	_, release, err = watch(endFolder, dir)
	return release, err
}
