package model

import "posedge/blocks/ropmask/isa"

// Beat is one vector of a pixel as a bench's driver sends it.
type Beat struct {
	State  State
	Vector int
	Color  isa.Color
	Last   bool
}

// TargetWrite is what a bench's monitor receives from the stream of a target.
type TargetWrite struct {
	Mask   isa.Mask
	Color  isa.Color
	Second isa.Color
	Alpha  uint32

	SecondAlpha uint32
}

// Beats returns a pixel as the unit takes it: one beat for each vector, in the
// given order. A pixel has at least one vector.
func Beats(s State, vectors []Vector) []Beat {
	var beats []Beat
	for i, v := range vectors {
		beats = append(beats, Beat{State: s, Vector: v.Index, Color: v.Color, Last: i == len(vectors)-1})
	}
	return beats
}

// Received returns the write as its target receives it on its stream.
func (w Write) Received() TargetWrite {
	return TargetWrite{Mask: w.Mask, Color: w.Color, Second: w.Second, Alpha: w.Alpha, SecondAlpha: w.SecondAlpha}
}
