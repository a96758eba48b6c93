// A lit sphere: for each pixel its normal, then diffuse and specular light of one lamp.
// r0 holds the pixel's x and y, and the picture's width and height, in fp32.

.const c0 = 0.5, 1, 0, 24              // half a pixel, one, zero, shininess
.const c1 = 0.4364, -0.6547, 0.6172, 0 // direction of the lamp
.const c2 = 0.2427, -0.3641, 0.8992, 0 // half-way between the lamp and the eye
.const c3 = 0.85, 0.32, 0.18, 1        // colour of the sphere
.const c4 = 0.08, 0.06, 0.12, 1        // colour of the ambient light
.const c5 = 0.55, 0.55, 0.5, 0         // colour of the highlight

float:
	rcp.fp32 r1.xy, r0.zw
	add.fp32 r2.xy, r0.xy, c0.x
	mul_x2.fp32 r2.xy, r2.xy, r1.xy
	sub.fp32 r2.xy, r2.xy, c0.y           // -1 to 1
	mul.fp32 r3.xy, r2.xy, r2.xy
	add.fp32 r3.x, r3.x, r3.y
	sub.fp32 r3.x, c0.y, r3.x             // z squared
	slt.fp32 r3.y, r3.x, c0.z
	kill_half.fp32 r3.y                   // beside the sphere
	sqrt.fp32 r2.z, r3.x
	dp3_sat.fp32 r4.x, r2.xyz, c1.xyz
	dp3_sat.fp32 r4.y, r2.xyz, c2.xyz
	pow.fp32 r4.y, r4.y, c0.w
	mad_sat.fp32 r5.xyz, r4.x, c3.xyz, c4.xyz
	mad_sat.fp32 r5.xyz, r4.y, c5.xyz, r5.xyz
	mov.fp32 r5.w, c0.y
	end r5, 1

// The same, with light and colours in 12 bits. The casts are part of the arithmetic.
fixed:
	rcp.fp32 r1.xy, r0.zw
	add.fp32 r2.xy, r0.xy, c0.x
	mul_x2.fp32 r2.xy, r2.xy, r1.xy
	sub.fp32 r2.xy, r2.xy, c0.y
	mul.fp32 r3.xy, r2.xy, r2.xy
	add.fp32 r3.x, r3.x, r3.y
	sub.fp32 r3.x, c0.y, r3.x
	slt.fp32 r3.y, r3.x, c0.z
	kill_half.fp32 r3.y
	sqrt.fp32 r2.z, r3.x
	dp3_sat.s12 r4.x:u12, r2.xyz:fp32, c1.xyz:fp32
	dp3_sat.s12 r4.y:fp32, r2.xyz:fp32, c2.xyz:fp32
	pow.fp32 r4.y:u12, r4.y, c0.w
	mad_sat.u12 r5.xyz, r4.x, c3.xyz:fp32, c4.xyz:fp32
	mad_sat.u12 r5.xyz:fp32, r4.y, c5.xyz:fp32, r5.xyz
	mov.u12 r5.w:fp32, c0.y:fp32
	end r5, 1
