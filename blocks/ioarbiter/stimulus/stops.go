package stimulus

import "math/rand/v2"

// side is a part of the environment that may stall the connector.
type side int

const (
	atReads   side = iota // an SM's memory does not read
	atWrites              // its memory does not write
	atAcks                // it takes no acknowledgement
	atObjects             // global memory does not read
	atUnits               // a unit takes no requests
	atAnswers             // or does not answer
)

// end is the environment's end of one stream.
type end struct {
	side   side
	stream interface{ When(func() bool) }
}

// Stops makes each end of a stream stop at times, independently of the others.
type Stops struct {
	Pause float64       // the probability of a pause, in each cycle of each end
	Run   int           // the maximum number of cycles between two stops
	Stop  int           // the maximum number of cycles of a stop; 0: no stops
	Held  map[side]bool // sides that are stopped until further notice
}

// Stop makes s decide, from now on, when the environment offers and accepts beats.
func (e *Environment) Stop(s *Stops, rng *rand.Rand) {
	for _, x := range e.ends {
		left, goes := 0, s.Stop == 0
		x.stream.When(func() bool {
			if left == 0 && s.Stop > 0 {
				goes = !goes
				if left = 1 + rng.IntN(s.Stop); goes {
					left = 1 + rng.IntN(s.Run)
				}
			}
			left = max(left-1, 0)
			return goes && !s.Held[x.side] && rng.Float64() >= s.Pause
		})
	}
}
