#version 300 es
// A map of the reach of three masts. Places are in metres from a distant origin, so that
// coordinates are in the thousands and their differences matter: this stays in fp32.
precision highp float;

in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv

uniform vec2 corner;
#pragma castalu corner (+, [0,16384], ?) = vec2(9200.0, 4700.0)
uniform float extent;
#pragma castalu extent (+, [0,4096], ?) = 2500.0

uniform vec2 north, east, west;
#pragma castalu north (+, [0,16384], ?) = vec2(10400.0, 5200.0)
#pragma castalu east (+, [0,16384], ?) = vec2(11300.0, 6500.0)
#pragma castalu west (+, [0,16384], ?) = vec2(9750.0, 6400.0)

out vec4 color;
#pragma castalu color (+, [0,1], 8)

// The power received from a mast, by the square of the distance in units of its reach.
float received(vec2 place, vec2 mast, float reach) {
	vec2 d = (place - mast) / reach;
	return 1.0 / (1.0 + dot(d, d));
}

void main() {
	vec2 place = corner + uv * extent;
	vec3 power = vec3(received(place, north, 350.0), received(place, east, 500.0), received(place, west, 420.0));
	float best = max(max(power.x, power.y), power.z);
	float sum = power.x + power.y + power.z;
	float clear = best / (0.05 + sum);     // how far one mast stands out
	vec3 tone = power * power * 0.9 + vec3(0.02, 0.04, 0.06);
	color = vec4(clamp(tone * (0.4 + clear), 0.0, 1.0), 1.0);
}
