#version 300 es
// The environment map of scene.frag, from the geometry node: the ball reflects a sky above a
// meadow, with the lamp's glow in it.
precision highp float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv

uniform sampler2D geometry;
#pragma castalu geometry = pass(geometry.frag)

uniform vec3 lamp;
#pragma castalu lamp (?, [0,1], 24) = vec3(-0.48, 0.6, 0.64)
uniform vec3 sky, horizon, meadow;
#pragma castalu sky (+, [0,1], 12) = vec3(0.25, 0.45, 0.85)
#pragma castalu horizon (+, [0,1], 12) = vec3(0.85, 0.9, 0.95)
#pragma castalu meadow (+, [0,1], 12) = vec3(0.2, 0.35, 0.12)

out vec4 mirrored;
#pragma castalu mirrored (+, [0,1], 8)

void main() {
	vec3 normal = texture(geometry, uv).xyz * 2.0 - 1.0;
	// The height of the view (0, 0, -1), reflected at the ball, is enough.
	float height = normal.y * normal.z * 2.0;
	float above = clamp(height * 1.5 + 0.5, 0.0, 1.0);
	vec3 far = mix(horizon, sky, clamp(height, 0.0, 1.0));
	vec3 tone = mix(meadow, far, above);
	float glow = clamp(dot(normal, lamp), 0.0, 1.0);
	mirrored = vec4(mix(tone, vec3(1.0), glow * glow * 0.5), 1.0);
}
