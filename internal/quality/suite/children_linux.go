package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// ticks is the number of clock ticks a second in /proc, the same on all of Go's Linux systems.
const ticks = 100

// childrenOf waits until a process has ended and returns the CPU time of the processes that it waited for. The process is
// still to be waited for.
func childrenOf(pid int) time.Duration {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err == nil {
			break
		}
		if err != unix.EINTR {
			return 0
		}
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name, in parentheses, may hold anything. After it come state (3), …, cutime (16) and cstime (17).
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 15 {
		return 0
	}
	var sum time.Duration
	for _, f := range fields[13:15] {
		n, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return 0
		}
		sum += time.Duration(n) * time.Second / ticks
	}
	return sum
}
