package verilog

import "strings"

// A page is the text of a module behind its declarations. The expressions that get
// a wire on the way are declared before the text that needs them.
type page struct {
	text strings.Builder
	// defs are the declarations that are not written yet.
	defs []string
	// afterAssign: the last thing written was an assign.
	afterAssign bool
}

// define adds a declaration for the coming text.
func (p *page) define(text string) { p.defs = append(p.defs, text) }

// line writes an assign; assigns have no blank lines between them.
func (p *page) line(text string) {
	if !p.afterAssign {
		p.text.WriteString("\n")
	}
	p.flush()
	p.text.WriteString(text + "\n")
	p.afterAssign = true
}

// paragraph writes a block with a blank line before it.
func (p *page) paragraph(text string) {
	if len(p.defs) > 0 {
		p.text.WriteString("\n")
	}
	p.flush()
	p.text.WriteString("\n" + text)
	p.afterAssign = false
}

// section writes text and the declarations that it needs between two lines.
func (p *page) section(begin, text, end string) {
	p.text.WriteString("\n" + begin + "\n")
	p.flush()
	p.text.WriteString(text + end + "\n")
	p.afterAssign = false
}

// flush writes the declarations that the coming text needs.
func (p *page) flush() {
	for _, d := range p.defs {
		p.text.WriteString(d + "\n")
	}
	p.defs = nil
}
