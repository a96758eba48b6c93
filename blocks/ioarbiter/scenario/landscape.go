package scenario

import (
	"math"
	"math/rand/v2"
)

// A landscape is a lake in front of mountains, made of flat-shaded triangles.
type landscape struct {
	side float64 // of the picture, in pixels
	rng  *rand.Rand
	list []triangle
}

// The visible part lies between the distances near and far.
const (
	near, far = 2.0, 36.0
	eye       = 2.4  // height
	horizon   = 0.46 // height of the sky, as a fraction of the picture
	focus     = 1.0
	skyDepth  = 65_000
)

var (
	light = vector{-0.55, 0.6, -0.35}.unit()
	haze  = shade{0.93, 0.78, 0.66}
)

// newLandscape makes the triangles of a picture of the given side, in random order. The ground has detail × detail
// cells.
func newLandscape(side, detail int) []triangle {
	l := &landscape{side: float64(side), rng: rand.New(rand.NewPCG(5, 5))}
	l.sky(max(detail/3, 2))
	l.ground(detail)
	l.water(max(detail/3, 2))
	l.trees(2 * detail)
	l.rng.Shuffle(len(l.list), func(i, j int) { l.list[i], l.list[j] = l.list[j], l.list[i] })
	return inPicture(l.list, side)
}

// seen projects a point onto the screen. Its depth is linear in −1÷z, so that planes remain planes.
func (l *landscape) seen(v vector) vector {
	return vector{
		l.side * (0.5 + focus*v.x/v.z), l.side * (horizon - focus*(v.y-eye)/v.z),
		skyDepth * 0.98 * (1 - near/v.z) / (1 - near/far),
	}
}

func (l *landscape) add(colour shade, p ...vector) {
	l.list = append(l.list, onScreen([3]vector(p), rgba8(colour)))
}

// face adds a triangle with lighting, and with haze that increases with its distance. Its normal points outside.
func (l *landscape) face(colour shade, outside, a, b, c vector) {
	n := normal(a, b, c)
	if n.dot(outside) < 0 {
		n = n.times(-1)
	}
	bright := max(n.dot(light), 0)
	lit := vector{colour.x * (0.42 + 0.85*bright), colour.y * (0.45 + 0.75*bright), colour.z * (0.58 + 0.55*bright)}
	z := (a.z + b.z + c.z) / 3
	l.add(mix(lit, haze, 1-math.Exp(-z*z/1400)), l.seen(a), l.seen(b), l.seen(c))
}

// jitter is a random number around 0.
func (l *landscape) jitter(most float64) float64 { return (2*l.rng.Float64() - 1) * most }

// sky adds the sky, from the top to below the horizon, and the sun.
func (l *landscape) sky(n int) {
	top, bottom := shade{0.25, 0.42, 0.68}, shade{0.99, 0.80, 0.62}
	points := grid(n, n, func(i, j int) vector {
		x, y := float64(i)/float64(n), float64(j)/float64(n)
		if i > 0 && i < n && j > 0 && j < n {
			x, y = x+l.jitter(0.35/float64(n)), y+l.jitter(0.35/float64(n))
		}
		return vector{l.side * (1.02*x - 0.01), l.side * (0.62*y - 0.01), skyDepth}
	})
	triangles(points, func(a, b, c vector) {
		height := (a.y + b.y + c.y) / 3 / l.side / 0.40
		colour := mix(top, bottom, min(height*height*0.4+height*0.6, 1))
		l.add(colour.times(1+l.jitter(0.025)), a, b, c)
	})
	const rays = 14
	middle := vector{l.side * 0.66, l.side * 0.17, skyDepth - 100}
	rim := func(k int) vector {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / rays)
		return middle.plus(vector{cos, sin, 0}.times(l.side * 0.062))
	}
	for k := range rays {
		l.add(shade{1, 0.93 + l.jitter(0.02), 0.74 + l.jitter(0.04)}, middle, rim(k), rim(k+1))
	}
}

// grid makes (n+1) columns of (m+1) points.
func grid(n, m int, at func(i, j int) vector) (points [][]vector) {
	for i := range n + 1 {
		points = append(points, nil)
		for j := range m + 1 {
			points[i] = append(points[i], at(i, j))
		}
	}
	return points
}

// triangles calls f for the two triangles of each cell of a grid.
func triangles(points [][]vector, f func(a, b, c vector)) {
	for i := range len(points) - 1 {
		for j := range len(points[i]) - 1 {
			a, b, c, d := points[i][j], points[i+1][j], points[i][j+1], points[i+1][j+1]
			if (i+j)%2 == 0 {
				f(a, b, c)
				f(b, c, d)
			} else {
				f(a, b, d)
				f(a, c, d)
			}
		}
	}
}

