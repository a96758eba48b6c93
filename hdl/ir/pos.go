package ir

import "strconv"

// Pos is a source position: the import path of the package and the base name
// of the file, so that it is the same on every machine and under -trimpath,
// and the line, from 1. The zero Pos is unknown.
type Pos struct {
	File string // "posedge/blocks/x/unit.go"
	Line int
}

// String returns "posedge/blocks/x/unit.go:130", or "-" for an unknown position.
func (p Pos) String() string {
	if p.File == "" {
		return "-"
	}
	return p.File + ":" + strconv.Itoa(p.Line)
}

// Short returns "unit.go:130": the position within its package.
func (p Pos) Short() string {
	if p.File == "" {
		return "-"
	}
	base := p.File
	for i := len(base) - 1; i >= 0; i-- {
		if base[i] == '/' {
			base = base[i+1:]
			break
		}
	}
	return base + ":" + strconv.Itoa(p.Line)
}
