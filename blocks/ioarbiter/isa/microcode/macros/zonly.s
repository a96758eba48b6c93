// Draws a triangle into the depth buffer only.
// r0 to r5 x0 y0 x1 y1 x2 y2; r6 a, r7 b, r8 c: depth is a·x + b·y + c
// r9 tx0, r10 ty0, r11 tx1, r12 ty1: the tiles that may meet it, ends not included
        bge r9, r11, done
        bge r10, r12, done
        mov r14, r9
        mov r15, r10
        mov r10, r8             // r6 tx, r7 ty, r8 a, r9 b, r10 c: the first words of a record of depth;
        mov r9, r7              // the tile also follows the vertices
        mov r8, r6
        mov r6, r14
        mov r7, r15
next:   push depth, r6:5, 6:2, count
        emit triangle_fixed, r0:8, 0:3, bypass
        loop r6, 1, r11, next
        mov r6, r14
        loop r7, 1, r12, next
done:   end
