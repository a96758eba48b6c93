// Package glob matches names against patterns.
package glob

import "strings"

// Match reports whether a name matches a pattern: "*" stands for any characters but a dot, "**" for any characters,
// "?" for one. Its time is at most the product of the lengths.
func Match(pattern, name string) bool {
	if !strings.ContainsAny(pattern, "*?") {
		return pattern == name
	}
	taken := make([]bool, len(name)+1) // taken[n]: the pattern so far matches name[:n]
	taken[0] = true
	for p := 0; p < len(pattern); p++ {
		if pattern[p] != '*' {
			for n := len(name); n > 0; n-- {
				taken[n] = taken[n-1] && (pattern[p] == name[n-1] || pattern[p] == '?')
			}
			taken[0] = false
			continue
		}
		deep := strings.HasPrefix(pattern[p:], "**")
		if deep {
			p++
		}
		for n := 1; n <= len(name); n++ {
			taken[n] = taken[n] || taken[n-1] && (deep || name[n-1] != '.')
		}
	}
	return taken[len(name)]
}
