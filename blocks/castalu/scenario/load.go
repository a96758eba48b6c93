package scenario

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/passes"
	"posedge/blocks/castalu/compiler/shader"
	"posedge/blocks/castalu/compiler/texture"
	"posedge/blocks/unit"
)

// loaded is a shader with the render passes that make its images.
type loaded struct {
	name, text string // of the shader itself
	graph      *flow.Graph
	passes     []*passes.Pass // in order of dependence; the last is the shader itself
	images     []passes.Image // between them
}

// load reads a shader, or the standard input for "-". A sampler's image is the file in textures, or else the picture of its
// pass, or else a checkerboard.
func load(path string, textures map[string]string) (*loaded, error) {
	l := &loader{textures: textures, known: map[string]*passes.Pass{}, used: map[string]bool{}}
	_, text, err := l.pass(path, flow.Sampler{}, "")
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(textures)) {
		if !l.used[name] {
			return nil, unit.Wrongf("-texture %s: %s has no sampler of that name; it has %s", name, path, l.names())
		}
	}
	last := l.list[len(l.list)-1]
	return &loaded{last.Name, text, last.Graph, l.list, passes.Propagate(l.list)}, nil
}

type loader struct {
	textures map[string]string
	used     map[string]bool         // samplers, and whether -texture named them
	known    map[string]*passes.Pass // by path; nil while it is read
	list     []*passes.Pass
}

// names lists all samplers.
func (l *loader) names() string {
	if len(l.used) == 0 {
		return "none"
	}
	return strings.Join(slices.Sorted(maps.Keys(l.used)), ", ")
}

// pass reads the shader of a pass. If it makes the image of another shader's sampler, asked is the sampler and by the shader.
func (l *loader) pass(path string, asked flow.Sampler, by string) (*passes.Pass, string, error) {
	if p, ok := l.known[path]; ok {
		if p == nil {
			return nil, "", fmt.Errorf("the passes go round in a circle: %s, which makes its image, reads what comes of it", path)
		}
		return p, "", nil
	}
	l.known[path] = nil
	name, text, err := unit.ReadText(path)
	if err != nil {
		if by != "" {
			return nil, "", fmt.Errorf("the pass that makes its image: %w", err)
		}
		return nil, "", unit.Wrongf("%v", err)
	}
	p := &passes.Pass{Name: name}
	g, err := shader.Parse(name, text, shader.Options{Image: func(s flow.Sampler) (flow.Image, error) {
		image, maker, err := l.image(s, name, filepath.Dir(path))
		p.Reads = append(p.Reads, maker)
		return image, err
	}})
	if err != nil {
		return nil, "", err
	}
	if by != "" && !g.Output.Declared {
		return nil, "", fmt.Errorf("%s: its picture is the image of %s in %s, which has 8 bits; say so with #pragma castalu %s (+, [0,1], 8)",
			name, asked.Name, by, g.Output.Name)
	}
	p.Graph = g
	l.known[path] = p
	l.list = append(l.list, p)
	return p, text, nil
}

// image returns the image of a sampler, and the pass that makes it.
func (l *loader) image(s flow.Sampler, shader, folder string) (flow.Image, *passes.Pass, error) {
	file, given := l.textures[s.Name]
	l.used[s.Name] = l.used[s.Name] || given
	switch {
	case given:
		image, err := texture.Read(file)
		return image, nil, err
	case s.Pass == "":
		return texture.Checkerboard(), nil, nil
	}
	path := s.Pass
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	p, _, err := l.pass(path, s, shader)
	if err != nil {
		return nil, nil, err
	}
	image, err := evaluated(p.Graph)
	return image, p, err
}

// passSize is the width and height of an image that a pass makes.
const passSize = 64

// evaluated is the picture of a shader in real arithmetic, rounded to 8 bits.
func evaluated(g *flow.Graph) (*texture.Image, error) {
	return texture.New(passSize, passSize, func(x, y int) (texel [4]uint8) {
		inputs, covered := drawing.Viewpoint{X: x, Y: y, Width: passSize, Height: passSize}.Inputs(g.Variables)
		if !covered {
			return texel
		}
		if v := g.Evaluate(drawing.InReal(inputs)); !v.Killed {
			for k, c := range v.Color {
				texel[k] = drawing.To8(float32(c))
			}
		}
		return texel
	})
}

// textureFlag is the flag -texture NAME=FILE.png, which may be repeated. It holds the files by the names of samplers.
type textureFlag map[string]string

func (t textureFlag) String() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(t)) {
		list = append(list, name+"="+t[name])
	}
	return strings.Join(list, ", ")
}

// Set adds a texture.
func (t textureFlag) Set(text string) error {
	name, file, ok := strings.Cut(text, "=")
	if !ok || name == "" || file == "" {
		return errors.New("write NAME=FILE.png, the name of a sampler and a picture")
	}
	if _, twice := t[name]; twice {
		return fmt.Errorf("%s is given twice", name)
	}
	t[name] = file
	return nil
}
