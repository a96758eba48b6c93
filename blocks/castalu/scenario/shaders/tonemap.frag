#version 300 es
// Tone mapping after the shadow pass: the light on a ground plane has a large range, up to
// 4 under the lamp. x / (1 + x) brings it into the range of a screen.
precision highp float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv

uniform sampler2D shadow_map;
#pragma castalu shadow_map (+, [0,1], 1) = pass(shadow.frag)
uniform sampler2D ground;
#pragma castalu ground (+, [0,1], 8)

uniform vec2 lamp;
#pragma castalu lamp (+, [0,1], 12) = vec2(0.3, 0.25)
uniform float power, ambient;
#pragma castalu power (+, [0,4], 12) = 4.0
#pragma castalu ambient (+, [0,1], 12) = 0.08

out vec4 color;
#pragma castalu color (+, [0,1], 8)

vec3 tone(vec3 light) {
	return 1.0 - 1.0 / (1.0 + light); // x / (1 + x), with x only once
}

void main() {
	vec3 paint = texture(ground, uv).rgb;
	float lit = texture(shadow_map, uv).r;
	vec2 d = uv - lamp;
	float falling = power / (1.0 + 24.0 * dot(d, d));
	vec3 light = paint * (falling * lit + ambient);
	color = vec4(tone(light) * 1.2, 1.0);
}
