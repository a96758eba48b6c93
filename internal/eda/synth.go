package eda

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"posedge/verilog"
)

// Target is a technology that Yosys synthesises for.
type Target int

const (
	ICE40    Target = iota // Lattice iCE40: LUTs of four inputs, carries, block RAMs; multipliers in LUTs
	ICE40DSP               // iCE40 UltraPlus: the same with multipliers in DSP blocks
	LUT6                   // only LUTs of six inputs and flip-flops, as a measure for other FPGAs
)

// synthesis is the Yosys commands for each target. On iCE40 they leave unnamed
// objects unnamed, which saves a fifth of the time.
var synthesis = [...]string{
	ICE40:    "synth_ice40 -run begin:check; check -noinit",
	ICE40DSP: "synth_ice40 -dsp -run begin:check; check -noinit",
	LUT6:     "synth -flatten -lut 6",
}

// String names the target.
func (t Target) String() string {
	switch t {
	case ICE40:
		return "iCE40"
	case ICE40DSP:
		return "iCE40 with DSP blocks"
	case LUT6:
		return "LUT6"
	}
	return fmt.Sprintf("target %d", int(t))
}

// Stats is the size of a design on a target, as Yosys maps it.
type Stats struct {
	LUTs    int // SB_LUT4, four inputs each; on LUT6 up to six
	FFs     int // flip-flops, all kinds
	Carries int // SB_CARRY
	BRAMs   int // SB_RAM40_4K, 4096 bits each
	DSPs    int // SB_MAC16, a multiplier of 16 by 16 bits with an adder
	// Levels is the largest number of LUTs in series between registers, memories
	// and ports; carries do not count, and a DSP block without a register in the
	// path counts as one.
	Levels int
}

// Synth makes Yosys check files (no undriven or doubly driven net, no loop) and
// synthesise top for a target.
func Synth(ctx context.Context, target Target, top string, files []verilog.File) (Stats, error) {
	return synth(ctx, target, top, files, "", "")
}

// SynthModules is [Synth] for iCE40 of one module after the other, each once however many
// instances it has: for designs that take Yosys too long as a whole. Nothing is shared or
// simplified across the borders of modules.
func SynthModules(ctx context.Context, top string, files []verilog.File) (Stats, error) {
	return synth(ctx, ICE40, top, files, "", "synth_ice40 -noflatten -run begin:check; flatten; clean; check -noinit")
}

// SynthLogic is [Synth] for what is around the design's memories, of which there must
// be one, and around the modules of the given names: they are taken out, and what leads
// to them and comes from them becomes ports of top.
func SynthLogic(ctx context.Context, target Target, top string, files []verilog.File, modules ...string) (Stats, error) {
	var keep, out strings.Builder
	for _, m := range modules {
		fmt.Fprintf(&keep, "setattr -mod -set keep_hierarchy 1 %s; ", m)
		fmt.Fprintf(&out, " t:%s", m)
	}
	const memory = "t:$mem_v2"
	return synth(ctx, target, top, files, fmt.Sprintf("%sflatten; opt; memory -nomap; opt_clean; cd %s; expose -evert %s%s; cd ..; hierarchy -top %[2]s; ",
		keep.String(), top, memory, out.String()), "")
}

// synth is [Synth] with commands between the check and the synthesis, and with others for
// the synthesis than the target's if they are not empty.
func synth(ctx context.Context, target Target, top string, files []verilog.File, before, mapping string) (Stats, error) {
	if target < 0 || int(target) >= len(synthesis) {
		return Stats{}, fmt.Errorf("eda: there is no target %d; take eda.ICE40, ICE40DSP or LUT6", target)
	}
	if mapping == "" {
		mapping = synthesis[target]
	}
	var stats Stats
	err := InFolder(files, func(dir string) error {
		const netlist = "netlist.json" // no module's file has this ending
		script := fmt.Sprintf("read_verilog %s; hierarchy -check -top %s; proc; check -assert; %s%s; write_json %s",
			strings.Join(Sources(files), " "), top, before, mapping, netlist)
		out, err := Yosys(ctx, dir, script)
		if err != nil {
			return err
		}
		if w := warnings(out, target); w != "" {
			return &Error{Tool: "yosys", Output: Trimmed(w, dir)}
		}
		text, err := os.ReadFile(filepath.Join(dir, netlist))
		if err != nil {
			return fmt.Errorf("eda: %w", err)
		}
		stats, err = measure(text, top)
		return err
	})
	return stats, err
}

// harmless are warnings of DSP blocks: there is no multiplier, or a register that
// has moved into a block leaves its power-on value behind.
var harmless = regexp.MustCompile(`^Warning: (Selection "a:mul2dsp" did not match any object|Wire \S+ has an unprocessed 'init' attribute)\.$`)

// warnings are the warnings in a log that are about the design.
func warnings(log string, target Target) string {
	var lines []string
	for _, line := range strings.Split(log, "\n") {
		if strings.HasPrefix(line, "Warning:") && !(target == ICE40DSP && harmless.MatchString(line)) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
