package waves

import (
	"io"
	"sync/atomic"
)

const (
	writeSize   = 1 << 17 // bytes of each write to the disk
	textBuffers = 3       // being filled, waiting, being written
)

// behind writes text in a separate goroutine, so that formatting does not wait
// for the disk. It must be closed.
type behind struct {
	w      io.Writer
	full   chan []byte
	free   chan []byte
	done   chan struct{}
	failed atomic.Pointer[error]
}

func newBehind(w io.Writer) *behind {
	b := &behind{w: w, full: make(chan []byte, textBuffers), free: make(chan []byte, textBuffers), done: make(chan struct{})}
	for range textBuffers - 1 {
		b.free <- nil // made when needed: most waves are short
	}
	go b.run()
	return b
}

func (b *behind) run() {
	defer close(b.done)
	for text := range b.full {
		if b.err() == nil {
			n, err := b.w.Write(text)
			if err == nil && n < len(text) {
				err = io.ErrShortWrite
			}
			if err != nil {
				b.failed.Store(&err)
			}
		}
		b.free <- text
	}
}

func (b *behind) err() error {
	if p := b.failed.Load(); p != nil {
		return *p
	}
	return nil
}

// exchange takes a full buffer and returns an empty one, or the error of an
// earlier write. Buffers have writeSize bytes.
func (b *behind) exchange(text []byte) ([]byte, error) {
	b.full <- text
	next := <-b.free
	if next == nil {
		next = make([]byte, writeSize)
	}
	return next[:writeSize], b.err()
}

// close waits until everything is written.
func (b *behind) close() error {
	close(b.full)
	<-b.done
	return b.err()
}
