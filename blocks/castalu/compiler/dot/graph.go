package dot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/isa"
)

// The colours of boxes; those of types depend on the width.
var (
	givenLook = look{"#f6f8fa", "#59636e"}
	endLook   = look{"#fbefff", "#8250df"}
	typeLooks = [isa.NumTypes]look{
		isa.FP32: {"#ffebe9", "#cf222e"},
		isa.FP16: {"#fff1e5", "#bc4c00"},
		isa.U24:  {"#fff8c5", "#9a6700"},
		isa.S24:  {"#fff8c5", "#9a6700"},
		isa.U12:  {"#dafbe1", "#1a7f37"},
		isa.S12:  {"#dafbe1", "#1a7f37"},
		isa.S9:   {"#ddf4ff", "#0969da"},
	}
)

// Graph draws the data flow of a shader: one box per vector operation, in the colour of its
// type, and a frame around the operations of one instruction. Edges are labelled with their
// attributes; an edge with a cast has the colour of the type that it casts to.
func Graph(title string, plan *precision.Plan, edges *precision.Annotated) string {
	g := &grapher{plan: plan, edges: edges}
	g.drawing = newDrawing(title, [][]look{{givenLook, typeLooks[isa.FP32], typeLooks[isa.U24], typeLooks[isa.U12], endLook}},
		[][]string{{"given", "fp32", "24 bits", "12 bits", "result; a dashed frame is one instruction"}})
	g.boxes()
	g.arrows()
	return g.end()
}

type grapher struct {
	*drawing
	plan  *precision.Plan
	edges *precision.Annotated
}

func id(b *flow.Bundle) string { return fmt.Sprintf("n%d", b.Nodes[0].ID) }

// boxes draws the bundles, those of an instruction together.
func (g *grapher) boxes() {
	together := map[int][]*flow.Bundle{} // by the number of the root's first node
	for _, n := range g.plan.Graph.Nodes {
		if n.Op == flow.Constant || n != n.Bundle.Nodes[0] {
			continue
		}
		root := g.plan.Root[n.ID].Bundle.Nodes[0].ID
		together[root] = append(together[root], n.Bundle)
	}
	for _, root := range keys(together) {
		list := together[root]
		if len(list) > 1 {
			t := g.plan.Type[root]
			g.line("\tsubgraph cluster_%d {", root)
			g.line("\tgraph [style=\"rounded,dashed\", color=\"%s\", margin=12, label=\"\"]", typeLooks[t].line)
		}
		for _, b := range list {
			g.bundle(b)
		}
		if len(list) > 1 {
			g.line("\t}")
		}
	}
	out := g.plan.Graph.Output
	attributes := ""
	if out.Declared {
		attributes = out.Attributes.String()
	}
	g.box("output", endLook, out.Name, attributes)
	if len(g.plan.Graph.Kills) > 0 {
		g.box("kill", endLook, "discard")
	}
}

// bundle draws one bundle.
func (g *grapher) bundle(b *flow.Bundle) {
	n := b.Nodes[0]
	switch n.Op {
	case flow.Input:
		v := g.plan.Graph.Variables[n.Index]
		kind := "input"
		if v.Uniform {
			kind = "uniform"
		}
		g.box(id(b), givenLook, v.Name, fmt.Sprintf("%s, %s", kind, components(v.Width)))
		return
	case flow.Sample:
		g.box(id(b), givenLook, b.Name, "texture "+g.plan.Graph.Samplers[n.Index].Name)
		return
	}
	t := g.plan.Type[n.ID]
	size := t.String()
	if len(b.Nodes) > 1 {
		size += fmt.Sprintf(", %s", components(len(b.Nodes)))
	}
	if b.Name == "" {
		g.box(id(b), typeLooks[t], formula(b), size)
		return
	}
	g.box(id(b), typeLooks[t], b.Name, formula(b), size)
}

func components(n int) string { return []string{"", "float", "vec2", "vec3", "vec4"}[n] }

