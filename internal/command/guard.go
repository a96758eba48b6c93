package command

import (
	"fmt"
	"os"
	"path"
	"runtime"
	"strings"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/hdl/ir"
	"posedge/verilog/replay"
)

// guard calls a function of a block. A panic in it is an error that says where; with POSEDGE_PANIC set it stays one.
func guard(what string, f func() error) (err error) {
	if os.Getenv("POSEDGE_PANIC") == "" {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("%s panics%s: %v (POSEDGE_PANIC=1 shows more)", what, panicPlace(), p)
			}
		}()
	}
	return f()
}

// panicPlace is " at FOLDER/FILE:LINE", the line that panicked, while a panic unwinds. A panic that is passed on has begun
// deeper in the stack.
func panicPlace() (place string) {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	panicked := false
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if strings.HasPrefix(f.Function, "runtime.") {
			panicked = panicked || f.Function == "runtime.gopanic"
		} else if panicked {
			panicked = false
			place = fmt.Sprintf(" at %s:%d", path.Join(path.Base(path.Dir(f.File)), path.Base(f.File)), f.Line)
		}
	}
	return place
}

// record records the random run of a variant, which must be a run of the design that the variant makes.
func record(v unit.Variant, cycles int, opts ...bench.Option) (rec replay.Recording, err error) {
	design, err := elaborate(v)
	if err != nil {
		return rec, err
	}
	err = guard("Exercise", func() error {
		return bench.Run(func(r bench.Reporter) {
			tb := v.Exercise(r, 1, cycles, append(opts, bench.Record())...)
			switch {
			case tb == nil:
				r.Fatalf("Exercise returns no bench; return the one that it ran")
			case ir.Digest(tb.Design().Top) != ir.Digest(design.Top):
				r.Fatalf("Exercise ran another design, %s, than New makes, %s; have it use the configuration that it is given",
					tb.Design().Top.Name, design.Top.Name)
			case tb.Cycle() < uint64(cycles):
				r.Fatalf("Exercise ran %d cycles, not at least the %d that it was asked for", tb.Cycle(), cycles)
			}
			rec = tb.Recording()
			tb.Close()
		})
	})
	return rec, err
}
