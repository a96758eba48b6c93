package waves

import (
	"fmt"
	"io"
)

// maxToken bounds a token: the widest value with its letter.
const maxToken = maxWidth + 1

// scanner splits a VCD into its tokens at white space, in bounded memory.
type scanner struct {
	r        io.Reader
	buf      []byte
	pos, end int
	line     int // of the last token
	eof      bool
	cut      bool // the last token was ended by the file's end
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: r, buf: make([]byte, 1<<16), line: 1}
}

// fill reads more after buf[keep:], which moves to the front; false at the end.
func (s *scanner) fill(keep int) (bool, error) {
	copy(s.buf, s.buf[keep:s.end])
	s.end -= keep
	s.pos -= keep
	if s.eof {
		return false, nil
	}
	if s.end == len(s.buf) {
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	for range 100 {
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		if err == io.EOF {
			s.eof = true
			return n > 0, nil
		}
		if err != nil {
			return false, fmt.Errorf("line %d: %w", s.line, err)
		}
		if n > 0 {
			return true, nil
		}
	}
	return false, fmt.Errorf("line %d: %w", s.line, io.ErrNoProgress)
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// next returns the next token, valid until the following call; nil at the end.
// In text, a comment's, bytes above ASCII are allowed.
func (s *scanner) next(text bool) ([]byte, error) {
	for {
		for s.pos < s.end && isSpace(s.buf[s.pos]) {
			if s.buf[s.pos] == '\n' {
				s.line++
			}
			s.pos++
		}
		if s.pos < s.end {
			break
		}
		if more, err := s.fill(s.pos); err != nil || !more {
			return nil, err
		}
	}
	begin := s.pos
	for {
		for s.pos < s.end {
			b := s.buf[s.pos]
			if isSpace(b) {
				return s.buf[begin:s.pos], nil
			}
			if b < ' ' || b == 0x7f || b > 0x7f && !text {
				return nil, fmt.Errorf("line %d: the byte 0x%02x is not allowed in a VCD, which is printable ASCII", s.line, b)
			}
			s.pos++
		}
		if s.pos-begin > maxToken {
			return nil, fmt.Errorf("line %d: a word of more than %d characters; no value is that wide", s.line, maxToken)
		}
		more, err := s.fill(begin)
		if err != nil {
			return nil, err
		}
		begin = 0
		if !more {
			s.cut = true
			return s.buf[begin:s.pos], nil
		}
	}
}
