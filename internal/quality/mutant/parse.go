package mutant

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// parser reads a file of mutants.
type parser struct {
	file   string
	line   int
	suites map[string]Suite
	list   []Mutant
	edits  string // the file that "in" names, from the root of the module
	before byte   // what the line before begins with, if it is '-' or '+'
}

// parse returns the mutants of a file, which is named from the root of the module.
func parse(file, text string) ([]Mutant, error) {
	p := parser{file: file, suites: map[string]Suite{}}
	for line := range strings.SplitSeq(text, "\n") {
		p.line++
		if err := p.read(line); err != nil {
			return nil, fmt.Errorf("%s: %w", p.at(), err)
		}
	}
	for _, m := range p.list {
		switch {
		case len(m.Suites) == 0:
			return nil, fmt.Errorf("%s: no test is named that notices the mutant; write noticed by SUITE", m.At)
		case len(m.Edits) == 0:
			return nil, fmt.Errorf("%s: the mutant changes nothing; write in FILE, - OLD, + NEW", m.At)
		}
	}
	return p.list, nil
}

func (p *parser) at() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// read takes a line.
func (p *parser) read(line string) error {
	before := p.before
	p.before = 0
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case before == '-' && word != "-" && word != "+":
		return fmt.Errorf("there is nothing that replaces the text above; write + NEW, or + alone to take the text out")
	case line == "" || strings.HasPrefix(line, "#"):
		return nil
	case word == "suite":
		return p.suite(strings.Fields(rest))
	case word == "mutant" && rest != "":
		p.list, p.edits = append(p.list, Mutant{Name: rest, At: p.at()}), ""
		return nil
	case len(p.list) == 0:
		return fmt.Errorf("there is no mutant yet; begin with mutant NAME, or with suite NAME PACKAGE [ARGUMENT...]")
	}
	m := &p.list[len(p.list)-1]
	switch {
	case strings.HasPrefix(line, "noticed by "):
		s, err := p.noticing(strings.Fields(line)[2:])
		m.Suites = append(m.Suites, s)
		return err
	case line == "edits as above":
		if len(p.list) < 2 || len(m.Edits) > 0 {
			return fmt.Errorf("edits as above stands alone for all edits of the mutant before this one; write in FILE, - OLD, + NEW")
		}
		m.Edits = p.list[len(p.list)-2].Edits
		return nil
	case word == "in" && rest != "":
		p.edits = path.Join(path.Dir(path.Dir(path.Dir(p.file))), rest)
		return nil
	case word == "-" || word == "+":
		p.before = word[0]
		return p.edit(m, before, rest)
	}
	return fmt.Errorf("%q is no line of a mutant; write suite, mutant, noticed by, in, -, +, edits as above, or # before a comment", line)
}

// edit takes a line that begins with p.before, behind one that begins with before.
func (p *parser) edit(m *Mutant, before byte, text string) error {
	if p.edits == "" {
		return fmt.Errorf("no file is named; write in FILE above, from the folder that holds testdata")
	}
	last := len(m.Edits) - 1
	switch string([]byte{before, p.before}) {
	case "--":
		m.Edits[last].Old += "\n" + text
	case "-+":
		m.Edits[last].New = text
	case "++":
		m.Edits[last].New += "\n" + text
	default:
		if p.before == '+' {
			return fmt.Errorf("there is no text that this one replaces; write - OLD in the line above")
		}
		m.Edits = append(m.Edits, Edit{File: p.edits, Old: text, At: p.at()})
	}
	return nil
}

// suite takes the name of a suite, its package and its arguments.
func (p *parser) suite(words []string) error {
	if len(words) < 2 || !strings.HasPrefix(words[1], "./") {
		return fmt.Errorf("write suite NAME PACKAGE [ARGUMENT...], with a package such as ./verilog")
	}
	if _, there := p.suites[words[0]]; there {
		return fmt.Errorf("there is a suite %q above; give this one another name", words[0])
	}
	p.suites[words[0]] = Suite{words[1], words[2:]}
	return nil
}

// noticing returns the suite of a name, or a package and its arguments.
func (p *parser) noticing(words []string) (Suite, error) {
	if len(words) > 0 && strings.HasPrefix(words[0], "./") {
		return Suite{words[0], words[1:]}, nil
	}
	s, there := p.suites[strings.Join(words, " ")]
	if !there {
		return Suite{}, fmt.Errorf("there is no suite %q above; those are [%s]; write suite NAME PACKAGE [ARGUMENT...]",
			strings.Join(words, " "), strings.Join(slices.Sorted(maps.Keys(p.suites)), ", "))
	}
	return s, nil
}
