package verilog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// WriteFiles writes files below dir, which is made where it is missing. All are
// first written under temporary names and then renamed, so that an error leaves
// no file half written and, if a disk is full, none at all.
func WriteFiles(dir string, files []File) (err error) {
	type pending struct{ temp, final string }
	var list []pending
	defer func() {
		for _, p := range list {
			if rm := os.Remove(p.temp); rm != nil && !errors.Is(rm, os.ErrNotExist) {
				err = errors.Join(err, rm)
			}
		}
	}()
	for _, f := range files {
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) {
			return fmt.Errorf("verilog: file name %q leaves the folder of the export", f.Name)
		}
		final := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(final), 0o777); err != nil {
			return fmt.Errorf("verilog: %w", err)
		}
		temp := final + ".partial"
		list = append(list, pending{temp, final})
		if err := os.WriteFile(temp, f.Content, 0o666); err != nil {
			return fmt.Errorf("verilog: %w", err)
		}
	}
	for _, p := range list {
		if err := os.Rename(p.temp, p.final); err != nil {
			return fmt.Errorf("verilog: %w", err)
		}
	}
	return nil
}
