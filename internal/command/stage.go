package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// stage is a folder beside the place where files are to go. They appear in that
// place all at once, or not at all.
type stage struct {
	dir   string // where the files are made
	final string // where they go
	made  string // the outermost folder that was made for final, or ""
}

// newStage makes a stage for files in the folder final, which it makes if it is
// missing.
func newStage(final string) (*stage, error) {
	s := &stage{final: final, made: firstMissing(final)}
	err := os.MkdirAll(final, 0o777)
	if err != nil {
		s.discard()
		return nil, fmt.Errorf("cannot make the folder %s: %w", final, cause(err))
	}
	if s.dir, err = os.MkdirTemp(final, ".posedge-*"); err != nil {
		s.discard()
		return nil, fmt.Errorf("cannot write in the folder %s: %w", final, cause(err))
	}
	return s, nil
}

// stageFile is a stage for the file that a flag names, with the flag's name as
// its extension. It refuses a file that cannot be written, before anything runs.
func stageFile(command, name, path string) (*stage, error) {
	if filepath.Ext(path) != "."+name {
		return nil, wrongf("%s: -%s %s: name a file that ends in .%s", command, name, path, name)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, wrongf("%s: -%s %s is a folder; name a file in it", command, name, path)
	}
	s, err := newStage(filepath.Dir(path))
	if err != nil {
		return nil, wrongf("%s: -%s: %v", command, name, err)
	}
	return s, nil
}

// firstMissing is the outermost folder on the way to path that does not exist.
func firstMissing(path string) string {
	missing := ""
	for p := filepath.Clean(path); ; p = filepath.Dir(p) {
		if _, err := os.Lstat(p); !errors.Is(err, fs.ErrNotExist) {
			return missing
		}
		missing = p
	}
}

// commit moves every file to its place, replacing older ones.
func (s *stage) commit() error {
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == s.dir {
			return err
		}
		name, err := filepath.Rel(s.dir, path)
		if err != nil {
			return err
		}
		to := filepath.Join(s.final, name)
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		return os.Rename(path, to)
	})
	if err == nil {
		s.made = ""
	}
	s.discard()
	return err
}

// discard removes the files that were not committed. It may be called twice.
func (s *stage) discard() {
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
	if s.made != "" {
		os.RemoveAll(s.made)
	}
	s.dir, s.made = "", ""
}

// removeEmpty removes the folder dir and the folders around it up to made, which
// [firstMissing] returned before they were made, as long as they are empty.
func removeEmpty(dir, made string) {
	if made == "" {
		return
	}
	for p := filepath.Clean(dir); os.Remove(p) == nil && p != made; p = filepath.Dir(p) {
	}
}

// cause is a file system error without the operation and the path.
func cause(err error) error {
	var place *fs.PathError
	if errors.As(err, &place) {
		return place.Err
	}
	return err
}
