#version 300 es
// The lighting example of patent US9477477, of which only the counts are known: for a pixel
// 38 multiplications, 21 additions, 2 reciprocals, a square root and a power. The light's
// normal has 24 bits, the colours have 12.
precision highp float;

in vec3 surface_normal;
#pragma castalu surface_normal (?, [0,1], ?) = sphere.normal

uniform vec3 light_normal, half_vector;
#pragma castalu light_normal (?, [0,1], 24) = vec3(-0.48, 0.6, 0.64)
#pragma castalu half_vector (?, [0,1], 24) = vec3(-0.265, 0.331, 0.905)

// What a shadow leaves of the light, and how far away the surface is.
uniform float shadow, depth, shininess;
#pragma castalu shadow (+, [0,1], 24) = 0.95
#pragma castalu depth (+, [0,1], ?) = 0.125
#pragma castalu shininess (+, [0,32], 24) = 24.0

uniform vec3 albedo, tint, sky, lamp_color, fill_color, specular_color, fog;
#pragma castalu albedo (+, [0,1], 12) = vec3(0.95, 0.55, 0.25)
#pragma castalu tint (+, [0,1], 12) = vec3(1.0, 0.9, 0.8)
#pragma castalu sky (+, [0,1], 12) = vec3(0.06, 0.1, 0.2)
#pragma castalu lamp_color (+, [0,1], 12) = vec3(0.9, 0.85, 0.75)
#pragma castalu fill_color (+, [0,1], 12) = vec3(0.05, 0.04, 0.1)
#pragma castalu specular_color (+, [0,1], 12) = vec3(0.3, 0.3, 0.28)
#pragma castalu fog (+, [0,1], 12) = vec3(0.02, 0.03, 0.06)

uniform float exposure, bounce;
#pragma castalu exposure (+, [0,1], 12) = 0.9
#pragma castalu bounce (+, [0,1], 12) = 0.05

out vec4 color;
#pragma castalu color (+, [0,1], 12)

void main() {
	// In floating point: 6 multiplications, 3 additions, the root and both reciprocals.
	vec3 n = normalize(surface_normal);
	float fade = 1.0 / (1.0 + depth);

	// Towards 24 bits: 10 multiplications, 5 additions.
	vec3 l = light_normal * shadow;
	float wrap = dot(n, l) * 0.5 + 0.5;
	float shine = dot(n, half_vector);

	float specular_power = pow(clamp(shine, 0.0, 1.0), shininess);
	float light = clamp(wrap, 0.0, 1.0);

	// Towards 12 bits: 22 multiplications, 13 additions.
	float lit = light * exposure + bounce;
	vec3 surface = albedo * tint;
	vec3 ambient = sky * surface;
	vec3 lamp = lamp_color * lit;
	vec3 diffuse = surface * lamp;
	vec3 fill = fill_color * surface;
	vec3 specular = specular_power * specular_color;
	vec3 sum = ambient + diffuse + fill + specular;
	color = vec4(sum * fade + fog, 1.0);
}
