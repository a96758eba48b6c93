package kept

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
)

// Variable is the environment variable that names the cache folder, by an absolute
// path, if it is not posedge in [os.UserCacheDir]; "off" keeps nothing.
const Variable = "POSEDGE_CACHE"

// ErrNoCache is wrapped by errors that say that nothing can be kept: the cache is
// switched off, there is no folder for it, or it cannot be written. The caller works
// without it.
var ErrNoCache = errors.New("kept: there is no cache")

// most is how many entries of a kind are kept. Usually there is one; others are of
// other versions of a tool.
const most = 4

// Folder returns a folder with the files that build writes to the folder it is given.
// Where an earlier call, of any process, had the same kind and key, these are its
// files: build is called only if there is no such entry, one of its files is damaged,
// or an input, which is what build returns, is no longer the file it was. While one
// process builds, the others wait and take what it made. The files must not be changed,
// and another process may remove them if it needs other entries of the same kind.
//
// An error of build is returned as it is.
func Folder(ctx context.Context, kind, key string, build func(dir string) (inputs []string, err error)) (string, error) {
	root, err := place()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, fmt.Sprintf("%s-%016x", kind, xxhash.Sum64String(key)))
	if valid(dir) {
		used(dir)
		return dir, nil
	}
	if err := os.MkdirAll(root, 0o777); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoCache, err)
	}
	unlock, err := lock(ctx, filepath.Join(root, kind+".lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	if valid(dir) { // since another process has built it
		return dir, nil
	}
	if err := create(dir, build); err != nil {
		return "", err
	}
	prune(root, kind)
	return dir, nil
}

// place is the folder of the cache.
func place() (string, error) {
	switch root := os.Getenv(Variable); {
	case root == "off":
		return "", fmt.Errorf("%w: %s is off", ErrNoCache, Variable)
	case root == "":
		root, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrNoCache, err)
		}
		return filepath.Join(root, "posedge"), nil
	case !filepath.IsAbs(root):
		return "", fmt.Errorf("kept: %s is %q; it must be an absolute path, or off", Variable, root)
	default:
		return root, nil
	}
}

// temporary is in the names of folders that are being filled.
const temporary = ".tmp"

// abandoned is the age at which such a folder is that of a process that was killed.
const abandoned = time.Hour

// create fills a folder of a temporary name and then gives it its own, so that what has
// the name is complete.
func create(dir string, build func(dir string) (inputs []string, err error)) error {
	temp, err := os.MkdirTemp(filepath.Dir(dir), filepath.Base(dir)+temporary)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoCache, err)
	}
	defer os.RemoveAll(temp) // after the renaming there is none
	inputs, err := build(temp)
	if err != nil {
		return err
	}
	err = writeList(temp, inputs)
	if err == nil {
		err = os.RemoveAll(dir)
	}
	if err == nil {
		err = os.Rename(temp, dir)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoCache, err)
	}
	return nil
}

// used notes that an entry is in use, for prune.
func used(dir string) {
	now := time.Now()
	_ = os.Chtimes(filepath.Join(dir, listName), now, now) // else it only goes the sooner
}

// prune removes the entries of a kind that were not used for longest, and what processes
// that were killed have left. The lock is held.
func prune(root, kind string) {
	type entry struct {
		path string
		used time.Time
	}
	var entries []entry
	found, _ := filepath.Glob(filepath.Join(root, kind+"-*")) // the pattern is good
	for _, path := range found {
		if strings.Contains(filepath.Base(path), temporary) {
			if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > abandoned {
				_ = os.RemoveAll(path) // or the next process does
			}
			continue
		}
		e := entry{path: path}
		if info, err := os.Stat(filepath.Join(path, listName)); err == nil {
			e.used = info.ModTime()
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int { return b.used.Compare(a.used) })
	for _, e := range entries[min(most, len(entries)):] {
		_ = os.RemoveAll(e.path)
	}
}
