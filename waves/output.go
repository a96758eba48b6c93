package waves

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"posedge/internal/atomicfile"
)

// plainOutput is a writer that the caller owns.
type plainOutput struct{ io.Writer }

func (plainOutput) commit() error { return nil }
func (plainOutput) discard()      {}

// deviceOutput is a pipe or a device, which cannot be replaced by renaming.
type deviceOutput struct{ *os.File }

func (d deviceOutput) commit() error { return d.Close() }
func (d deviceOutput) discard()      { d.Close() }

// fileOutput appears under its name only when it is committed.
type fileOutput struct{ *atomicfile.File }

func (f fileOutput) commit() error { return f.Commit() }
func (f fileOutput) discard()      { f.Discard() }

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
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	return fileOutput{f}, nil
}
