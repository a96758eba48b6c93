#version 300 es
// The output image of a graph of passes: a shadow map of one bit and an environment map are
// made from the geometry node, and all three meet here.
precision mediump float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv

uniform sampler2D geometry, shadow_map, environment_map;
#pragma castalu geometry = pass(geometry.frag)
#pragma castalu shadow_map = pass(scene_shadow.frag)
#pragma castalu environment_map = pass(environment.frag)

uniform vec3 paint, wall;
#pragma castalu paint (+, [0,1], 12) = vec3(0.75, 0.3, 0.2)
#pragma castalu wall (+, [0,1], 12) = vec3(0.7, 0.68, 0.6)
uniform float ambient, mirror;
#pragma castalu ambient (+, [0,1/2], 12) = 0.35
#pragma castalu mirror (+, [0,1/2], 12) = 0.4

out vec4 color;
#pragma castalu color (+, [0,1], 8)

void main() {
	vec4 surface = texture(geometry, uv);
	float lit = texture(shadow_map, uv).r;
	vec3 around = texture(environment_map, uv).rgb;

	vec3 tone = mix(wall, paint, surface.a);
	vec3 light = tone * (ambient + lit * 0.5);
	color = vec4(light + around * (mirror * surface.a), 1.0);
}
