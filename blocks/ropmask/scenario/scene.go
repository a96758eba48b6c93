package scenario

import "math"

// scenePixel is a pixel of the scene as the G-buffer's shader computes it, in fp32 bit patterns.
type scenePixel struct {
	// Albedo is the linear colour of the lit surface, R, G and B from 0 to 1. It includes the light, so that the picture shows
	// shading and shadow.
	Albedo [3]uint32

	// Normal is the unit normal of the surface in camera space: X to the right, Y up, Z towards the camera. That of the sky is
	// 0, 0, 1.
	Normal [3]uint32

	// Depth is the distance along the view axis, 0 at the near plane, 1 at the far plane and in the sky.
	Depth uint32

	// Mask is the sphere's coverage of the pixel, 0 to 1.
	Mask uint32
}

// renderedScene is a picture of a shaded sphere on a checkered plane under one light.
type renderedScene struct {
	Width, Height int
	Pixels        []scenePixel // row by row, from the top left
}

// renderScene computes the scene with size×size pixels; a size below 1 gives an empty scene. The bit patterns are the same on
// every machine, since each addition, multiplication, division and square root of float32 is rounded separately.
func renderScene(size int) renderedScene {
	size = max(size, 0)
	s := renderedScene{Width: size, Height: size, Pixels: make([]scenePixel, 0, size*size)}
	for y := range size {
		for x := range size {
			s.Pixels = append(s.Pixels, renderPixel(x, y, size))
		}
	}
	return s
}

// At returns the pixel in column x of row y.
func (s renderedScene) At(x, y int) scenePixel { return s.Pixels[y*s.Width+x] }

// The scene in world space: Y is up and the plane is Y = 0.
const (
	nearPlane, farPlane = 4, 12

	sphereRadius = 1
	fieldOfView  = 0.36 // half the picture's height at distance 1
	samples      = 4    // samples×samples rays for each pixel
	lightRadius  = 0.09 // half the width of the light at distance 1
	tile         = 0.85 // the side of a square of the checkerboard
)

var (
	eye          = vec{-1.5, 2.5, 5.7}
	lookAt       = vec{0.22, 1.0, 0}
	sphereCentre = vec{0, sphereRadius, 0}
	lightFrom    = normalized(vec{-0.80, 0.92, 0.22})

	sphereColor  = vec{0.72, 0.085, 0.035}
	lightTile    = vec{0.66, 0.64, 0.58}
	darkTile     = vec{0.13, 0.17, 0.22}
	lightColor   = vec{1.02, 0.96, 0.86}
	skyAbove     = vec{0.07, 0.20, 0.50}
	skyAtHorizon = vec{0.66, 0.76, 0.86}

	backward = normalized(eye.sub(lookAt)) // the camera's axes
	right    = normalized(cross(vec{0, 1, 0}, backward))
	up       = cross(backward, right)
)

// renderPixel shoots a grid of rays through the pixel for colour and mask, and one through its centre for normal and depth,
// which must not be averaged across an edge.
func renderPixel(x, y, size int) scenePixel {
	var light vec
	covered := 0
	for j := range samples {
		for i := range samples {
			direction := ray(x, y, size, gridPoint(i), gridPoint(j))
			// Each ray sees a different point of the light, far from its neighbours' points, so that the shadow has a soft edge.
			towards := normalized(lightFrom.
				add(right.scale(mul(lightRadius, gridPoint((3*j+i)%samples)))).
				add(up.scale(mul(lightRadius, gridPoint((j+2*i+1)%samples)))))
			h := trace(direction)
			light = light.add(h.shade(direction, towards))
			if h.what == sphere {
				covered++
			}
		}
	}
	light = light.scale(1.0 / (samples * samples))

	direction := ray(x, y, size, 0, 0)
	h := trace(direction)
	normal, depth := vec{0, 0, 1}, float32(1)
	if h.what != sky {
		normal = vec{dot(h.normal, right), dot(h.normal, up), dot(h.normal, backward)}
		along := -dot(h.at.sub(eye), backward)
		depth = clamp((along - nearPlane) / (farPlane - nearPlane))
	}
	return scenePixel{
		Albedo: [3]uint32{bitsOf(clamp(light[0])), bitsOf(clamp(light[1])), bitsOf(clamp(light[2]))},
		Normal: [3]uint32{bitsOf(normal[0]), bitsOf(normal[1]), bitsOf(normal[2])},
		Depth:  bitsOf(depth),
		Mask:   bitsOf(float32(covered) / (samples * samples)),
	}
}

// gridPoint returns the position of sample i between -1 and 1.
func gridPoint(i int) float32 { return mul(float32(2*i+1), 1.0/samples) - 1 }

// ray returns the direction from the eye through a point of a pixel; dx and dy range from -1 to 1 across it.
func ray(x, y, size int, dx, dy float32) vec {
	across := (float32(2*x+1)+dx)/float32(size) - 1
	down := (float32(2*y+1)+dy)/float32(size) - 1
	return normalized(right.scale(mul(fieldOfView, across)).sub(up.scale(mul(fieldOfView, down))).sub(backward))
}

type surface int

const (
	sky surface = iota
	plane
	sphere
)

// hit is the nearest surface on a ray from the eye.
type hit struct {
	what       surface
	at, normal vec
}

