package flow

// Estimate is a constant and a bound on its distance from the real number.
type Estimate struct{ Value, Off float64 }

// Fold computes an operation on constants.
func Fold(op Op, x []Estimate) (Estimate, bool) {
	var in []estimate
	for _, e := range x {
		in = append(in, estimate{e.Value, e.Off})
	}
	out, ok := fold(op, in)
	return Estimate{out.value, out.off}, ok
}
