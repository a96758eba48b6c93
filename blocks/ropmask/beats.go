package ropmask

// BeatValue is a [Beat] as a Go value, for a bench's driver.
type BeatValue struct {
	State  State
	Vector int
	Color  Color
	Last   bool
}

// TargetValue is a [TargetWrite] as a Go value, for a bench's monitor.
type TargetValue struct {
	Mask   Mask
	Color  Color
	Second Color
	Alpha  uint32

	SecondAlpha uint32
}

// Beats returns a pixel as the unit takes it: one beat for each vector, in the
// given order. A pixel has at least one vector.
func Beats(s State, vectors []Vector) []BeatValue {
	var beats []BeatValue
	for i, v := range vectors {
		beats = append(beats, BeatValue{State: s, Vector: v.Index, Color: v.Color, Last: i == len(vectors)-1})
	}
	return beats
}

// Value returns the write as its target receives it on its stream.
func (w Write) Value() TargetValue {
	return TargetValue{Mask: w.Mask, Color: w.Color, Second: w.Second, Alpha: w.Alpha, SecondAlpha: w.SecondAlpha}
}
