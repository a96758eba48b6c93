package scenario

import (
	"math"

	"posedge/blocks/combineripu/model"
)

// fogScene is spheres on a floor, one behind the other into the fog. PRIMARY is the light on them, SECONDARY their
// highlight, and FOG the colour of the air in that direction and, as its alpha, the share of light that comes through.
func fogScene(x, y float64) model.Pixel {
	eye := vector{0, 2.1, 0}
	direction := vector{times(x, 0.62), times(y, 0.62) - 0.27, -1}.unit()
	sun := vector{-0.62, 0.5, 0.4}.unit()
	list := fogSpheres()
	var all []sphere
	for _, s := range list {
		all = append(all, s.sphere)
	}
	air := fogAir(direction)
	n, length := nearest(all, eye, direction)
	if n < 0 && direction.y >= 0 {
		return model.Pixel{Fog: coloured(air, 0)}
	}
	normal, colour, shine := vector{y: 1}, shade{}, 0.0
	if n < 0 {
		length = -eye.y / direction.y
	}
	at := eye.plus(direction.times(length))
	if n < 0 {
		light, dark := hex(0xb9ae9c), hex(0x6f6a68)
		colour = light
		if (int(math.Floor(at.x))+int(math.Floor(at.z)))&1 != 0 {
			colour = dark
		}
	} else {
		normal, colour = all[n].normal(at), list[n].colour
		half := sun.minus(direction).unit()
		shine = max(normal.dot(half), 0)
		for range 5 {
			shine = times(shine, shine)
		}
	}
	lit := max(normal.dot(sun), 0)
	if n < 0 {
		lit = times(lit, shadow(all, at, at.plus(sun.times(50)), 0.12))
	}
	sky := times(0.5, normal.y+1)
	light := hex(0xfff0d8).times(times(0.85, lit)).plus(mix(hex(0x4a4038), hex(0x5f6f88), sky).times(0.75))
	shaded := shade{times(colour.x, light.x), times(colour.y, light.y), times(colour.z, light.z)}
	return model.Pixel{
		Primary:   coloured(shaded, 1),
		Secondary: coloured(hex(0xfff4e0).times(times(0.8, shine)), 0),
		Fog:       coloured(air, fogShare(length)),
	}
}

// fogShare is the share of light that comes through the air of the given length.
func fogShare(length float64) float64 {
	d := max(length-3, 0) / 9.5
	return 1 / (1 + times(d, d) + times(times(d, d), times(d, d)))
}

// fogAir is the colour of the air in a direction: bright at the horizon, warm below the sun.
func fogAir(direction vector) shade {
	air := mix(hex(0xdfe3e2), hex(0x7fa3cc), smooth(-0.02, 0.5, direction.y))
	warm := max(direction.dot(vector{-0.5, 0.08, -0.86}), 0)
	return mix(air, hex(0xffd9a8), times(0.8, smooth(0.82, 1, warm)))
}

// fogSpheres are the spheres on the floor.
func fogSpheres() []part {
	colours := [...]shade{hex(0xd8402f), hex(0x2f7fd0), hex(0xe8b030), hex(0x3fa060), hex(0x8a55c0)}
	var list []part
	for k := range 18 {
		row, radius := k/3, 0.42+times(0.3, chance(k, 5))
		x := times(1.75, float64(k%3-1)) + times(0.9, chance(k, 7)-0.5+times(0.6, float64(row%2)))
		list = append(list, part{sphere{vector{x, radius, -4.3 - times(2.4, float64(row)) - chance(k, 9)}, radius}, colours[k*2%len(colours)]})
	}
	return list
}
