// Package atomicfile writes files that appear whole or not at all: they are
// written under temporary names beside their own and then renamed.
//
// Libraries such as google/renameio replace one file. An export and the files
// beside a wave are several, of which all or none must appear: if one fails, [Write]
// removes those that it has made, and their folders.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// File is a file under a temporary name. Exactly one of Commit and Discard ends
// it.
type File struct {
	file *os.File
	path string
}

// Create makes a file for path, in whose folder it is, with the permissions of any
// new file (os.CreateTemp would make it private).
func Create(path string) (*File, error) {
	for {
		f, err := os.OpenFile(fmt.Sprintf("%s.%08x.tmp", path, rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		var place *fs.PathError
		if errors.As(err, &place) {
			return nil, fmt.Errorf("cannot create %s: %w", path, place.Err)
		}
		return &File{f, path}, err
	}
}

// Write appends to the file. Its errors name the file that the caller asked for.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	var place *fs.PathError
	if errors.As(err, &place) {
		err = &fs.PathError{Op: place.Op, Path: f.path, Err: place.Err}
	}
	return n, err
}

// Commit gives the file its name, in place of an older one. After an error
// nothing is left, and an older file is as it was.
func (f *File) Commit() error {
	err := f.file.Close() // some disks report only now that they are full
	if err == nil {
		err = os.Rename(f.file.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.file.Name())
	}
	return err
}

// Discard removes the file.
func (f *File) Discard() {
	f.file.Close()
	os.Remove(f.file.Name())
}

// Content is a file for [Write]: its path relative to a folder, with slashes, and
// its contents.
type Content struct {
	Path string
	Data []byte
}

// Write writes files below dir, makes missing folders, and replaces older files.
// All are written under temporary names first, since only that is likely to fail,
// for example on a full disk. If one fails, no new file or folder is left behind.
func Write(dir string, files ...Content) (err error) {
	var undo []func()
	defer func() {
		if err != nil {
			for i := len(undo) - 1; i >= 0; i-- {
				undo[i]()
			}
		}
	}()
	var list []*File
	for _, c := range files {
		path := filepath.Join(dir, filepath.FromSlash(c.Path))
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
		f, err := Create(path)
		if err != nil {
			return err
		}
		list = append(list, f)
		undo = append(undo, f.Discard)
		if _, err := f.Write(c.Data); err != nil {
			return err
		}
	}
	for _, f := range list {
		_, before := os.Stat(f.path)
		if err := f.Commit(); err != nil {
			return err
		}
		if before != nil {
			undo = append(undo, func() { os.Remove(f.path) })
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
