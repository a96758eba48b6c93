package units

// Channels of a pixel of the surface: red, green, blue, alpha, red lowest.
const Channels = 4

// The registers of the surface unit's state.
const (
	SurfaceProtectWord = iota // 3:0, red lowest: 1 keeps the component as it is
	SurfaceWords
)

// SurfaceState is the state of the surface unit: how pixels are written.
type SurfaceState struct {
	Protect uint8 // bit 0 red, 1 green, 2 blue, 3 alpha: 1 keeps the component as it is
}

// Words are the registers of this state.
func (s SurfaceState) Words() []uint32 {
	return []uint32{uint32(s.Protect & (1<<Channels - 1))}
}
