package isa

// Embodiment is one of the patent's two ways to mark the batches of a primitive.
type Embodiment uint8

// The two embodiments of the patent. Both cut the same batches.
const (
	// FourModes: BEGIN names the split mode, so a batch must be complete before its BEGIN is sent.
	FourModes Embodiment = iota
	// TwoModes: BEGIN and END are each normal or open. Vertices stream through the driver, and no batch can be dropped.
	TwoModes
)

// String is the embodiment's name on the command line: "four" or "two".
func (e Embodiment) String() string {
	if e == TwoModes {
		return "two"
	}
	return "four"
}
