#version 300 es
// The shadow map of scene.frag, from the geometry node: 1 where the lamp is visible. The ball
// hides it from its own far side, and from the wall where a ray to the lamp meets the ball.
precision highp float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv

uniform sampler2D geometry;
#pragma castalu geometry = pass(geometry.frag)

uniform vec3 lamp;
#pragma castalu lamp (?, [0,1], 24) = vec3(-0.48, 0.6, 0.64)

out vec4 lit;
#pragma castalu lit (+, [0,1], 1)

void main() {
	vec4 here = texture(geometry, uv);
	vec3 normal = here.xyz * 2.0 - 1.0;

	// The ray to the lamp leaves the wall towards the upper left.
	vec2 along = clamp(uv + vec2(-0.1, -0.125), 0.0, 1.0);
	float hidden = texture(geometry, along).a;

	bool turned = here.a > 0.5 && dot(normal, lamp) < 0.0;
	bool behind = here.a < 0.95 && hidden > 0.5;
	bool dark = turned || behind;
	lit = vec4(vec3(dark ? 0.0 : 1.0), 1.0);
}
