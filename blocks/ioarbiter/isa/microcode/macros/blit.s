// Copies a rectangle of 4×4 quads from a texture to the surface, scaled and rotated.
// r0 qx0, r1 qy0, r2 qx1, r3 qy1: the quads, ends not included
// r4 u, r5 v at the first pixel; r6 dudx, r7 dvdx, r8 dudy, r9 dvdy per pixel: a record of texture_quad, with r4
        bge r0, r2, done
        bge r1, r3, done
        mov r10, r0             // r10 x, r11 y, r12 mask: the first words of a record of surface
        mov r11, r1
        set r12, -1
        high r12, 0
        mov r13, r4             // r13 u, r14 v at the row's first pixel
        mov r14, r5
        shl r15, r6, 2          // r15, r16: the step to the next quad
        shl r16, r7, 2
        shl r17, r8, 2          // r17, r18: the step to the next row of quads
        shl r18, r9, 2
next:   push surface, r10:3, 8:1, count
        emit texture_quad, r4:6, 3:3, bypass
        add r4, r4, r15
        add r5, r5, r16
        loop r10, 1, r2, next
        add r13, r13, r17
        add r14, r14, r18
        mov r4, r13
        mov r5, r14
        mov r10, r0
        loop r11, 1, r3, next
done:   end
