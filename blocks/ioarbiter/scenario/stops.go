package scenario

import "math/rand/v2"

// side is what a connector may have to wait for.
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

// Stops makes the ends of streams stop, each for itself.
type Stops struct {
	Pause float64       // the probability that an end does nothing in a cycle
	Run   int           // an end goes on for so many cycles at most, and
	Stop  int           // then stops for so many at most; 0: it never does
	Held  map[side]bool // sides that do nothing
}

// Stop lets s decide, from now on, when the environment sends and takes.
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
