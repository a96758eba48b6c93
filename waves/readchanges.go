package waves

import (
	"errors"
	"strconv"
	"strings"
)

// changes reads times and value changes to the end of the file.
func (p *parser) changes() error {
	open := "" // the command whose $end must come
	for {
		token, err := p.s.next(false)
		if err != nil {
			return err
		}
		if token == nil {
			break
		}
		if p.s.cut {
			return p.at("the file ends inside or right after %s without a new line; it was cut off", quote(token))
		}
		switch token[0] {
		case '$':
			switch keyword := string(token); keyword {
			case "$comment":
				err = p.skip(keyword)
			case "$dumpvars", "$dumpall", "$dumpon", "$dumpoff":
				if open != "" {
					return p.at("%s inside %s; its $end is missing", keyword, open)
				}
				open = keyword
			case "$end":
				if open == "" {
					return p.at("$end without a command")
				}
				open = ""
			default:
				return p.at("unknown keyword %s among the value changes", quote(token))
			}
		case '#':
			err = p.time(token)
		default:
			err = p.change(token)
		}
		if err != nil {
			return err
		}
	}
	if open != "" {
		return p.errCut("inside " + open)
	}
	if !p.timed {
		return p.errCut("before the first time")
	}
	return nil
}

func (p *parser) time(token []byte) error {
	text := token[1:]
	t, err := strconv.ParseUint(string(text[:min(len(text), 21)]), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && t > maxTime:
		return p.at("the time %s is beyond %d", quote(token), uint64(maxTime))
	case err != nil:
		return p.at("%s is not a time", quote(token))
	case p.timed && t < p.file.End:
		return p.at("the time #%d comes after #%d; time runs backward", t, p.file.End)
	}
	p.file.End, p.timed = t, true
	return nil
}

// change reads one value change; values before the first time are at 0.
func (p *parser) change(token []byte) error {
	var buf [64]byte
	switch token[0] {
	case '0', '1', 'x', 'X', 'z', 'Z':
		if len(token) == 1 {
			return p.at("the value %s without an identifier", quote(token))
		}
		t, err := p.trace(token[1:])
		if err != nil {
			return err
		}
		if t.width != 1 {
			return p.at("the scalar value %s for %s", quote(token), bitCount(t.width))
		}
		t.add(p.file.End, append(buf[:0], lower(token[0])))
		return nil
	case 'b', 'B':
		digits := append(buf[:0], token[1:]...)
		if len(digits) == 0 {
			return p.at("a vector value without digits")
		}
		for i, d := range digits {
			digits[i] = lower(d)
			if strings.IndexByte("01xz", digits[i]) < 0 {
				return p.at("%s has the digit %q; only 0, 1, x and z are digits", quote(token), rune(d))
			}
		}
		t, err := p.id()
		if err != nil {
			return err
		}
		if t.width == 0 || len(digits) > t.width {
			return p.at("a vector value of %s for %s", bitCount(len(digits)), bitCount(t.width))
		}
		t.add(p.file.End, shorten(digits))
		return nil
	case 'r', 'R':
		text := append(buf[:0], token[1:]...)
		if len(text) > maxName {
			return p.at("a real of %d characters", len(text))
		}
		if _, err := strconv.ParseFloat(string(text), 64); err != nil && !errors.Is(err, strconv.ErrRange) {
			return p.at("%s is not a real number", quote(token))
		}
		t, err := p.id()
		if err != nil {
			return err
		}
		if t.width != 0 {
			return p.at("a real value for %s", bitCount(t.width))
		}
		t.add(p.file.End, text)
		return nil
	}
	if token[0] == 's' || token[0] == 'S' { // of a string, spaces escaped
		t, err := p.id()
		if err == nil && t.width != textWidth {
			err = p.at("a string value for %s", bitCount(t.width))
		}
		return err
	}
	return p.at("%s is neither a time nor a value", quote(token))
}

func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// id reads the identifier after a vector or real value.
func (p *parser) id() (*trace, error) {
	id, err := p.s.next(false)
	switch {
	case err != nil:
		return nil, err
	case id == nil:
		return nil, p.errCut("between a value and its identifier")
	case p.s.cut:
		return nil, p.at("the file ends inside or right after %s without a new line; it was cut off", quote(id))
	}
	return p.trace(id)
}

func (p *parser) trace(id []byte) (*trace, error) {
	t := p.traces[string(id)]
	if t == nil {
		return nil, p.at("unknown identifier %s; no $var declares it", quote(id))
	}
	return t, nil
}
