// Clears the depth buffer in a clipping rectangle.
// r0 x0, r1 y0, r2 x1, r3 y1: the rectangle
// r4 tx0, r5 ty0, r6 tx1, r7 ty1: the tiles that may meet it, ends not included
        bge r4, r6, done
        bge r5, r7, done
        mov r8, r4
next:   push depth_clear, r4:2, 6:2, count
        emit rectangle_fixed, r0:6, 0:3, bypass
        loop r4, 1, r6, next
        mov r4, r8
        loop r5, 1, r7, next
done:   end
