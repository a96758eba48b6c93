package scenario

import (
	"math"

	"posedge/blocks/combineripu/model"
)

// bumpScene is a glazed ball in front of bricks, each with a normal map, under a lamp. A light vector is shorter where
// less light arrives, so that the ball casts a shadow, and a half vector where there is less gloss.
func bumpScene(x, y float64) model.Pixel {
	ball, lamp, eye := sphere{vector{0.04, 0, 0}, 0.72}, vector{-1.3, 1.5, 3.2}, vector{z: 8}
	at, from := vector{x, y, -0.75}, vector{x, y, 4}
	normal, colour := vector{z: 1}, shade{}
	gloss, share := 0.5, 0.25+times(0.75, shadow([]sphere{ball}, at, lamp, 0.16))
	if length, ok := ball.hit(from, vector{z: -1}); ok {
		at, gloss, share = from.plus(vector{z: -length}), 0.92, 1
		normal = ball.normal(at)
		normal, colour = bumped(normal, normal, tiles), glaze(normal)
	} else {
		normal, colour = bumped(normal, at, bricks), brick(at)
	}
	light := lamp.minus(at).unit()
	half := light.plus(eye.minus(at).unit()).unit()
	return model.Pixel{
		Primary:   pointing(light.times(share)),
		Secondary: pointing(half.times(times(gloss, share))),
		Texture:   [4]model.Values{pointing(normal), coloured(colour, 1)},
	}
}

// tilesAcross is the number of tiles across a side of the cube that is inflated to the ball.
const tilesAcross = 4

// onCube finds a direction's side of a cube, turned a little, its tile there, and the position in the tile, in [−1, 1]
// × [−1, 1].
func onCube(v vector) (side int, tile [2]int, at [2]float64) {
	a, b, c := vector{0.8, 0, 0.6}, vector{0.3, 0.8661, -0.4}, vector{-0.5196, 0.5, 0.6928}
	p := [3]float64{v.dot(a), v.dot(b), v.dot(c)}
	for k := range p {
		if math.Abs(p[k]) > math.Abs(p[side]) {
			side = k
		}
	}
	for k := range at {
		// The tiles near the corners of a side are made as large as those in its middle.
		s := p[(side+1+k)%3] / math.Abs(p[side])
		s = times(s, 1.27-times(0.27, math.Abs(s)))
		in := times(s+1, tilesAcross/2.)
		tile[k] = min(int(in), tilesAcross-1)
		at[k] = times(2, in-float64(tile[k])) - 1
	}
	if p[side] < 0 {
		side += 3
	}
	return side, tile, at
}

// tiles is the height of the ball's tiles: flat, with round edges.
func tiles(v vector) float64 {
	_, _, at := onCube(v)
	return times(0.075, edge(at[0])*edge(at[1]))
}

// edge falls from 1 to 0 at the ends of [−1, 1].
func edge(x float64) float64 { return smooth(0, 0.42, 1-math.Abs(x)) }

// glaze is the colour of the ball.
func glaze(v vector) shade {
	side, tile, at := onCube(v)
	list := [...]shade{hex(0xc8452c), hex(0xe0a03c), hex(0x2f8f83), hex(0xd9c9a3)}
	n := chance(side*8+tile[0], tile[1])
	joint := smooth(0.02, 0.2, 1-max(math.Abs(at[0]), math.Abs(at[1])))
	return mix(hex(0x3c3530), list[int(times(n, float64(len(list))))], joint)
}

// onWall finds the brick at a point of the wall, and the position in it as [onCube] does.
func onWall(v vector) (row, column int, at [2]float64) {
	const width, height = 0.5, 0.22
	y := v.y/height + 20.3
	row = int(y)
	x := v.x/width + 20.2 + float64(row%2)/2
	column = int(x)
	return row, column, [2]float64{times(2, x-float64(column)) - 1, times(2, y-float64(row)) - 1}
}

// ends measures the distance from a brick's nearest edge.
func ends(at [2]float64) float64 {
	return min(times(2.2, 1-math.Abs(at[0])), 1-math.Abs(at[1]))
}

// bricks is the height of the wall.
func bricks(v vector) float64 {
	row, column, at := onWall(v)
	lean := times(0.03, times(chance(row, column)-0.5, at[0]))
	return times(0.05, smooth(0.05, 0.4, ends(at))) + lean
}

// brick is the colour of the wall.
func brick(v vector) shade {
	row, column, at := onWall(v)
	tone := mix(hex(0x55607a), hex(0x7a86a0), chance(column, row))
	return mix(hex(0x474b57), tone, smooth(0.05, 0.25, ends(at)))
}
