//go:build !unix

package eda

import "os/exec"

// KillGroup makes cancellation end what the tool has started as well; here it
// ends the tool alone.
func KillGroup(*exec.Cmd) {}
