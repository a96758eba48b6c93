// Package progress tells how far a suite of many like cases is: by a bar on a terminal, and elsewhere by a line for each
// twentieth, so that a log shows it too.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// parts is how many lines there are at most, without those of cases of which something is said.
const parts = 20

// Progress counts the cases that are done. Its methods may be called at the same time.
type Progress struct {
	mu          sync.Mutex
	w           io.Writer
	what        string
	bar         *progressbar.ProgressBar // nil where w is no terminal
	began       time.Time
	now         func() time.Time
	done, total int
}

// New watches total cases of a kind, which names them: "mutants". total is at least 1.
func New(w io.Writer, what string, total int) *Progress {
	p := &Progress{w: w, what: what, began: time.Now(), now: time.Now, total: total}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
			progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
		_ = p.bar.Add(0)
	}
	return p
}

// Add counts a case; what is said of it, if anything, is shown at once, as a line.
func (p *Progress) Add(said string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.done * parts / p.total
	p.done++
	p.say(said)
	switch {
	case p.bar != nil:
		_ = p.bar.Add(1)
	case p.done*parts/p.total != before:
		took := p.now().Sub(p.began)
		rest := took * time.Duration(p.total-p.done) / time.Duration(p.done)
		fmt.Fprintf(p.w, "%s: %d of %d in %v, about %v to go\n", p.what, p.done, p.total, took.Round(time.Second), rest.Round(time.Minute))
	}
}

func (p *Progress) say(said string) {
	if said == "" {
		return
	}
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintln(p.w, said)
}

// Hide removes the bar while f prints elsewhere.
func (p *Progress) Hide(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	f()
}

// Finish removes the bar.
func (p *Progress) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
