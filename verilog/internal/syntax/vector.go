package syntax

import "fmt"

// Vector is "[7:0] " for eight bits and nothing for one.
func Vector(width int) string {
	if width == 1 {
		return ""
	}
	return fmt.Sprintf("[%d:0] ", width-1)
}
