package project

import (
	"embed"
	"fmt"
	"math/big"
	"strings"
	"text/template"

	"posedge/hdl/ir"
	"posedge/verilog/replay"
)

//go:embed *.tmpl
var texts embed.FS

// templates are the files that are written for every design alike. The constraints
// are stubs: the pins depend on the board, so the PCF lists them commented out, and
// nextpnr is told to place those itself.
var templates = template.Must(template.New("").Option("missingkey=error").Funcs(template.FuncMap{
	"trim":     strings.TrimSpace,
	"describe": describe,
}).ParseFS(texts, "*.tmpl"))

// gaps are what the templates have gaps for.
type gaps struct {
	Project
	RTL      []string      // the Verilog files, from the project's folder
	Contents []string      // the files of memories' contents, from rtl/
	Bench    *replay.Bench // or nil
}

// fill is a template with its gaps filled. The templates are part of the program, so
// a gap that cannot be filled is a fault of this package.
func (g gaps) fill(name string) string {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, g); err != nil {
		panic(fmt.Sprintf("project: %v", err))
	}
	return b.String()
}

// Digest is the design's, in hexadecimal.
func (g gaps) Digest() string { return fmt.Sprintf("%016x", ir.Digest(g.Top)) }

// coreVersion is the version of every core: FuseSoC requires one; the design digest
// tells designs apart.
const coreVersion = "1.0.0"

// CoreName is the core's vendor, library, name and version.
func (g gaps) CoreName() string { return "posedge:generated:" + g.Name + ":" + coreVersion }

// Description is the first line of what the design says of itself, or its name.
func (g gaps) Description() string {
	line, _, _ := strings.Cut(g.Top.Doc, "\n")
	if line == "" {
		return g.Top.Name
	}
	return line
}

// Frequency is the clock's, in MHz.
func (g gaps) Frequency() string { return number(g.Megahertz) }

// Period is the clock's, in ns.
func (g gaps) Period() string { return number(1000 / g.Megahertz) }

// number writes a decimal without an exponent or needless zeros.
func number(v float64) string {
	text := new(big.Float).SetFloat64(v).Text('f', 3)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
