package lib

import "slices"

// Taps returns the bits, counted from 1, that an [LFSR] of this width combines
// by exclusive or and feeds back: the first is the width itself. Taps of w, a,
// b… stand for the primitive polynomial x^w + x^a + x^b… + 1. There are two if
// such a trinomial exists, otherwise four, and a, b… are as great as possible
// in this order; for 7, 15, 23 and 31 bits that gives the usual pseudo-random
// test sequences. For widths outside 2 to 64 the result is nil.
func Taps(width int) []int {
	if width < 2 || width >= len(tapTable) {
		return nil
	}
	return slices.Clone(tapTable[width])
}

// tapTable was found by search; its test repeats that.
var tapTable = [...][]int{
	2:  {2, 1},
	3:  {3, 2},
	4:  {4, 3},
	5:  {5, 3},
	6:  {6, 5},
	7:  {7, 6},
	8:  {8, 7, 6, 1},
	9:  {9, 5},
	10: {10, 7},
	11: {11, 9},
	12: {12, 11, 10, 4},
	13: {13, 12, 11, 8},
	14: {14, 13, 12, 2},
	15: {15, 14},
	16: {16, 15, 13, 4},
	17: {17, 14},
	18: {18, 11},
	19: {19, 18, 17, 14},
	20: {20, 17},
	21: {21, 19},
	22: {22, 21},
	23: {23, 18},
	24: {24, 23, 22, 17},
	25: {25, 22},
	26: {26, 25, 24, 20},
	27: {27, 26, 25, 22},
	28: {28, 25},
	29: {29, 27},
	30: {30, 29, 28, 7},
	31: {31, 28},
	32: {32, 31, 30, 10},
	33: {33, 20},
	34: {34, 33, 32, 7},
	35: {35, 33},
	36: {36, 25},
	37: {37, 36, 35, 28},
	38: {38, 37, 35, 25},
	39: {39, 35},
	40: {40, 39, 38, 5},
	41: {41, 38},
	42: {42, 41, 40, 13},
	43: {43, 42, 41, 31},
	44: {44, 43, 41, 6},
	45: {45, 44, 42, 41},
	46: {46, 45, 43, 37},
	47: {47, 42},
	48: {48, 47, 45, 20},
	49: {49, 40},
	50: {50, 49, 48, 34},
	51: {51, 50, 49, 23},
	52: {52, 49},
	53: {53, 52, 51, 47},
	54: {54, 53, 52, 37},
	55: {55, 31},
	56: {56, 55, 54, 14},
	57: {57, 50},
	58: {58, 39},
	59: {59, 58, 57, 35},
	60: {60, 59},
	61: {61, 60, 59, 56},
	62: {62, 61, 59, 34},
	63: {63, 62},
	64: {64, 63, 62, 53},
}
