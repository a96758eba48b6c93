package verilog

import (
	"fmt"
	"path/filepath"

	"posedge/internal/atomicfile"
)

// WriteFiles writes files below dir, which it makes if it is missing, replacing older
// ones. If one of them cannot be written, no new file or folder is left behind.
func WriteFiles(dir string, files []File) error {
	var list []atomicfile.Content
	for _, f := range files {
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) {
			return fmt.Errorf("verilog: file name %q leaves the folder of the export", f.Name)
		}
		list = append(list, atomicfile.Content{Path: f.Name, Data: f.Content})
	}
	if err := atomicfile.Write(dir, list...); err != nil {
		return fmt.Errorf("verilog: %w", err)
	}
	return nil
}
