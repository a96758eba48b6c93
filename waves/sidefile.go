package waves

import (
	"fmt"
	"path/filepath"

	"posedge/internal/atomicfile"
)

// WriteSave writes the side files of a VCD at path: path with ".gtkw" for
// ".vcd", filters/ENUM.txt for GTKWave and .surfer/mappings/ENUM.txt for
// Surfer. Older ones are replaced. If writing one of them fails, no new file is
// left behind.
func WriteSave(path string, top *Scope) error {
	files, err := gtkwaveFiles(filepath.Base(path), top)
	if err != nil {
		return err
	}
	mappings, err := surferFiles(top)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Dir(path), append(files, mappings...)...); err != nil {
		return fmt.Errorf("waves: %w", err)
	}
	return nil
}
