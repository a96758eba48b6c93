package mutant

// proofMutants are faults in the provers: they prove a false statement, or lose a
// run.
var proofMutants = []Mutant{
	{"proof: ABC does not hold the assumes", edit("formal/abc.go",
		`"read_aiger " + file, "fold"}`, `"read_aiger " + file}`), []Suite{proofs}},
	{"proof: a run to a cover ends a cycle early", edit("formal/prove.go",
		"v.Trace, v.Engine = a.trace, engine", "v.Trace, v.Engine = a.trace, engine\n\t\tif v.Kind == ir.Cover {\n\t\t\tv.Trace = a.trace[:len(a.trace)-1]\n\t\t}"), []Suite{proofs}},
	{"proof: an induction that begins at power-on", edit("formal/z3.go",
		"p.z3(ctx, until, k+1, false, conditions, nil)", "p.z3(ctx, until, k+1, true, conditions, nil)"), []Suite{proofs}},
	{"proof: a memory of z3 is never written", edit("formal/unroll.go",
		"value = next.at(i - 1)", "value = next.at(i - 1)\n\t\t\t\tif strings.HasPrefix(f.sort, \"(Array\") {\n\t\t\t\t\tvalue = inCycle(f.name, i-1)\n\t\t\t\t}"), []Suite{proofs}},
}
