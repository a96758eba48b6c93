#version 300 es
// Metaballs over a sky: a loop places five charges along a line, and the strength of their
// joint field gives the colour. Everything is computed from the coordinates.
precision highp float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv

uniform vec2 first, stride;
#pragma castalu first = vec2(0.2, 0.7)
#pragma castalu stride = vec2(0.15, -0.28)

out vec4 color;
#pragma castalu color (+, [0,1], 8)

const int balls = 5;

// The charge of a ball falls with the square of the distance; it is 1 in the middle.
float field(vec2 p, vec2 center, float sharpness) {
	vec2 d = p - center;
	return 1.0 / (1.0 + sharpness * dot(d, d));
}

void main() {
	float sum = 0.0;
	for (int i = 0; i < balls; i++) {
		float along = float(i);
		// Every other ball is above the line.
		vec2 center = vec2(first.x + along * stride.x, i / 2 * 2 == i ? first.y : first.y + stride.y);
		sum += field(uv, center, 120.0 - 12.0 * along);
	}

	float body = smoothstep(0.4, 0.6, sum);
	float glow = clamp(sum * 0.4, 0.0, 1.0);
	float height = clamp(sum - 0.5, 0.0, 1.0);
	vec3 sky = mix(vec3(0.05, 0.07, 0.2), vec3(0.25, 0.1, 0.3), uv.y);
	sky += vec3(0.25, 0.15, 0.4) * glow;
	vec3 ball = mix(vec3(0.9, 0.3, 0.1), vec3(1.0, 0.95, 0.6), height);
	color = vec4(mix(sky, ball, body), 1.0);
}
