package lines

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"posedge/internal/text"
)

// Word is a part of a line.
type Word struct {
	Place
	Text  string
	found string // the text, or what stands there if that is empty
}

// Instead fails: there is this word instead of what belongs there.
func (w Word) Instead(what string, args ...any) {
	found := "the end of the line"
	if w.found != "" {
		found = fmt.Sprintf("%.40q", w.found)
	}
	w.Fail("found %s instead of %s", found, fmt.Sprintf(what, args...))
}

// Some fails if the word is empty.
func (w Word) Some(what string) Word {
	if w.Text == "" {
		w.Instead("%s", what)
	}
	return w
}

// OneOf is the index of the word in a list of names; the empty ones are nobody's.
func (w Word) OneOf(what string, names ...string) int {
	if k := slices.Index(names, w.Text); k >= 0 && w.Text != "" {
		return k
	}
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })
	if len(names) > 0 {
		what += "; choose " + or(names) + text.DidYouMean(w.Text, slices.Values(names))
	}
	w.Instead("%s", what)
	return -1
}

// or is a list of alternatives: "a, b or c".
func or(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Number is the value of the word as a number of a base, from least to most: 10, or 16 with or without 0x in front, or
// 0, which is decimal or hexadecimal behind 0x.
func (w Word) Number(base int, what string, least, most int) int {
	verb := "%d"
	if base == 16 {
		verb = "%#x"
	}
	limits := fmt.Sprintf(verb+" to "+verb, least, most)
	n, err := parse(w.Text, base)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		w.Instead("%s, %s", what, limits)
	}
	if err != nil || n < int64(least) || n > int64(most) {
		w.Fail("%s is %.40s; choose %s", what, w.Text, limits)
	}
	return int(n)
}

// parse is the value of a number. Zeros in front do not make it octal.
func parse(number string, base int) (int64, error) {
	unsigned := strings.TrimLeft(number, "+-")
	sign := number[:len(number)-len(unsigned)]
	digits, prefixed := strings.CutPrefix(strings.ToLower(unsigned), "0x")
	switch {
	case base == 16:
		n, err := strconv.ParseUint(sign+digits, 16, 63) // refuses signs
		return int64(n), err
	case base == 0 && prefixed && digits != "":
		return strconv.ParseInt(sign+"0"+digits, 16, 64) // 0x-1 is none
	}
	return strconv.ParseInt(number, 10, 64)
}
