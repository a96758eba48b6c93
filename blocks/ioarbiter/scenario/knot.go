package scenario

import "math"

// newKnot makes the triangles of a tube along a trefoil knot, seen along its axis: rings with the given number of
// corners, in the order of the tube. The back faces are included, and hidden by other faces.
func newKnot(side, rings, corners int) (list []triangle) {
	const thick, turns = 0.62, 2 * math.Pi
	centre := func(t float64) vector {
		return vector{math.Sin(t) + 2*math.Sin(2*t), math.Cos(t) - 2*math.Cos(2*t), -1.15 * math.Sin(3*t)}
	}
	points := grid(rings, corners, func(i, j int) vector {
		t := turns * float64(i%rings) / float64(rings)
		along := centre(t + 1e-3).minus(centre(t - 1e-3)).unit()
		out := along.cross(vector{0, 0, 1}).unit()
		sin, cos := math.Sincos(turns * (float64(j%corners) + 0.5) / float64(corners))
		return centre(t).plus(out.times(thick * cos)).plus(along.cross(out).times(thick * sin))
	})
	const distance, focus, nearest, farthest = 11.0, 1.42, 8.0, 14.0
	seen := func(v vector) vector {
		z := v.z + distance
		return vector{float64(side) * (0.5 + focus*v.x/z), float64(side) * (0.51 - focus*v.y/z), 64_000 * (1 - nearest/z) / (1 - nearest/farthest)}
	}
	light := vector{-0.5, 0.65, -0.6}.unit()
	for i := range rings {
		hue := func(shift float64) float64 { return 0.5 + 0.5*math.Cos(turns*(float64(i)/float64(rings)+shift)) }
		colour := shade{0.25 + 0.75*hue(0), 0.25 + 0.6*hue(0.36), 0.3 + 0.7*hue(0.66)}
		triangles(points[i:i+2], func(a, b, c vector) {
			n := normal(a, b, c)
			if n.dot(a.plus(b).plus(c).times(1./3).minus(centre(turns*(float64(i)+0.5)/float64(rings)))) < 0 { // it points inwards
				n = n.times(-1)
			}
			bright := max(n.dot(light), 0)
			list = append(list, onScreen([3]vector{seen(a), seen(b), seen(c)}, rgba8(colour.times(0.3+0.75*bright))))
		})
	}
	return inPicture(list, side)
}
