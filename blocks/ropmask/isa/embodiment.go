package isa

import "fmt"

// Embodiment says how often a component that several targets need is sent, in
// the modes in which one vector goes to several targets (non-MRT and dual
// source). The patent describes both.
type Embodiment int

const (
	// PerTarget sends the components once for each target.
	PerTarget Embodiment = iota
	// PackedOnce packs the components for all targets, each sent once.
	PackedOnce
)

// String returns "per target" or "packed once".
func (e Embodiment) String() string {
	switch e {
	case PerTarget:
		return "per target"
	case PackedOnce:
		return "packed once"
	}
	return fmt.Sprintf("embodiment %d", int(e))
}
