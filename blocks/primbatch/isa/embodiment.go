package isa

// Embodiment is how batches are told from whole primitives.
type Embodiment uint8

// The two embodiments of the text. Both cut the same batches.
const (
	// FourModes: BEGIN names the split mode, so that a batch is complete before its BEGIN is sent.
	FourModes Embodiment = iota
	// TwoModes: BEGIN and END are each normal or open. Vertices stream through the driver, and no batch can be dropped.
	TwoModes
)

// String is the embodiment as the command line has it: "four" or "two".
func (e Embodiment) String() string {
	if e == TwoModes {
		return "two"
	}
	return "four"
}
