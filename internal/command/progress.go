package command

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// patience is how long a job may take before it shows its progress.
const patience = time.Second

// progress is a bar on a terminal for a job that takes longer than patience.
// Elsewhere, and for a shorter job, it shows only its notes.
type progress struct {
	mu       sync.Mutex
	w        io.Writer
	notes    io.Writer // where there is no bar
	what     string
	start    time.Time
	bar      *progressbar.ProgressBar
	done     int
	total    int // of bar; -1 until it is known
	tick     *time.Ticker
	finished chan struct{}
	idle     sync.WaitGroup
}

// startProgress begins to watch a job; the bar goes to w if that is a terminal.
func startProgress(w io.Writer, what string) *progress {
	p := &progress{what: what, start: time.Now(), total: -1}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		p.notes = w
		return p
	}
	p.w, p.tick, p.finished = w, time.NewTicker(100*time.Millisecond), make(chan struct{})
	p.bar = p.newBar()
	p.idle.Add(1)
	go func() {
		defer p.idle.Done()
		for {
			select {
			case <-p.finished:
				return
			case <-p.tick.C:
				p.draw()
			}
		}
	}()
	return p
}

// step says how much of the job is done.
func (p *progress) step(done, total int) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = done
	if p.total != total {
		_ = p.bar.Clear()
		p.total = total
		p.bar = p.newBar()
	}
}

// note writes a line when a part of a long job is done, if no bar shows it.
func (p *progress) note(format string, args ...any) {
	if p.notes == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.notes, p.what+": "+format+"\n", args...)
}

func (p *progress) newBar() *progressbar.ProgressBar {
	return progressbar.NewOptions(p.total,
		progressbar.OptionSetWriter(p.w),
		progressbar.OptionSetDescription(p.what),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(),
	)
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.start) < patience {
		return
	}
	// An error in drawing the bar is no reason to end the job.
	if p.total < 0 {
		_ = p.bar.Add(1)
		return
	}
	_ = p.bar.Set(p.done)
}

// hide removes the bar while f prints.
func (p *progress) hide(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w != nil {
		_ = p.bar.Clear()
	}
	f()
}

// stop removes the bar. It may be called twice.
func (p *progress) stop() {
	if p.w == nil {
		return
	}
	defer func() { p.w = nil }()
	p.tick.Stop()
	close(p.finished)
	p.idle.Wait()
	_ = p.bar.Clear()
}