// formula is the operation with its operands.
func formula(b *flow.Bundle) string {
	n := b.Nodes[0]
	operands := make([]any, len(n.In))
	for k := range operands {
		operands[k] = operand(b, k)
	}
	form := map[flow.Op]string{flow.Add: "%s + %s", flow.Subtract: "%s − %s", flow.Multiply: "%s × %s", flow.Less: "%s < %s",
		flow.LessEqual: "%s ≤ %s", flow.Equal: "%s = %s", flow.Negate: "−%s", flow.Absolute: "|%s|", flow.Reciprocal: "1 ÷ %s",
		flow.SquareRoot: "√%s", flow.ReciprocalRoot: "1 ÷ √%s", flow.Exp2: "2^%s", flow.Power: "%s^%s", flow.Log2: "log2 %s",
		flow.Saturate: "%s to [0, 1]", flow.SaturateSigned: "%s to [−1, 1]"}[n.Op]
	if form == "" {
		form = n.Op.String() + "(" + strings.TrimSuffix(strings.Repeat("%s, ", len(operands)), ", ") + ")"
	}
	return fmt.Sprintf(form, operands...)
}

// operand is an operand in a formula: a constant, the name of a value, or a dot for a value
// without a name.
func operand(b *flow.Bundle, place int) string {
	var values []string
	for _, n := range b.Nodes {
		x := n.In[place]
		if x.Op != flow.Constant {
			if name := x.Bundle.Name; name != "" {
				return name
			}
			return "•"
		}
		values = append(values, strings.ReplaceAll(strconv.FormatFloat(x.Value, 'g', 5, 64), "-", "−"))
	}
	if len(slices.Compact(slices.Clone(values))) == 1 {
		return values[0]
	}
	return "(" + strings.Join(values, ", ") + ")"
}

// way is an arrow from a bundle to another, or to the output or discard.
type way struct{ from, to string }

// arrows draws one arrow for each pair of connected bundles.
func (g *grapher) arrows() {
	var order []way
	labels := map[way][]string{}
	colors := map[way]string{}
	width := map[way]int{}
	add := func(e *precision.Edge, to string) {
		if e.From.Op == flow.Constant {
			return
		}
		w := way{id(e.From.Bundle), to}
		if _, known := width[w]; !known {
			order = append(order, w)
		}
		width[w]++
		if text := e.Attributes.String(); e.Attributes != flow.Unknown && !slices.Contains(labels[w], text) {
			labels[w] = append(labels[w], text)
		}
		if e.To == nil {
			return
		}
		from, into := g.typeOf(e.From), g.plan.Type[g.plan.Root[e.To.ID].ID]
		if from != into && g.plan.Root[e.From.ID] != g.plan.Root[e.To.ID] {
			colors[w] = typeLooks[into].line
		}
	}
	for _, n := range g.plan.Graph.Nodes {
		for _, e := range g.edges.In[n.ID] {
			add(e, id(n.Bundle))
		}
	}
	for _, e := range g.edges.Output {
		add(e, "output")
	}
	for _, n := range g.plan.Graph.Nodes {
		for _, e := range g.edges.Out[n.ID] {
			if e.To == nil && !slices.Contains(g.edges.Output[:], e) {
				add(e, "kill")
			}
		}
	}
	for _, w := range order {
		extra := ""
		if c := colors[w]; c != "" {
			extra = fmt.Sprintf(", color=\"%s\", fontcolor=\"%[1]s\"", c)
		}
		if width[w] > 1 {
			extra += ", penwidth=1.8"
		}
		text := labels[w]
		if len(text) > 2 {
			text = append(text[:2:2], "…")
		}
		g.line("\t%s -> %s [label=\" %s \"%s]", w.from, w.to, strings.Join(text, `\n `), extra)
	}
}

// typeOf is the type of the instruction that computes a value.
func (g *grapher) typeOf(n *flow.Node) isa.Type { return g.plan.Type[g.plan.Root[n.ID].ID] }
