package project

import "path"

// describe says what an extra file is, by its folder and its extension. The folders
// are those of the files beside a VCD, which package waves writes.
func describe(name string) string {
	switch folder := path.Base(path.Dir(name)); {
	case folder == "filters" && path.Ext(name) == ".txt":
		return "names of states for GTKWave, which the save file refers to"
	case folder == "mappings" && path.Ext(name) == ".txt":
		return "names of states for Surfer, found when it starts in the folder of the waves"
	}
	switch path.Ext(name) {
	case ".vcd":
		return "waves, a value change dump for any viewer"
	case ".gtkw":
		return "save file for GTKWave: these waves with signals chosen, grouped and named"
	case ".md", ".txt":
		return "text"
	case ".png", ".svg":
		return "picture"
	case ".v", ".vh", ".sv":
		return "Verilog beside the design, not in the list of files"
	}
	return "extra file"
}
