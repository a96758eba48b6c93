package waves

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// Writer writes one VCD. The caller's goroutine, which has the samples in its
// cache, only compares them; a second one formats the changes, and a third writes
// the text, a few buffers behind. The caller waits only if all buffers are full.
//
// A writer belongs to one goroutine and must be closed. The first error, from a
// sample or the disk, is kept: every later Sample returns it, and so does Close.
type Writer struct {
	layout *layout
	period uint64
	clock  bool
	out    output

	frame   []byte      // of a sample that comes as words
	old     []byte      // the frame before
	batch   *batch      // being filled
	free    chan *batch // empty ones, the bound of what is waiting
	full    chan *batch
	done    chan struct{}
	started bool
	last    uint64 // time of the last sample
	closed  bool
	failed  atomic.Pointer[error]
}

// output receives the bytes; exactly one of commit and discard ends it.
type output interface {
	io.Writer
	commit() error
	discard()
}

const (
	batches    = 4
	batchBytes = 1 << 18 // unless one sample is larger
)

// NewWriter begins a VCD on w with the declarations of top. It returns an
// error only for a bad tree or bad options; errors of w come later.
func NewWriter(w io.Writer, top *Scope, opts Options) (*Writer, error) {
	return newWriter(plainOutput{w}, top, opts)
}

// Create is NewWriter on a file. The file is written under another name beside
// path and takes its place when Close succeeds; after any error nothing is
// left, and an older file at path is unchanged. A path that is not a regular
// file, such as a pipe, is written directly.
func Create(path string, top *Scope, opts Options) (*Writer, error) {
	// The tree is checked before the disk is touched.
	if _, _, err := prepare(top, opts); err != nil {
		return nil, err
	}
	out, err := createOutput(path)
	if err != nil {
		return nil, fmt.Errorf("waves: %w", err)
	}
	return newWriter(out, top, opts)
}

func prepare(top *Scope, opts Options) (*layout, Options, error) {
	layout, err := newLayout(top)
	if err != nil {
		return nil, opts, err
	}
	opts, err = opts.withDefaults(layout.clocks)
	return layout, opts, err
}

func newWriter(out output, top *Scope, opts Options) (*Writer, error) {
	layout, opts, err := prepare(top, opts)
	if err != nil {
		return nil, err
	}
	w := &Writer{
		layout: layout,
		period: opts.Period,
		clock:  layout.clocks,
		out:    out,
		free:   make(chan *batch, batches),
		full:   make(chan *batch, batches),
		done:   make(chan struct{}),
		old:    make([]byte, layout.frame),
	}
	for range batches {
		w.free <- &batch{}
	}
	e := newEncoder(out, layout, opts)
	w.keep(e.header(top, opts))
	go w.encode(e)
	return w, nil
}

// encode is the second goroutine. After an error it goes on emptying the
// queue, so that the caller never waits for a disk that is gone.
func (w *Writer) encode(e *encoder) {
	defer close(w.done)
	for b := range w.full {
		if w.err() == nil {
			w.keep(e.batch(b))
		}
		b.times, b.counts, b.changes = b.times[:0], b.counts[:0], b.changes[:0]
		w.free <- b
	}
	if w.err() == nil {
		w.keep(e.finish())
	}
	w.keep(e.disk.close())
}

func (w *Writer) err() error {
	if p := w.failed.Load(); p != nil {
		return *p
	}
	return nil
}

// keep keeps err if it is the first one.
func (w *Writer) keep(err error) error {
	if err == nil {
		return nil
	}
	err = fmt.Errorf("waves: %w", err)
	w.failed.CompareAndSwap(nil, &err)
	return w.err()
}

// FrameSize is the length of a frame in bytes, see [Writer.Frames].
func (w *Writer) FrameSize() int { return w.layout.frame }

// FrameOffset returns the first byte of v in a frame, or for an alias the first
// byte of the variable it stands for, and false for a clock or a variable that
// is not in the tree.
func (w *Writer) FrameOffset(v *Var) (int, bool) {
	s, ok := w.layout.slot(v)
	return s.at, ok
}

var errClosed = errors.New("waves: the writer is closed")

// Sample takes the values of the next cycle, one period after the previous one;
// the first is at time 0. A clock rises at this time and falls half a period later.
//
// The variables follow each other in the order of declaration: a scope's own,
// then those of its inner scopes one after the other. A variable of w bits has
// ceil(w/64) words, the least significant first, and the bits above w are 0.
// Clocks and aliases have none. words is copied.
func (w *Writer) Sample(words []uint64) error {
	return w.SampleAt(w.next(), words)
}

