// Draws a triangle of one colour, with depth.
// r0 to r5 x0 y0 x1 y1 x2 y2; r6 a, r7 b, r8 c: depth is a·x + b·y + c
// r9 tx0, r10 ty0, r11 tx1, r12 ty1: the tiles that may meet it, ends not included; r13 colour
        bge r9, r11, done
        mov r14, r9             // the column in which rows begin
        mov r16, r9             // r16, r17: the tile whose mask arrives next
        mov r17, r10
        mov r10, r8             // r6 tx, r7 ty, r8 a, r9 b, r10 c: the first words of a record of depth;
        mov r9, r7              // the tile also follows the vertices
        mov r8, r6
        mov r6, r14
        mov r7, r17
        mov r23, r13            // r20 x, r21 y, r22 mask, r23 colour: a record of surface_fill

issue:  full collect            // a tile is in flight in each slot
        bge r7, r12, collect
        push depth, r6:5, 6:2, expander
        emit triangle_fixed, r0:8, 0:3, bypass
        loop r6, 1, r11, issue
        mov r6, r14
        add r7, r7, 1
        jump issue

collect:
        none done
        wait r24:2
        shl r20, r16, 1
        shl r21, r17, 1
        loop r16, 1, r11, quads
        mov r16, r14
        add r17, r17, 1
quads:  or r18, r24, r25
        bz r18, issue
        quad r22, r24, 0
        bz r22, second
        emit surface_fill, r20:4, 8:1, count
second: add r20, r20, 1
        quad r22, r24, 1
        bz r22, third
        emit surface_fill, r20:4, 8:1, count
third:  add r20, r20, -1
        add r21, r21, 1
        quad r22, r24, 2
        bz r22, fourth
        emit surface_fill, r20:4, 8:1, count
fourth: quad r22, r24, 3
        bz r22, issue
        add r20, r20, 1
        emit surface_fill, r20:4, 8:1, count
        jump issue
done:   end
