#version 300 es
// A textured sphere: the image is projected onto it from the front, and lit from two sides.
precision mediump float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv
in vec3 normal;
#pragma castalu normal (?, [0,1], 24) = sphere.normal

uniform sampler2D image;
#pragma castalu image (+, [0,1], 8)

// Their lengths are 1, which the compiler knows from values, but not from attributes.
uniform vec3 key, rim;
#pragma castalu key = vec3(0.48, 0.6, 0.64)
#pragma castalu rim = vec3(-0.8, -0.36, 0.48)
uniform vec3 key_color, rim_color;
#pragma castalu key_color (+, [0,1], 12) = vec3(1.0, 0.95, 0.85)
#pragma castalu rim_color (+, [0,1], 12) = vec3(0.1, 0.2, 0.4)

out vec4 color;
#pragma castalu color (+, [0,1], 10)

const vec3 ambient = vec3(0.06, 0.06, 0.09);

vec3 light(vec3 n, vec3 direction, vec3 tone) {
	return tone * max(dot(n, direction), 0.0);
}

void main() {
	vec4 paint = texture(image, uv);
	vec3 sum = ambient + light(normal, key, key_color) + light(normal, rim, rim_color);
	color = vec4(paint.rgb * clamp(sum, 0.0, 1.0), paint.a);
}
