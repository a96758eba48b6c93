// Package lines reads texts a line at a time: programs of an assembler, words in hexadecimal, scenarios. A mistake ends the
// reading of its line only; the error tells the mistakes of all lines, each with its place.
package lines

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"

	"posedge/internal/text"
)

// Characters of words.
const (
	Digits  = "0123456789"
	Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	Names   = Letters + Digits + "_"
)

const blanks = " \t\r"

// Line is a line without its comment, read from left to right.
type Line struct {
	number int
	text   string
	at     int // the byte that comes next
}

// Read calls a function with each line that is not empty. A comment begins with one of the given signs.
func Read(name, source string, line func(*Line), comments ...string) *Mistakes {
	m := &Mistakes{Name: name}
	for n, t := range strings.Split(source, "\n") {
		for _, sign := range comments {
			t, _, _ = strings.Cut(t, sign)
		}
		m.try(&Line{number: n + 1, text: strings.TrimRight(t, blanks)}, line)
	}
	return m
}

// ReadHex calls a function with each word of a text that has a word of so many bytes a line, in hexadecimal.
func ReadHex(name, source string, size int, word func([]byte)) error {
	return Read(name, source, func(l *Line) {
		w := l.Until("")
		b, err := hex.DecodeString(w.Text)
		if err != nil || len(b) != size {
			w.Instead("a word of %d hexadecimal digits", 2*size)
		}
		word(b)
	}, "//").Err()
}

func (m *Mistakes) try(l *Line, line func(*Line)) {
	defer func() {
		if x := recover(); x != nil {
			one, failed := x.(mistake)
			if !failed {
				panic(x)
			}
			m.Add(one.at, "%s", one.message)
		}
	}()
	for at, r := range l.text {
		if blank := text.StrangeBlank(r); blank != "" {
			l.at = at
			l.Place().Fail("found %s", blank)
		}
	}
	if l.Space(); !l.Done() {
		line(l)
	}
}

// String is the line, apart from blanks around it.
func (l *Line) String() string { return strings.Trim(l.text, blanks) }

// Place is that of what comes next.
func (l *Line) Place() Place { return Place{l.number, 1 + utf8.RuneCountInString(l.text[:l.at])} }

// Done reports whether nothing is left.
func (l *Line) Done() bool { return l.at == len(l.text) }

// Space passes over spaces and tabs.
func (l *Line) Space() { l.at = len(l.text) - len(strings.TrimLeft(l.text[l.at:], " \t")) }

// Next reports whether one of the characters comes next.
func (l *Line) Next(set string) bool { return !l.Done() && strings.IndexByte(set, l.text[l.at]) >= 0 }

// Skip passes over a text if it comes next.
func (l *Line) Skip(text string) bool {
	if !strings.HasPrefix(l.text[l.at:], text) {
		return false
	}
	l.at += len(text)
	return true
}

// Expect passes over a text, which messages call what.
func (l *Line) Expect(text, what string) {
	if !l.Skip(text) {
		l.Word("").Instead("%s", what)
	}
}

// Comma passes over a comma and the space around it.
func (l *Line) Comma() {
	l.Space()
	l.Expect(",", "a comma")
	l.Space()
}

// End fails if something is left.
func (l *Line) End() {
	if l.Space(); !l.Done() {
		l.Word("").Instead("the end of the line")
	}
}

// Word reads characters of a set, which may be none.
func (l *Line) Word(set string) Word {
	rest := l.text[l.at:]
	return l.word(len(rest) - len(strings.TrimLeft(rest, set)))
}

// Until reads up to one of the characters, or to the end.
func (l *Line) Until(ends string) Word {
	n := strings.IndexAny(l.text[l.at:], ends)
	if n < 0 {
		n = len(l.text) - l.at
	}
	return l.word(n)
}

// Words are what is left, split at blanks.
func (l *Line) Words() (list []Word) {
	for l.Word(blanks); !l.Done(); l.Word(blanks) {
		list = append(list, l.Until(blanks))
	}
	return list
}

// Numbered reads a letter and a decimal number behind it, to most, as r0 to r31.
func (l *Line) Numbered(letter, what string, most int) int {
	whole := *l
	if l.Skip(letter) {
		if n, err := strconv.Atoi(l.Word(Names).Text); err == nil && n <= most {
			return n
		}
	}
	whole.Word("").Instead("%s, %s0 to %s%d", what, letter, letter, most)
	return 0
}

// word takes the next n bytes.
func (l *Line) word(n int) Word {
	w := Word{Place: l.Place(), Text: l.text[l.at : l.at+n]}
	if w.found = w.Text; n == 0 {
		w.found = strings.TrimLeft(l.text[l.at:], blanks)
		if end := strings.IndexAny(w.found, " \t,:"); end > 0 {
			w.found = w.found[:end]
		}
	}
	l.at += n
	return w
}
