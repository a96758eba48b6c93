package scenario

import (
	"image/color"
	"strings"
)

// posterSide is the side of the poster as designed, in texels.
const posterSide = 120

// letters are the letters of the word on the poster, row by row.
var letters = map[rune]string{
	'P': "####. #...# #...# ####. #.... #.... #....",
	'O': ".###. #...# #...# #...# #...# #...# .###.",
	'S': ".#### #.... #.... .###. ....# ....# ####.",
	'E': "##### #.... #.... ####. #.... #.... #####",
	'D': "####. #...# #...# #...# #...# #...# ####.",
	'G': ".###. #...# #.... #.### #...# #...# .###.",
}

// poster is a square picture with the given side in texels: a word, and below it a clock signal with its rising edge
// marked.
func poster(side int) (texels []uint32) {
	for y := range side {
		for x := range side {
			texels = append(texels, rgba(posterAt(x*posterSide/side, y*posterSide/side)))
		}
	}
	return texels
}

// posterAt is the colour of a texel of the poster as designed.
func posterAt(x, y int) color.RGBA {
	paper := color.RGBA{uint8(20 + y/4), uint8(44 + y/2), uint8(92 + y/2), 255}
	ink, edge := color.RGBA{250, 244, 226, 255}, color.RGBA{255, 120, 60, 255}
	if d := min(x, y, posterSide-1-x, posterSide-1-y); d < 8 { // a border of squares
		switch {
		case d == 7:
			return ink
		case (x/8+y/8)%2 == 0:
			return edge
		}
		return color.RGBA{40, 26, 60, 255}
	}
	const word, scale, left, top = "POSEDGE", 2, 19, 24
	if column, row := (x-left)/scale, (y-top)/scale; x >= left && y >= top && row < 7 && column < 6*len(word) && column%6 < 5 {
		if strings.Fields(letters[rune(word[column/6])])[row][column%6] == '#' {
			return ink
		}
	}
	// The clock rises at 60, and falls on either side.
	const low, high, thick = 98, 60, 3
	switch near := func(a, b int) bool { return a >= b && a < b+thick }; {
	case near(x, 59) && y >= high && y < low+thick, y >= 70 && y < 82 && 2*abs(x-60) <= y-70:
		return edge
	case near(y, low) && (x >= 34 && x < 59), near(y, high) && (x >= 59 && x < 87), near(x, 34) && y >= high && y < low+thick, near(x, 84) && y >= high && y < low+thick,
		near(y, high) && x >= 12 && x < 37, near(y, low) && x >= 84 && x < 108:
		return ink
	}
	return paper
}

func abs(x int) int { return max(x, -x) }
