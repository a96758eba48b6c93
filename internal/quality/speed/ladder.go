package speed

// Every run reads its checksum and the clock at the same cycle numbers: 10, 20,
// 50, 100 and so on. The first cycle of a run is one of reset.
const (
	firstStop = 10
	lastStop  = 1_000_000_000
)

// nextStop is the stop after n, itself a stop; 0 gives the first.
func nextStop(n uint64) uint64 {
	if n == 0 {
		return firstStop
	}
	lead := n
	for lead >= 10 {
		lead /= 10
	}
	if lead == 2 {
		return n / 2 * 5
	}
	return n * 2
}

// limits say when a run ends: at the first stop at which it has taken the given
// time and done the given number of cycles, or at the last of all.
type limits struct {
	Seconds float64
	Cycles  uint64
}

func (l limits) over(cycles uint64, seconds float64) bool {
	return cycles >= lastStop || seconds >= l.Seconds && cycles >= l.Cycles
}
