#version 300 es
// Two images by one texture unit: a wall of bricks, and a mark on it, which bends with the bricks.
precision mediump float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv

uniform sampler2D bricks;
#pragma castalu bricks (+, [0,1], 8)
uniform sampler2D mark;
#pragma castalu mark (+, [0,1], 8)

out vec4 color;
#pragma castalu color (+, [0,1], 8)

void main() {
	vec4 wall = texture(bricks, uv * 2.0);
	vec4 paint = texture(mark, uv * 2.0 - 0.5 + wall.a * 0.02);
	color = vec4(mix(wall.rgb, paint.rgb, paint.a * 0.75), 1.0);
}
