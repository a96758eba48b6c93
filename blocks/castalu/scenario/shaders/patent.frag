#version 300 es
// A lighting shader like the example of patent US9477477, which only gives counts: per pixel
// 38 multiplications, 21 additions, 2 reciprocals, a square root and a power. The light's
// normal has 24 bits, the colours have 12.
precision highp float;

in vec3 surface_normal;
#pragma castalu surface_normal (?, [0,1], ?) = sphere.normal

uniform vec3 light_normal, half_vector;
#pragma castalu light_normal (?, [0,1], 24) = vec3(-0.6, 0.64, 0.48)
#pragma castalu half_vector (?, [0,1], 24) = vec3(-0.349, 0.372, 0.86)

// How far away the surface is, and how thick the air.
uniform float depth, scale, density, shininess;
#pragma castalu depth (+, [0,4], 24) = 1.5
#pragma castalu scale (+, [0,2], 24) = 0.75
#pragma castalu density (+, [0,1], 24) = 0.03125
#pragma castalu shininess = 24.0

// Half of the light comes from the lamp, a quarter from the sky; fill and highlight share the rest.
uniform vec3 albedo, tint, sky, lamp_color, fill_color, specular_color, fog;
#pragma castalu albedo (+, [0,1], 12) = vec3(1.0, 0.62, 0.28)
#pragma castalu tint (+, [0,1], 12) = vec3(1.0, 0.95, 0.9)
#pragma castalu sky (+, [0,1/4], 12) = vec3(0.12, 0.16, 0.24)
#pragma castalu lamp_color (+, [0,1/2], 12) = vec3(0.5, 0.48, 0.44)
#pragma castalu fill_color (+, [0,1/8], 12) = vec3(0.06, 0.06, 0.1)
#pragma castalu specular_color (+, [0,1/8], 12) = vec3(0.125, 0.125, 0.12)
#pragma castalu fog (+, [0,1/2], 12) = vec3(0.02, 0.03, 0.06)

// How dark the side away from the lamp is.
uniform float gloom;
#pragma castalu gloom (+, [0,1], 12) = 1.0

out vec4 color;
#pragma castalu color (+, [0,1], 12)

void main() {
	// In floating point: 3 of the multiplications of normalize, 3 of the distance, 3 additions,
	// the root and both reciprocals.
	float d = depth * scale;
	float fade = clamp(1.0 / (1.0 + density * d * d), 0.0, 1.0);

	// In 24 bits: the other 3 multiplications of normalize and 7 more, 5 additions.
	vec3 n = normalize(surface_normal);
	float away = dot(n, light_normal) * -0.5 + 0.5;
	float shine = dot(n, half_vector);

	float highlight = clamp(pow(clamp(shine, 0.0, 1.0), shininess), 0.0, 1.0);
	float shade = clamp(away, 0.0, 1.0);

	// In 12 bits: 22 multiplications, 13 additions.
	float lit = 1.0 - gloom * shade;
	vec3 surface = albedo * tint;
	vec3 ambient = sky * surface;
	vec3 lamp = lamp_color * lit;
	vec3 diffuse = surface * lamp;
	vec3 fill = fill_color * surface;
	vec3 specular = highlight * specular_color;
	vec3 sum = ambient + diffuse + fill + specular;
	color = vec4(sum * fade + fog, 1.0);
}
