package waves

import (
	"fmt"
	"os"
	"path/filepath"
)

// sideFile is a file that goes beside a VCD. Path is relative to the VCD's
// folder, with slashes.
type sideFile struct {
	Path string
	Data []byte
}

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
	if err := writeBeside(filepath.Dir(path), append(files, mappings...)); err != nil {
		return fmt.Errorf("waves: %w", err)
	}
	return nil
}

// writeBeside writes all files under temporary names first, since only that is
// likely to fail, and then renames them.
func writeBeside(dir string, files []sideFile) (err error) {
	var undo []func()
	defer func() {
		if err != nil {
			for i := len(undo) - 1; i >= 0; i-- {
				undo[i]()
			}
		}
	}()
	var outs []*fileOutput
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		made, err := mkdirs(filepath.Dir(path))
		undo = append(undo, func() {
			for _, d := range made {
				os.Remove(d)
			}
		})
		if err != nil {
			return err
		}
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is in the way: it is not a file", path)
		}
		temporary, err := createBeside(path)
		if err != nil {
			return err
		}
		out := &fileOutput{temporary, path}
		outs = append(outs, out)
		undo = append(undo, out.discard)
		if _, err := out.Write(f.Data); err != nil {
			return err
		}
	}
	for _, out := range outs {
		_, before := os.Stat(out.path)
		if err := out.commit(); err != nil {
			return err
		}
		if before != nil {
			undo = append(undo, func() { os.Remove(out.path) })
		}
	}
	return nil
}

// mkdirs makes a folder and those above it, and returns the new ones, the
// innermost first.
func mkdirs(dir string) (made []string, err error) {
	if _, err := os.Stat(dir); err == nil {
		return nil, nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if made, err = mkdirs(parent); err != nil {
			return made, err
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !os.IsExist(err) {
		return made, err
	}
	return append([]string{dir}, made...), nil
}
