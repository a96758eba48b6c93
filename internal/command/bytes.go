package command

import "fmt"

// byteCount is the size of a file in readable form: at least two digits, in powers
// of 1000.
func byteCount(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	x := float64(n)
	for _, unit := range []string{"kB", "MB", "GB"} {
		x /= 1000
		switch {
		case x < 9.95:
			return fmt.Sprintf("%.1f %s", x, unit)
		case x < 999.5:
			return fmt.Sprintf("%.0f %s", x, unit)
		}
	}
	return fmt.Sprintf("%.1f TB", x/1000)
}
