#version 300 es
// A toon shader: bands of light instead of a gradient, a hard highlight, and a dark outline
// where the surface turns away.
precision highp float;

in vec3 normal;
#pragma castalu normal (?, [0,1], ?) = sphere.normal

uniform vec3 light, half_vector;
#pragma castalu light (?, [0,1], 24) = vec3(-0.48, 0.6, 0.64)
#pragma castalu half_vector (?, [0,1], 24) = vec3(-0.265, 0.331, 0.905)

uniform vec3 paint;
#pragma castalu paint (+, [0,1], 12) = vec3(0.2, 0.6, 0.9)
uniform float outline;
#pragma castalu outline (+, [0,1], 12) = 0.3

out vec4 color;
#pragma castalu color (+, [0,1], 8)

void main() {
	float slope = dot(normal, light);
	float band;
	if (slope > 0.75) {
		band = 1.0;
	} else if (slope > 0.25) {
		band = 0.7;
	} else {
		band = slope > -0.25 ? 0.45 : 0.25;
	}

	vec3 shade = paint * band;
	float highlight = step(0.97, dot(normal, half_vector));
	shade = mix(shade, vec3(1.0), highlight * 0.8);
	if (normal.z < outline) {
		shade *= 0.1;
	}
	color = vec4(shade, 1.0);
}