// onGround is a grid of points on the ground whose cells look about equally large, near or far.
func (l *landscape) onGround(n int, shake float64) [][]vector {
	return grid(n, n, func(i, j int) vector {
		u, v := float64(i)+l.jitter(shake), float64(j)
		if j > 0 && j < n {
			v += l.jitter(shake)
		}
		z := near * math.Pow(far/near, v/float64(n))
		return vector{z * 1.2 * (u/float64(n) - 0.5), 0, z}
	})
}

func (l *landscape) ground(n int) {
	points := l.onGround(n, 0.3)
	for _, line := range points {
		for k := range line {
			line[k].y = height(line[k].x, line[k].z)
		}
	}
	triangles(points, func(a, b, c vector) {
		l.face(l.soil(a, b, c), vector{0, 1, 0}, a, b, c)
	})
}

// soil is the colour of a part of the ground.
func (l *landscape) soil(a, b, c vector) shade {
	y, steep := (a.y+b.y+c.y)/3, 1-math.Abs(normal(a, b, c).y)
	colour := shade{0.44, 0.55, 0.24}
	switch {
	case y > 3.6-0.6*l.rng.Float64() && steep < 0.72:
		colour = shade{0.97, 0.97, 1}
	case y > 1.9 || steep > 0.4:
		colour = shade{0.50, 0.44, 0.42}
	case y < 0.16:
		colour = shade{0.80, 0.70, 0.48}
	}
	return colour.times(1 + l.jitter(0.06))
}

func (l *landscape) water(n int) {
	triangles(l.onGround(n, 0.3), func(a, b, c vector) {
		colour := mix(shade{0.20, 0.46, 0.58}, shade{0.62, 0.72, 0.74}, min((a.z+b.z+c.z)/3/16, 1))
		l.add(colour.times(1+l.jitter(0.05)), l.seen(a), l.seen(b), l.seen(c))
	})
}

// trees adds n firs, of two cones each, on the shores.
func (l *landscape) trees(n int) {
	for range 200 * n {
		z := 4.6 + 9*l.rng.Float64()
		x := z * 1.1 * (l.rng.Float64() - 0.5)
		y := height(x, z)
		if y < 0.25 || y > 1.5 {
			continue
		}
		size := 0.55 + 0.4*l.rng.Float64()
		colour := shade{0.16, 0.36, 0.22}.times(1 + l.jitter(0.2))
		foot := vector{x, y - 0.05, z}
		l.cone(foot, 0.36*size, 0.85*size, colour)
		l.cone(foot.plus(vector{0, 0.5 * size, 0}), 0.27*size, 0.8*size, colour)
		if n--; n == 0 {
			return
		}
	}
}

func (l *landscape) cone(foot vector, radius, tall float64, colour shade) {
	const sides = 6
	turn := l.rng.Float64()
	rim := func(k int) vector {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + turn) / sides)
		return foot.plus(vector{radius * cos, 0, radius * sin})
	}
	for k := range sides {
		a, b := rim(k), rim(k+1)
		l.face(colour, mix(a, b, 0.5).minus(foot), a, b, foot.plus(vector{0, tall, 0}))
	}
}

// height is the height of the ground at a place; the lake's surface is at 0.
func height(x, z float64) float64 {
	lake := math.Sqrt((x-1.6)*(x-1.6)*0.55 + (z-7.5)*(z-7.5))
	h := -0.55 + 1.5*smooth(lake, 1.5, 5.5) + 0.9*(noise(0.45*x, 0.45*z)-0.45)*smooth(lake, 1, 5)
	ridge := 1 - math.Abs(2*noise(0.16*x+7, 0.16*z)-1)
	peak := 0.65*ridge*ridge + 0.35*noise(0.5*x, 0.5*z+31)
	return h + 9.5*peak*smooth(z, 11, 27)
}

// smooth rises smoothly from 0 at low to 1 at high.
func smooth(x, low, high float64) float64 {
	t := min(max((x-low)/(high-low), 0), 1)
	return t * t * (3 - 2*t)
}

// noise is a number from 0 to 1: random at integer coordinates, and interpolated between them.
func noise(x, z float64) float64 {
	x0, z0 := math.Floor(x), math.Floor(z)
	at := func(i, j float64) float64 {
		h := uint32(int32(x0+i))*0x9e3779b1 ^ uint32(int32(z0+j))*0x85ebca77
		h = (h ^ h>>15) * 0x2c1b3c6d
		h = (h ^ h>>12) * 0x297a2d39
		return float64((h^h>>15)>>8) / (1 << 24)
	}
	u, v := smooth(x-x0, 0, 1), smooth(z-z0, 0, 1)
	return (1-v)*((1-u)*at(0, 0)+u*at(1, 0)) + v*((1-u)*at(0, 1)+u*at(1, 1))
}
