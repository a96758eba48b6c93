#version 300 es
// The geometry node of a graph of passes: for each pixel the normal of the visible surface,
// from 0 to 1 instead of −1 to 1, and how much of it is the ball. Behind the ball is a wall.
precision highp float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv

out vec4 surface;
#pragma castalu surface (+, [0,1], 12)

const vec2 center = vec2(0.5, 0.5);
const float size = 2.7; // the picture's side, in radii of the ball

void main() {
	vec2 p = (uv - center) * size;
	float rest = 1.0 - dot(p, p); // above 0 on the ball
	float depth = sqrt(clamp(rest, 0.0, 1.0) + 0.01);
	float ball = smoothstep(0.0, 0.05, rest);
	vec3 normal = mix(vec3(0.0, 0.0, 1.0), vec3(p.x, -p.y, depth), ball);
	surface = vec4(normal * 0.5 + 0.5, ball);
}