func trace(direction vec) hit {
	if distance, ok := meetSphere(eye, direction); ok {
		at := eye.add(direction.scale(distance))
		return hit{sphere, at, at.sub(sphereCentre).scale(1.0 / sphereRadius)}
	}
	if direction[1] < 0 {
		at := eye.add(direction.scale(-eye[1] / direction[1]))
		return hit{plane, at, vec{0, 1, 0}}
	}
	return hit{what: sky}
}

// meetSphere returns the distance from a point outside the sphere to its front
// along a unit direction.
func meetSphere(from, direction vec) (float32, bool) {
	offset := sphereCentre.sub(from)
	middle := dot(offset, direction)
	half := mul(sphereRadius, sphereRadius) - (dot(offset, offset) - mul(middle, middle))
	if middle < 0 || half < 0 {
		return 0, false
	}
	return middle - sqrt(half), true
}

// shade returns the light that comes back along a ray from the eye.
func (h hit) shade(direction, towardsLight vec) vec {
	switch h.what {
	case sphere:
		return shadeSphere(h, direction, towardsLight)
	case plane:
		return shadePlane(h, direction, towardsLight)
	}
	return skyColor(direction)
}

func shadeSphere(h hit, direction, towardsLight vec) vec {
	lit := clamp(dot(h.normal, towardsLight))
	// The sky lights the sphere from above, the plane a little from below.
	ambient := mix(vec{0.07, 0.065, 0.06}, vec{0.15, 0.18, 0.23}, mul(0.5, h.normal[1]+1))
	color := sphereColor.times(ambient.add(lightColor.scale(lit)))

	mirrored := direction.sub(h.normal.scale(mul(2, dot(direction, h.normal))))
	gloss := clamp(dot(mirrored, towardsLight))
	for range 5 { // the 32nd power
		gloss = mul(gloss, gloss)
	}
	color = color.add(lightColor.scale(mul(0.45, gloss)))

	edge := clamp(dot(direction, h.normal) + 1)
	sheen := mul(0.5, mul(mul(edge, edge), edge))
	return mix(color, mirrorColor(h.at, mirrored), 0.04+mul(0.96, sheen))
}

// mirrorColor is the colour that the sphere reflects: the plane without shadows, or the sky.
func mirrorColor(from, direction vec) vec {
	if direction[1] >= 0 {
		return skyColor(direction)
	}
	at := from.add(direction.scale(-from[1] / direction[1]))
	return haze(checker(at).scale(0.8), at)
}

func shadePlane(h hit, direction, towardsLight vec) vec {
	ambient := vec{0.13, 0.16, 0.21}
	// The sphere hides a part of the sky around the point that it stands on.
	offset := sphereCentre.sub(h.at)
	hidden := sphereRadius / (dot(offset, offset))
	ambient = ambient.scale(1 - mul(0.9, mul(hidden, hidden)))

	lit := clamp(dot(h.normal, towardsLight))
	if _, shadowed := meetSphere(h.at, towardsLight); shadowed {
		lit = 0
	}
	return haze(checker(h.at).times(ambient.add(lightColor.scale(lit))), h.at)
}

func checker(at vec) vec {
	column, row := math.Floor(float64(at[0]/tile)), math.Floor(float64(at[2]/tile))
	if math.Mod(column+row, 2) == 0 {
		return lightTile
	}
	return darkTile
}

// haze fades distant points into the sky at the horizon, where the checkerboard is too fine for the picture.
func haze(color, at vec) vec {
	offset := at.sub(sphereCentre)
	distance := sqrt(dot(offset, offset))
	return mix(color, skyAtHorizon, clamp((distance-3)/14))
}

func skyColor(direction vec) vec {
	height := clamp(mul(5, direction[1]))
	return mix(skyAtHorizon, skyAbove, height)
}

// vec is a point, a direction or a colour.
type vec [3]float32

// mul rounds its product, so that no compiler fuses it with an addition and the result is the same on every machine.
func mul(a, b float32) float32 { return float32(a * b) }

// sqrt is correctly rounded: the root of a float32 in float64, rounded to float32, is the nearest float32.
func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

func clamp(x float32) float32 { return min(max(x, 0), 1) }

func bitsOf(x float32) uint32 { return math.Float32bits(x) }

func (a vec) add(b vec) vec { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) sub(b vec) vec { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) times(b vec) vec {
	return vec{mul(a[0], b[0]), mul(a[1], b[1]), mul(a[2], b[2])}
}
func (a vec) scale(s float32) vec { return vec{mul(a[0], s), mul(a[1], s), mul(a[2], s)} }

func dot(a, b vec) float32 { return mul(a[0], b[0]) + mul(a[1], b[1]) + mul(a[2], b[2]) }

func cross(a, b vec) vec {
	return vec{
		mul(a[1], b[2]) - mul(a[2], b[1]),
		mul(a[2], b[0]) - mul(a[0], b[2]),
		mul(a[0], b[1]) - mul(a[1], b[0]),
	}
}

func normalized(a vec) vec { return a.scale(1 / sqrt(dot(a, a))) }

// mix interpolates from a at 0 to b at 1.
func mix(a, b vec, share float32) vec { return a.scale(1 - share).add(b.scale(share)) }
