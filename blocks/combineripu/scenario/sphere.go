package scenario

import (
	"math"

	"posedge/blocks/combineripu/model"
)

// A sphere is an object of a scene.
type sphere struct {
	centre vector
	radius float64
}

// hit is the distance at which a ray, whose direction has length 1, enters the sphere from outside.
func (s sphere) hit(from, direction vector) (length float64, ok bool) {
	to := s.centre.minus(from)
	along := to.dot(direction)
	rest := times(s.radius, s.radius) - to.dot(to) + times(along, along)
	if rest < 0 {
		return 0, false
	}
	length = along - math.Sqrt(rest)
	return length, length > 0
}

// normal is the sphere's normal at a point of its surface.
func (s sphere) normal(at vector) vector { return at.minus(s.centre).times(1 / s.radius) }

// nearest is the first of the spheres that a ray meets, or −1.
func nearest(list []sphere, from, direction vector) (n int, length float64) {
	n = -1
	for k, s := range list {
		if l, ok := s.hit(from, direction); ok && (n < 0 || l < length) {
			n, length = k, l
		}
	}
	return n, length
}

// shadow is the share of a small light that reaches a point past the spheres; softness is half the width of the
// shadow's edge.
func shadow(list []sphere, at, light vector, softness float64) float64 {
	share := 1.0
	to := light.minus(at)
	direction := to.unit()
	for _, s := range list {
		along := s.centre.minus(at).dot(direction)
		if along <= 0 || along >= to.length() {
			continue
		}
		beside := s.centre.minus(at.plus(direction.times(along))).length()
		share = min(share, smooth(s.radius-softness, s.radius+softness, beside))
	}
	return share
}

// bumped is a normal tilted by the slope of a height, which is a function of place.
func bumped(normal, at vector, height func(vector) float64) vector {
	const step = 1. / 512
	here := height(at)
	slope := vector{
		height(at.plus(vector{x: step})) - here,
		height(at.plus(vector{y: step})) - here,
		height(at.plus(vector{z: step})) - here,
	}.times(1 / step)
	return normal.minus(slope.minus(normal.times(slope.dot(normal)))).unit()
}

// A scene is the pixel at each place of [−1, 1] × [−1, 1].
type scene func(x, y float64) model.Pixel

// pixels are those of a square picture of a scene, row by row from the top left. Each is the mean of places × places
// samples, like filtered textures and colours.
func (s scene) pixels(side, places int) []model.Pixel {
	list := make([]model.Pixel, 0, side*side)
	for y := range side {
		for x := range side {
			var m mean
			for k := range places * places {
				at := func(pixel, place int) float64 {
					return float64(2*(pixel*places+place)+1)/float64(side*places) - 1
				}
				m.add(s(at(x, k%places), -at(y, k/places)))
			}
			p := m.values()
			p.X, p.Y = x, y
			list = append(list, p)
		}
	}
	return list
}

// mean is the mean of pixels.
type mean struct {
	sums  [7]model.Values
	count int
}

// parts are the values of a pixel.
func parts(p *model.Pixel) [7]*model.Values {
	t := &p.Texture
	return [...]*model.Values{&p.Fog, &p.Primary, &p.Secondary, &t[0], &t[1], &t[2], &t[3]}
}

func (m *mean) add(p model.Pixel) {
	m.count++
	for n, v := range parts(&p) {
		for k, x := range v {
			m.sums[n][k] += x
		}
	}
}

// values is the mean, to the nearest code; all values are positive.
func (m *mean) values() (p model.Pixel) {
	for n, v := range parts(&p) {
		for k := range v {
			v[k] = (m.sums[n][k] + m.count/2) / m.count
		}
	}
	return p
}

// code is the nearest code of a number from 0 to 1.
func code(x float64) int { return int(math.Round(times(model.One, min(max(x, 0), 1)))) }

// coloured is a colour with an alpha.
func coloured(s shade, alpha float64) model.Values {
	return model.Values{code(s.x), code(s.y), code(s.z), code(alpha)}
}

// pointing is a direction as EXPAND reads it: 1 at 255 and −1 at 0. Its alpha is 0.
func pointing(v vector) model.Values {
	return coloured(v.times(0.5).plus(vector{0.5, 0.5, 0.5}), 0)
}
