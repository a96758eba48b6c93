package hdl_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
)

// pins is the component around most mistakes. All its outputs have a default.
type pins struct {
	A    hdl.In // 8 bits
	B    hdl.In // 4 bits
	C    hdl.In // 1 bit
	Q    hdl.Out
	Pair hdl.InOf[pair]
	In   hdl.Sink[pair]
	Out  hdl.Source[pair]

	describe func(m *hdl.Module, p *pins)
}

type pair struct{ X, Y hdl.Bits }

var pairShape = pair{X: hdl.Width(8), Y: hdl.Width(4)}

func (p *pins) Describe(m *hdl.Module) {
	p.Q.Default(0)
	p.In.Ready.Default(0)
	p.Out.Valid.Default(0)
	hdl.Default(p.Out.Data, p.Pair.Data)
	p.describe(m, p)
}

func pinsOf(describe func(m *hdl.Module, p *pins)) *pins {
	return &pins{hdl.Input(8), hdl.Input(4), hdl.Input(1), hdl.Output(8), hdl.InputOf(pairShape), // line: ports
		hdl.NewSink(pairShape), hdl.NewSource(pairShape), describe} // line: streams
}

// in describes a module and returns what is wrong with it.
func in(describe func(m *hdl.Module, p *pins)) error {
	_, err := hdl.Elaborate(pinsOf(describe)) // line: top
	return err
}

// holder is a component of one field, of whatever type.
type holder[T any] struct {
	Port T

	describe func(m *hdl.Module, port T)
}

func (h *holder[T]) Describe(m *hdl.Module) {
	if h.describe != nil {
		h.describe(m, h.Port)
	}
}

func holding[T any](port T) *holder[T] { return &holder[T]{Port: port} }

// inverter is a child for mistakes with instances.
type inverter struct {
	In  hdl.In
	Out hdl.Out
}

func newInverter() *inverter { return &inverter{hdl.Input(8), hdl.Output(8)} } // line: inverter

func (i *inverter) Describe(m *hdl.Module) { i.Out.Set(i.In.Not()) }

// queue is a child with streams.
type queue struct {
	Push hdl.Sink[pair]
	Pop  hdl.Source[pair]
}

func newQueue() *queue { return &queue{hdl.NewSink(pairShape), hdl.NewSource(pairShape)} }

func (q *queue) Describe(m *hdl.Module) { q.Pop.From(q.Push) }

type naming struct{ name string }

func (n *naming) Describe(*hdl.Module) {}
func (n *naming) ModuleName() string   { return n.name }

type illNamed struct {
	Reg hdl.In
	Clk hdl.In
	X   hdl.In
	Y   hdl.In `hdl:"x"`
	Z   hdl.In `hdl:"a.b"`
}

func (*illNamed) Describe(*hdl.Module) {}

// twoPins is a bundle of ports.
type twoPins struct {
	In  hdl.In
	Out hdl.Out
}

type twoWires struct{ A, B hdl.In }

func (t *twoWires) Describe(*hdl.Module) {}

type light uint8

const (
	red light = iota
	green
	amber
	broken light = 7
)

func (l light) String() string { return [...]string{"red", "green", "amber"}[l] }

// mistake is an entry of the catalogue of mistakes and their messages, which is
// in the files mistakes_*_test.go. A line that causes an error ends in "want:"
// and the message; several are separated by " && ", a line break is " // ". @-3
// stands for this file, three lines above, and @name for the line in
// mistakes_test.go that ends in "line: name".
type mistake struct {
	name string
	err  func() error
}

// catalogue lists the entries by file.
var catalogue = []struct {
	file    string
	entries [][]mistake
}{
	{"mistakes_values_test.go", [][]mistake{widthMistakes, operandMistakes}},
	{"mistakes_statements_test.go", [][]mistake{targetMistakes, controlMistakes, propertyMistakes, stateMistakes}},
	{"mistakes_bundles_test.go", [][]mistake{bundleMistakes, memoryMistakes}},
	{"mistakes_modules_test.go", [][]mistake{componentMistakes}},
	{"mistakes_names_test.go", [][]mistake{nameMistakes, loopMistakes}},
	{"mistakes_streams_test.go", [][]mistake{waitMistakes}},
}

type byValue struct{}

func (byValue) Describe(*hdl.Module) {}

var errorsOf = func(err error) []string {
	var list []string
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			list = append(list, e.Error())
		}
	}
	return list
}

func TestEveryMistakeSaysWhereAndWhat(t *testing.T) {
	labels := labelledLines(t)
	for _, part := range catalogue {
		wanted := wantedErrors(t, part.file, labels)
		for _, x := range slices.Concat(part.entries...) {
			t.Run(x.name, func(t *testing.T) {
				err := x.err()
				require.Error(t, err)
				require.NotEmpty(t, wanted[x.name])
				assert.ElementsMatch(t, wanted[x.name], errorsOf(err))
				delete(wanted, x.name)
			})
		}
		assert.Empty(t, wanted, "entries of %s that are not run", part.file)
	}
}

// labelledLines returns the places in mistakes_test.go that have a name.
func labelledLines(t *testing.T) map[string]string {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "mistakes_test.go", nil, parser.ParseComments)
	require.NoError(t, err)
	labels := map[string]string{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if name, ok := strings.CutPrefix(c.Text, "// line: "); ok {
				labels[name] = fmt.Sprintf("mistakes_test.go:%d", set.Position(c.Pos()).Line)
			}
		}
	}
	return labels
}

// wantedErrors reads the "want:" comments of a part of the catalogue, by entry.
func wantedErrors(t *testing.T, file string, labels map[string]string) map[string][]string {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.ParseComments)
	require.NoError(t, err)
	place := regexp.MustCompile(`@([-+]\d+|[a-z]+)`)
	wanted := map[string][]string{}
	add := func(entry string, c *ast.Comment, text string) {
		line := set.Position(c.Pos()).Line
		text = place.ReplaceAllStringFunc(text, func(at string) string {
			if there, ok := labels[at[1:]]; ok {
				return there
			}
			n, err := strconv.Atoi(at[1:])
			require.NoError(t, err)
			return fmt.Sprintf("%s:%d", file, line+n)
		})
		for _, message := range strings.Split(text, " && ") {
			message = strings.ReplaceAll(message, " // ", "\n\t")
			if !strings.HasPrefix(message, "and ") {
				message = fmt.Sprintf("posedge/hdl/%s:%d: %s", file, line, message)
			}
			wanted[entry] = append(wanted[entry], message)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		entry, ok := n.(*ast.CompositeLit)
		if !ok || entry.Type != nil || len(entry.Elts) != 2 {
			return true
		}
		name, ok := entry.Elts[0].(*ast.BasicLit)
		if !ok || name.Kind != token.STRING {
			return true
		}
		key, err := strconv.Unquote(name.Value)
		require.NoError(t, err)
		for _, group := range f.Comments {
			for _, c := range group.List {
				if text, ok := strings.CutPrefix(c.Text, "// want: "); ok && entry.Pos() < c.Pos() && c.Pos() < entry.End() {
					add(key, c, text)
				}
			}
		}
		return true
	})
	return wanted
}
