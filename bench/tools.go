package bench

import (
	"context"
	"fmt"
	"time"
)

// toolMargin is how long before the deadline of a test an external tool is
// stopped, to leave time to say which one it was and to remove its files.
const toolMargin = 5 * time.Second

// toolContext is the context for the external tools of a test: it ends with the
// test, or a little before the test's deadline, when go test would end everything.
func toolContext(r Reporter) (context.Context, context.CancelFunc) {
	ctx := context.Background()
	if t, ok := r.(interface{ Context() context.Context }); ok {
		ctx = t.Context()
	}
	t, ok := r.(interface{ Deadline() (time.Time, bool) })
	if !ok {
		return context.WithCancel(ctx)
	}
	end, ok := t.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	margin := min(toolMargin, time.Until(end)/4)
	return context.WithDeadlineCause(ctx, end.Add(-margin),
		fmt.Errorf("it took until %v before the test's deadline (go test -timeout): %w", margin.Round(time.Second), context.DeadlineExceeded))
}