// SampleAt is Sample at a given time, in units of the time scale: for a window
// that begins late, or samples that are not a period apart. Times must
// increase, and if there is a clock, by more than half a period, so that it has
// fallen before it rises.
func (w *Writer) SampleAt(time uint64, words []uint64) error {
	if w.closed {
		return errClosed
	}
	if err := w.err(); err != nil {
		return err
	}
	if len(words) != w.layout.words {
		return w.keep(fmt.Errorf("the sample at time %d has %d words; this tree needs %d, see Sample", time, len(words), w.layout.words))
	}
	if w.frame == nil {
		w.frame = make([]byte, w.layout.frame)
	}
	for _, s := range w.layout.slots {
		value := words[s.offset:][:s.words()]
		if s.width%64 != 0 && value[len(value)-1]>>(s.width%64) != 0 {
			return w.keep(s.excess(time))
		}
		s.pack(w.frame, value)
	}
	return w.FrameAt(time, w.frame)
}

// Frames takes the frames of one or more cycles in succession, as Sample takes
// words: each a period after the previous one.
//
// A frame is a sample in bytes: in the same order a variable of up to 8, 16, 32 or
// 64 bits has 1, 2, 4 or 8 bytes, a wider one 8 for each 64 bits, little-endian,
// and begins at a multiple of its size, or of 8. The length of a frame is a
// multiple of 8. All bits that belong to no value are 0.
func (w *Writer) Frames(frames []byte) error {
	size := w.layout.frame
	if size == 0 {
		return w.FrameAt(w.next(), frames) // a tree with nothing but clocks: one cycle
	}
	if len(frames)%size != 0 {
		return w.keep(fmt.Errorf("%d bytes are not frames of %d, see FrameSize", len(frames), size))
	}
	for ; len(frames) > 0; frames = frames[size:] {
		if err := w.FrameAt(w.next(), frames[:size]); err != nil {
			return err
		}
	}
	return nil
}

// FrameAt is SampleAt for a frame.
func (w *Writer) FrameAt(time uint64, frame []byte) error {
	if w.closed {
		return errClosed
	}
	if err := w.err(); err != nil {
		return err
	}
	if len(frame) != w.layout.frame {
		return w.keep(fmt.Errorf("the frame at time %d has %d bytes; this tree needs %d, see FrameSize", time, len(frame), w.layout.frame))
	}
	if w.started {
		earliest := w.last + 1
		if w.clock {
			earliest = w.last + w.period/2 + 1
		}
		if time < earliest {
			return w.keep(fmt.Errorf("the sample at time %d comes after the one at %d; the next may be at %d at the earliest", time, w.last, earliest))
		}
	}
	if time > maxTime-w.period {
		return w.keep(fmt.Errorf("the sample at time %d ends beyond the largest time %d", time, uint64(maxTime)))
	}
	w.started, w.last = true, time
	if w.batch == nil {
		w.batch = <-w.free
	}
	b := w.batch
	b.times = append(b.times, time)
	before := len(b.changes)
	b.compare(w.old, frame)
	b.counts = append(b.counts, len(b.changes)-before)
	if 16*(len(b.times)+len(b.changes)) >= batchBytes {
		w.flush()
	}
	return nil
}

// next is the time of the next cycle.
func (w *Writer) next() uint64 {
	if !w.started {
		return 0
	}
	return w.last + w.period
}

func (w *Writer) flush() {
	if w.batch != nil {
		w.full <- w.batch
		w.batch = nil
	}
}

// Close writes everything that is waiting and a last time, at which the last
// cycle ends. It returns the writer's first error, such as a full disk; a file
// begun by Create is then removed. Closing again returns the same.
func (w *Writer) Close() error {
	if !w.stop() {
		return w.err()
	}
	if w.err() != nil {
		w.out.discard()
		return w.err()
	}
	return w.keep(w.out.commit())
}

// Discard ends the writer without a file, for a simulation that failed. After
// Close it does nothing.
func (w *Writer) Discard() {
	if w.stop() {
		w.out.discard()
		w.failed.CompareAndSwap(nil, &errClosed)
	}
}

// stop waits for the other goroutine to end; it is false if it had already ended.
func (w *Writer) stop() bool {
	if w.closed {
		return false
	}
	w.closed = true
	w.flush()
	close(w.full)
	<-w.done
	return true
}
