package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress tells how far the mutants are: a bar on a terminal, elsewhere a line for each twentieth and for each mutant that
// is not noticed.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	bar   *progressbar.ProgressBar // nil elsewhere
	began time.Time
	now   func() time.Time
	done  int
	total int
}

// parts is how many lines there are at most of mutants that are noticed.
const parts = 20

// newProgress watches a number of mutants, and the project without a fault before them.
func newProgress(w io.Writer, mutants int) *progress {
	p := &progress{w: w, began: time.Now(), now: time.Now, total: mutants + 1}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(p.total, progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription("mutants"), progressbar.OptionClearOnFinish())
		_ = p.bar.Add(0)
	}
	return p
}

// add counts one; what is said of it, if anything, is shown at once.
func (p *progress) add(said string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.done * parts / p.total
	p.done++
	if p.bar != nil {
		if said != "" {
			_ = p.bar.Clear()
			fmt.Fprintln(p.w, said)
		}
		_ = p.bar.Add(1)
		return
	}
	if said != "" {
		fmt.Fprintln(p.w, said)
	}
	if p.done*parts/p.total != before {
		took := p.now().Sub(p.began)
		rest := took * time.Duration(p.total-p.done) / time.Duration(p.done)
		fmt.Fprintf(p.w, "mutants: %d of %d in %v, about %v to go\n", p.done, p.total, took.Round(time.Second), rest.Round(time.Minute))
	}
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
