package project

import (
	"fmt"
	"path"
	"strings"

	"posedge/hdl/ir"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// Project is a design as an FPGA user receives it.
type Project struct {
	// Name names the project's files; it must be a valid name ([ir.ValidName]).
	Name string
	Top  *ir.Module
	// Recording becomes the test bench under tb/; nil leaves it out.
	Recording *replay.Recording
	// Megahertz is the clock of the constraint stubs; 0 means 100.
	Megahertz float64
	// Extra files, for example waves, are added as they are.
	Extra   []verilog.File
	Options verilog.Options
}

// Files returns the files of the project.
func (p Project) Files() ([]verilog.File, error) {
	if err := ir.ValidName(p.Name); err != nil {
		return nil, fmt.Errorf("project: %w", err)
	}
	if p.Megahertz < 0 {
		return nil, fmt.Errorf("project %s: a clock of %v MHz", p.Name, p.Megahertz)
	}
	if p.Megahertz == 0 {
		p.Megahertz = 100
	}
	rtl, err := verilog.Export(p.Top, p.Options)
	if err != nil {
		return nil, err
	}
	var files []verilog.File
	add := func(name, text string) { files = append(files, verilog.File{Name: name, Content: []byte(text)}) }
	var list, contents []string
	for _, f := range rtl {
		files = append(files, verilog.File{Name: "rtl/" + f.Name, Content: f.Content})
		if strings.HasSuffix(f.Name, ".hex") {
			contents = append(contents, f.Name)
			continue
		}
		list = append(list, "rtl/"+f.Name)
	}
	add(p.Name+".f", strings.Join(list, "\n")+"\n")
	var bench *replay.Bench
	if p.Recording != nil {
		if p.Recording.Top != p.Top {
			return nil, fmt.Errorf("project %s: the recording is of another design", p.Name)
		}
		if bench, err = replay.New(*p.Recording, p.Options); err != nil {
			return nil, err
		}
		for _, f := range bench.Files {
			files = append(files, verilog.File{Name: "tb/" + f.Name, Content: f.Content})
		}
	}
	g := gaps{Project: p, RTL: list, Contents: contents, Bench: bench}
	add(p.Name+".core", g.fill("fusesoc.core.tmpl"))
	add(constraints+p.Name+".sdc", g.fill("clock.sdc.tmpl"))
	add(constraints+p.Name+".pcf", g.fill("pins.pcf.tmpl"))
	add(constraints+p.Name+".xdc", g.fill("clock.xdc.tmpl"))
	add("README.md", g.fill("README.md.tmpl"))
	files = append(files, p.Extra...)
	seen := map[string]bool{}
	for _, f := range files {
		if seen[path.Clean(f.Name)] {
			return nil, fmt.Errorf("project %s: two files are named %s", p.Name, path.Clean(f.Name))
		}
		seen[path.Clean(f.Name)] = true
	}
	return files, nil
}
