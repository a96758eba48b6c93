package dot

import (
	"fmt"
	"path/filepath"
	"slices"

	"posedge/blocks/castalu/compiler/passes"
)

var (
	passLook  = look{"#ddf4ff", "#0969da"}
	nearColor = "#1a7f37" // of an image with fewer bits or a smaller range than declared
)

// Passes draws the render passes and the images between them. An edge is labelled with the
// sampler that reads the image and with the image's attributes: those that the pass that
// makes it and the pass that reads it declare, and below them, if any differ, those that
// both end up with.
func Passes(list []*passes.Pass, images []passes.Image) string {
	title := filepath.Base(list[len(list)-1].Name) + ": its passes"
	d := newDrawing(title, [][]look{{passLook, endLook, {line: nearColor}}}, [][]string{{"pass", "result", "image that another pass narrows"}})
	id := func(p *passes.Pass) string { return fmt.Sprintf("p%d", slices.Index(list, p)) }
	for n, p := range list {
		l := passLook
		if n == len(list)-1 {
			l = endLook
		}
		out := p.Graph.Output
		attributes := ""
		if out.Declared {
			attributes = " " + out.Attributes.String()
		}
		d.box(id(p), l, filepath.Base(p.Name), out.Name+attributes)
	}
	for _, i := range images {
		text := i.Read.Graph.Samplers[i.Sampler].Name
		extra := ""
		made, read := i.Declared[0], i.Declared[1]
		switch {
		case made == i.After && read == i.After:
			text += `\n ` + i.After.String()
		default:
			text += fmt.Sprintf(`\n made %v, read %v\n both %v`, made, read, i.After)
			extra = fmt.Sprintf(", color=\"%s\", fontcolor=\"%[1]s\", penwidth=1.8", nearColor)
		}
		d.line("\t%s -> %s [label=\" %s \"%s]", id(i.Made), id(i.Read), text, extra)
	}
	return d.end()
}
