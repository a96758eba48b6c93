package lines_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/lines"
	"posedge/internal/lines/linestest"
)

// sums reads lines "name rN: 1, 2 # comment".
func sums(name, source string) (list []int, err error) {
	return list, lines.Read(name, source, func(l *lines.Line) {
		w := l.Word(lines.Names)
		w.OneOf("a name", "alpha", "", "beta")
		l.Space()
		sum := l.Numbered("r", "a register", 7)
		for l.Expect(":", "a colon"); ; l.Comma() {
			l.Space()
			sum += l.Word(lines.Names+"+-").Number(0, "the summand", -9, 99)
			if !l.Next(" ,") {
				break
			}
		}
		l.End()
		list = append(list, sum)
	}, "#", "//").Err()
}

func TestLinesAreReadFromLeftToRight(t *testing.T) {
	list, err := sums("x", "\n# é\u00a0\n\talpha  r7: 1,2 ,\t010\r\nbeta r0:0x1F//#\n\r\nbeta r0:-0X9,+9")
	require.NoError(t, err)
	assert.Equal(t, []int{7 + 13, 31, 0}, list)
}

func TestMistakesSayWhereAndWhat(t *testing.T) {
	for text, want := range map[string]string{
		"?":                                    `1:1: found "?" instead of a name; choose alpha or beta`,
		"\n bet r1: 2":                         `2:2: found "bet" instead of a name; choose alpha or beta: did you mean beta?`,
		"alpha":                                `1:6: found the end of the line instead of a register, r0 to r7`,
		"alpha r: 2":                           `1:7: found "r" instead of a register, r0 to r7`,
		"alpha r8: 2":                          `1:7: found "r8" instead of a register, r0 to r7`,
		"alpha r1x: 2":                         `1:7: found "r1x" instead of a register, r0 to r7`,
		"alpha r1 2":                           `1:9: found "2" instead of a colon`,
		"alpha r1: 2;":                         `1:12: found ";" instead of the end of the line`,
		"alpha r1: 2, #3":                      `1:13: found the end of the line instead of the summand, -9 to 99`,
		"alpha r1: 100":                        `1:11: the summand is 100; choose -9 to 99`,
		"alpha r1: 2,0xFFFFFFFFFFFFFF":         `1:13: the summand is 0xFFFFFFFFFFFFFF; choose -9 to 99`,
		"alpha\u00a0r1: 2":                     `1:6: found a no-break space (U+00A0); write a space`,
		"äöü":                                  `1:1: found "äöü" instead of a name; choose alpha or beta`,
		"alpha r1: 2 äöü \u2009":               `1:17: found a thin space (U+2009); write a space`,
		"alpha r1: " + strings.Repeat("2", 50): `1:11: the summand is ` + strings.Repeat("2", 40) + `; choose -9 to 99`,
	} {
		_, err := sums("file", text)
		assert.EqualError(t, err, "file:"+want)
	}
	for _, number := range []string{"0b1", "0o7", "1_0", "0x", "0x-1", "--1", "+", "0x1_0", "x1"} {
		_, err := sums("file", "beta r0: "+number)
		assert.ErrorContains(t, err, "file:1:10: found", number)
	}
}

func TestTenMistakesAreToldInTheOrderOfTheText(t *testing.T) {
	var m lines.Mistakes
	require.NoError(t, m.Err())
	for k := range 12 {
		m.Add(lines.Place{Line: 12 - k, Column: 1}, "%d", k)
		m.Add(lines.Place{Line: 12 - k, Column: 1}, "again")
	}
	m.Name = "file"
	assert.Equal(t, 12, m.Len())
	told := strings.Split(m.Err().Error(), "\n")
	assert.Equal(t, []string{"file:1:1: 11", "file:10:1: 2", "file: and 2 more mistakes"}, []string{told[0], told[9], told[10]})

	whole := lines.Mistakes{Name: "file"}
	whole.Add(lines.Place{}, "nothing is there")
	assert.EqualError(t, whole.Err(), "file: nothing is there")
}

func TestWordsAreSplitAtBlanks(t *testing.T) {
	lines.Read("", "\ta é1\r  ff \r", func(l *lines.Line) {
		assert.Equal(t, "a é1\r  ff", l.String())
		words := l.Words()
		require.Len(t, words, 3)
		assert.Equal(t, []lines.Place{{1, 2}, {1, 4}, {1, 9}}, []lines.Place{words[0].Place, words[1].Place, words[2].Place})
		assert.Equal(t, 255, words[2].Number(16, "", 0, 255))
		assert.True(t, l.Done())
	})
	for _, number := range []string{"+1", "-1", "0x", "g", ""} {
		err := lines.Read("file", "x", func(*lines.Line) { lines.Word{Text: number}.Number(16, "the word", 0, 15) }).Err()
		assert.ErrorContains(t, err, "instead of the word, 0x0 to 0xf", number)
	}
}

func TestAWordIsOneOfNames(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "; choose a": {"", "a"}, "; choose a or b": {"a", "b"}, "; choose a, b or c": {"a", "b", "c"}} {
		err := lines.Read("file", "x", func(l *lines.Line) { l.Word(lines.Digits).OneOf("a letter", names...) }).Err()
		assert.EqualError(t, err, `file:1:1: found "x" instead of a letter`+want)
	}
}

func TestWordsInHexadecimalAreBytes(t *testing.T) {
	var all [][]byte
	collect := func(b []byte) { all = append(all, b) }
	require.NoError(t, lines.ReadHex("x", "00ff // a\n\n  AB12\r\n", 2, collect))
	assert.Equal(t, [][]byte{{0, 0xff}, {0xab, 0x12}}, all)
	assert.EqualError(t, lines.ReadHex("x", "0g00\n0012\n 001", 2, collect), `x:1:1: found "0g00" instead of a word of 4 hexadecimal digits
x:3:2: found "001" instead of a word of 4 hexadecimal digits`)
}

func TestOtherPanicsGoOn(t *testing.T) {
	broken := errors.New("broken")
	assert.PanicsWithError(t, "broken", func() { lines.Read("", "x", func(*lines.Line) { panic(broken) }) })
}

func FuzzRefused(f *testing.F) {
	f.Add("alpha r1: 2\n beta\u00a0r9\nalpha r1 2 #")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := sums("fuzz", text); err != nil {
			linestest.Refused(t, text, err)
		}
	})
}
