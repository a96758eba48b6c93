#version 300 es
// A shadow pass: 1 where light reaches the ground, 0 behind either of two discs and a wall.
// One bit is enough for that, and the output has no more.
precision highp float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv

uniform vec2 near_disc, far_disc;
#pragma castalu near_disc (+, [0,1], 12) = vec2(0.35, 0.4)
#pragma castalu far_disc (+, [0,1], 12) = vec2(0.7, 0.65)
uniform float wall;
#pragma castalu wall (+, [0,1], 12) = 0.88

out vec4 lit;
#pragma castalu lit (+, [0,1], 1)

bool behind(vec2 p, vec2 center, float radius) {
	vec2 d = p - center;
	return dot(d, d) < radius * radius;
}

void main() {
	bool dark = behind(uv, near_disc, 0.25) || behind(uv, far_disc, 0.15) || uv.y > wall;
	lit = vec4(vec3(dark ? 0.0 : 1.0), 1.0);
}
