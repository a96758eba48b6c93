package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"posedge/blocks/castalu/compiler/dot"
	"posedge/blocks/castalu/compiler/passes"
	"posedge/blocks/unit"
	"posedge/internal/atomicfile"
)

// file is a file that a flag requests.
type file struct {
	flag string
	path string
	data []byte
}

// files returns the files that the flags request.
func (c *compilation) files(call *unit.Call, out *compiled, b *bytes.Buffer) (list []file, err error) {
	switch {
	case strings.HasSuffix(c.binary, ".s"):
		list = append(list, file{"o", c.binary, []byte(out.transformed.code.Listing(out.text))})
	case c.binary != "":
		var words bytes.Buffer
		if err := out.transformed.code.Program.WriteHex(&words); err != nil {
			return nil, err
		}
		list = append(list, file{"o", c.binary, words.Bytes()})
	}
	if c.drawing == "" {
		return list, nil
	}
	graph, err := drawGraph(call, c.drawing, dot.Graph(filepath.Base(out.name), out.transformed.plan, out.result.Annotated), b)
	if err != nil {
		return nil, err
	}
	list = append(list, graph)
	if len(out.images) == 0 {
		return list, nil
	}
	extension := filepath.Ext(c.drawing)
	graph, err = drawGraph(call, strings.TrimSuffix(c.drawing, extension)+"_passes"+extension, dot.Passes(out.passes, out.images), b)
	return append(list, graph), err
}

// drawGraph draws a graph with Graphviz; if that is not installed, the file is the graph as text.
func drawGraph(call *unit.Call, path, graph string, b *bytes.Buffer) (file, error) {
	drawn, err := dot.SVG(call.Context, graph)
	if errors.Is(err, dot.ErrMissing) {
		path = strings.TrimSuffix(strings.TrimSuffix(path, ".svg"), ".dot") + ".dot"
		drawn, err = []byte(graph), nil
		fmt.Fprintln(b, "Graphviz is not installed: instead of a drawing there is its text, for dot -Tsvg")
	}
	return file{"svg", path, drawn}, err
}

// writeFiles writes all of the files or none. None of them may replace another one or a shader.
func writeFiles(call *unit.Call, list []file, shaders []*passes.Pass) error {
	for k, f := range list {
		if err := call.File(f.flag, f.path, ""); err != nil {
			return err
		}
		info, _ := os.Stat(f.path)
		for _, p := range shaders {
			if shader, err := os.Stat(p.Name); err == nil && info != nil && os.SameFile(shader, info) {
				return unit.Wrongf("%s is the shader %s; name another file", f.path, p.Name)
			}
		}
		for _, g := range list[:k] {
			if filepath.Clean(f.path) == filepath.Clean(g.path) {
				return unit.Wrongf("two files are to be %s; give -o and -svg different names", f.path)
			}
		}
	}
	var open []*atomicfile.File
	discard := func() {
		for _, f := range open {
			f.Discard()
		}
	}
	for _, f := range list {
		w, err := atomicfile.Create(f.path)
		if err != nil {
			discard()
			return unit.Wrongf("%v", err)
		}
		open = append(open, w)
		if _, err := w.Write(f.data); err != nil {
			discard()
			return err
		}
	}
	for len(open) > 0 {
		f := open[0]
		open = open[1:]
		if err := f.Commit(); err != nil {
			discard()
			return err
		}
	}
	return nil
}
