package waves

import (
	"bytes"
	"fmt"

	"posedge/internal/atomicfile"
)

// surferFiles makes a Surfer mapping for each enum of the tree. Surfer finds
// them when it is started in the VCD's folder, and lists each under its enum's
// name among the formats of a variable.
func surferFiles(top *Scope) ([]atomicfile.Content, error) {
	if _, err := newLayout(top); err != nil {
		return nil, err
	}
	var files []atomicfile.Content
	done := map[string]bool{}
	var walk func(s *Scope)
	walk = func(s *Scope) {
		for _, v := range s.Vars {
			if v.Enum != nil && len(v.Enum.States) > 0 && !done[v.Enum.Name] {
				done[v.Enum.Name] = true
				files = append(files, surferMapping(v.Enum))
			}
		}
		for _, inner := range s.Scopes {
			walk(inner)
		}
	}
	walk(top)
	return files, nil
}

func surferMapping(e *Enum) atomicfile.Content {
	var text bytes.Buffer
	fmt.Fprintf(&text, "Name = %s\nBits = %d\n", e.Name, e.Width)
	for _, s := range e.States {
		fmt.Fprintf(&text, "%d %s\n", s.Value, s.Name)
	}
	return atomicfile.Content{Path: ".surfer/mappings/" + e.Name + ".txt", Data: text.Bytes()}
}
