package mutant

import "slices"

// The suites, from the quickest on. Random designs come last: they notice most.
var (
	engines   = Suite{"./internal/quality/fuzz", []string{"-run", "MeanTheSameInEveryEngine", "-designs", "400", "-shrink", "0"}}
	icarus    = Suite{"./internal/quality/fuzz", []string{"-run", "MeanTheSameOutside", "-outside", "120", "-icarus", "-shrink", "0"}}
	widths    = Suite{"./verilog", []string{"-run", "TestOperationsAgree"}} // every operation; half a minute
	state     = Suite{"./hdl/sim", []string{"-run", "Snapshot|Restore|Digest|Forbid|Collision"}}
	export    = Suite{"./verilog", []string{"-run", "Golden|OmitResetInit"}}
	replays   = Suite{"./verilog/replay", []string{"-run", "ReplayFails"}}
	memories  = Suite{"./verilog", []string{"-run", "ContentsOfManyWords|MaskedWritesAgree"}}
	constants = Suite{"./verilog", []string{"-run", "ComparisonsWithConstantWires"}}
	waveViews = Suite{"./waves", []string{"-run", "Stream|Rows|View|WhatChanges"}}
	code      = Suite{"./hdl/sim/internal/jit/code", nil}
	words     = Suite{"./hdl/sim/internal/jit/word", nil}
	core      = Suite{"./hdl", []string{"-run", "EveryOperation|FSM|State|Memories"}}
	vcd       = Suite{"./waves", []string{"-run", "Golden|OnlyChanges|RoundTrip"}}
	library   = Suite{"./hdl/lib", []string{"-run", "FIFOFills|FIFOKeeps|Arbiters"}}
	floats    = Suite{"./hdl/lib/float", []string{"-run", "RoundedOnce|Comparisons|UnusualFormats|StagesChange|KeepTheirErrors|ExactWhere"}}
	testkit   = Suite{"./docs/examples", []string{"-run", "DecimatorInOtherSimulators"}}
	proofs    = Suite{"./bench", []string{"-run", "Assume|Cover.*Reached|FailsLater|OfZ3Keeps"}}
)

func edit(file, old, new string) []Edit { return []Edit{{file, old, new}} }

// All returns the mutants.
func All() []Mutant {
	return slices.Concat(engineMutants, optimiserMutants, relationMutants, exporterMutants, proofMutants, otherMutants, floatMutants, castaluMutants, fixedMutants, tileMutants, shaderMutants, precisionMutants, passMutants, compilerMutants, convertMutants, expanderMutants, portMutants, connectorMutants, rasterMutants, planMutants, driverMutants, emulatorMutants, combinerUnitMutants, combinerShaderMutants, primitiveDriverMutants, batchingMutants, processorMutants, outlineMutants, pixelMutants, mapMutants, forgottenMutants())
}

// Baseline is the project without a fault, before all suites of some mutants.
func Baseline(list []Mutant) Mutant {
	m := Mutant{Name: "no fault"}
	seen := map[string]bool{}
	for _, x := range list {
		for _, s := range x.Suites {
			if !seen[s.String()] {
				seen[s.String()] = true
				m.Suites = append(m.Suites, s)
			}
		}
	}
	return m
}
