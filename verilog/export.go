package verilog

import (
	"errors"
	"fmt"
	"slices"
	"unicode"

	"posedge/hdl/ir"
)

// Options choose between forms of the same design. The zero value is right for
// an FPGA.
type Options struct {
	// OmitResetInit leaves out the power-on value of registers that have a
	// reset, for flows where it costs (a LUT for each 1 on iCE40) or means
	// nothing (ASIC). Until the first reset such a register is unknown.
	OmitResetInit bool
	// License is the SPDX identifier of the output, or an expression of several on
	// one line, for the first line of each file. Empty leaves the line out: the
	// output is under the license of the design that it is made from.
	License string
	// FillMemories makes memories with NoInit begin with 0. It is for proofs,
	// because their runs must be possible in a simulation too.
	FillMemories bool
}

// bare reports whether mem powers on with no defined value.
func (o Options) bare(mem *ir.Memory) bool { return mem.NoInit && !o.FillMemories }

// check refuses a license that would not stay in the comment that names it.
func (o Options) check() error {
	for _, r := range o.License {
		if !unicode.IsPrint(r) {
			return fmt.Errorf("verilog: license %q: it stands in the first line of each file; give an SPDX identifier, for example %q", o.License, "Apache-2.0")
		}
	}
	return nil
}

// LicenseLine is the first line of a file, with its end, or nothing without a
// License. It is for packages that write further files beside [Export]'s.
func (o Options) LicenseLine() string {
	if o.License == "" {
		return ""
	}
	return "// SPDX-License-Identifier: " + o.License + "\n"
}

// File is a file of an export: a slash-separated path relative to the folder
// of the export, and the contents.
type File struct {
	Name    string
	Content []byte
}

// Export returns top and every module below it as Verilog-2005, one module per
// file, children before parents, each file named after its module. Before a
// module come the contents of its memories of more than 1024 words,
// MODULE.MEMORY.hex: Yosys looks for such a file beside the module, a simulator
// in its working folder. Equal designs give equal bytes. The error lists
// everything that keeps the design from being written: violations of
// [ir.Check], and names that Verilog or its tools refuse.
func Export(top *ir.Module, opts Options) ([]File, error) {
	if top == nil {
		return nil, errors.New("verilog: no module to export")
	}
	if err := opts.check(); err != nil {
		return nil, err
	}
	if err := ir.Check(top); err != nil {
		return nil, fmt.Errorf("verilog: %s cannot be exported: %w", top.Name, err)
	}
	if err := checkNames(top, opts); err != nil {
		return nil, fmt.Errorf("verilog: %s cannot be exported: %w", top.Name, err)
	}
	paths := map[*ir.Module]ir.Summary{}
	var files []File
	printed := map[*ir.Module]*printer{}
	modules := ir.Modules(top)
	several := severalInstances(modules)
	for _, m := range modules {
		plan := newPlan(m, top, paths)
		paths[m] = plan.paths
		p := newPrinter(plan, printed, opts)
		p.several = several[m]
		printed[m] = p
		files = append(append(files, contentsFiles(m, opts)...), File{m.Name + ".v", p.file()})
	}
	return files, nil
}

// severalInstances are the modules, of a list with every module behind those that it
// instantiates, of which the design has more than one instance.
func severalInstances(modules []*ir.Module) map[*ir.Module]bool {
	seen, several := map[*ir.Module]bool{}, map[*ir.Module]bool{}
	for _, m := range slices.Backward(modules) {
		for _, i := range m.Instances {
			several[i.Module] = several[i.Module] || seen[i.Module] || several[m]
			seen[i.Module] = true
		}
	}
	return several
}
