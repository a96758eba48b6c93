package waves

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// plainOutput is a writer that the caller owns.
type plainOutput struct{ io.Writer }

func (plainOutput) commit() error { return nil }
func (plainOutput) discard()      {}

// deviceOutput is a pipe or a device, which cannot be replaced by renaming.
type deviceOutput struct{ *os.File }

func (d deviceOutput) commit() error { return d.Close() }
func (d deviceOutput) discard()      { d.Close() }

// fileOutput is a file under a temporary name beside its own.
type fileOutput struct {
	*os.File
	path string
}

func createOutput(path string) (output, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder; name a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return deviceOutput{f}, nil
	case err == nil:
		// A link stays a link: the file that it leads to is replaced.
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	f, err := createBeside(path)
	if err != nil {
		return nil, err
	}
	return &fileOutput{f, path}, nil
}

// createBeside makes a new file in path's folder with the permissions of any
// new file (os.CreateTemp would make it private).
func createBeside(path string) (*os.File, error) {
	for {
		name := fmt.Sprintf("%s.%08x.tmp", path, rand.Uint32())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		var place *fs.PathError
		if errors.As(err, &place) {
			return nil, fmt.Errorf("cannot create %s: %w", path, place.Err)
		}
		return f, err
	}
}

// Write names in its errors the file that the caller asked for.
func (f *fileOutput) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	var place *fs.PathError
	if errors.As(err, &place) {
		err = &fs.PathError{Op: place.Op, Path: f.path, Err: place.Err}
	}
	return n, err
}

func (f *fileOutput) commit() error {
	err := f.Close() // some disks report only now that they are full
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func (f *fileOutput) discard() {
	f.Close()
	os.Remove(f.Name())
}
