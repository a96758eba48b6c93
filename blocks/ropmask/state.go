package ropmask

import (
	"posedge/hdl"
	"posedge/hdl/lib"
)

// StateBits is the driver's state of a pixel as signals: the words of [State].
// Bits of a word that belong to no field are ignored.
type StateBits struct {
	OutputMap         hdl.Bits          `doc:"word 18 of the shader program header"`                 // 32
	MrtEnable         hdl.Bits          `doc:"MrtEnable of the header's word 0"`                     // 1
	CtSelect          hdl.Bits          `doc:"SET_CT_SELECT"`                                        // 32
	CtMrtEnable       hdl.Bits          `doc:"SET_CT_MRT_ENABLE"`                                    // 1
	CtWrite           [Targets]hdl.Bits `doc:"SET_CT_WRITE(t)"`                                      // 32
	SingleCtWrite     hdl.Bits          `doc:"SET_SINGLE_CT_WRITE_CONTROL"`                          // 1
	FormatMask        [Targets]hdl.Bits `doc:"components of the format, 0 where no buffer is bound"` // 4
	Blend             hdl.Bits          `doc:"bit t of target t: SET_BLEND(t)"`                      // 8
	Blendable         hdl.Bits          `doc:"the format can be blended"`                            // 8
	AlphaAffectsColor hdl.Bits          `doc:"the blend mode lets A affect R, G or B"`               // 8
	DualSource        hdl.Bits          `doc:"the blend mode takes two sources"`                     // 8
}

func stateShape() StateBits {
	s := StateBits{
		OutputMap:         hdl.Width(32),
		MrtEnable:         hdl.Width(1),
		CtSelect:          hdl.Width(32),
		CtMrtEnable:       hdl.Width(1),
		SingleCtWrite:     hdl.Width(1),
		Blend:             hdl.Width(Targets),
		Blendable:         hdl.Width(Targets),
		AlphaAffectsColor: hdl.Width(Targets),
		DualSource:        hdl.Width(Targets),
	}
	for t := range Targets {
		s.CtWrite[t] = hdl.Width(32)
		s.FormatMask[t] = hdl.Width(Components)
	}
	return s
}

// Route is what the selection logic derives from a state: up to eight slots,
// one for each vector in MRT mode, one for each target in the others. It
// crosses to the raster operations unit once for each pixel, and that unit
// unpacks with the same masks.
type Route struct {
	Mrt    hdl.Bits      `doc:"a slot is a vector"` // 1
	Slots  [Targets]Slot // in transmit and write order
	Second hdl.Bits      `doc:"components of vector 1 that are sent as second source"` // 4
}

// Slot is one vector on its way to one target.
type Slot struct {
	Target    hdl.Bits // 3
	Mask      hdl.Bits `doc:"components to write, 0 where nothing is"`            // 4
	Generated hdl.Bits `doc:"components of the vector that the shader generates"` // 4
	Update    hdl.Bits `doc:"component update mask: what is sent"`                // 4
	Dual      hdl.Bits `doc:"the target takes the second source"`                 // 1
}

func routeShape() Route {
	r := Route{Mrt: hdl.Width(1), Second: hdl.Width(Components)}
	for i := range r.Slots {
		r.Slots[i] = Slot{
			Target:    hdl.Width(hdl.IndexWidth(Targets)),
			Mask:      hdl.Width(Components),
			Generated: hdl.Width(Components),
			Update:    hdl.Width(Components),
			Dual:      hdl.Width(1),
		}
	}
	return r
}

// sharedUpdate has the components of vector 0 that PackedOnce sends in the
// modes other than MRT: every one that any target needs.
func sharedUpdate(r Route) hdl.Bits {
	union := hdl.Const(Components, 0)
	for _, s := range r.Slots {
		union = union.Or(s.Update)
	}
	return union
}

// of is the route of a pixel with only some vectors present: the shader
// generates nothing of the others.
func (r Route) of(present hdl.Bits) Route {
	for i, s := range r.Slots {
		here := hdl.Mux(r.Mrt, present.Bit(i), present.Bit(0))
		r.Slots[i].Mask, r.Slots[i].Update = lib.Gate(here, s.Mask), lib.Gate(here, s.Update)
		r.Slots[i].Dual = here.And(s.Dual)
	}
	r.Second = lib.Gate(present.Bit(0).And(present.Bit(1)), r.Second) // send nothing that no write takes
	return r
}

// nibble returns the mask of vector v in an output map.
func nibble(outputMap hdl.Bits, v int) hdl.Bits {
	return outputMap.Slice(Components*v+Components-1, Components*v)
}

// count is the number of ones.
func count(x hdl.Bits) hdl.Bits {
	_, total := lib.Rank(x)
	return total
}
