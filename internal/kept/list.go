package kept

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"
)

// An entry has a list of its files, each with the hash of its content, and of the inputs
// they were made from, each with its size and time; the last line is the list's own hash.
const (
	listName   = "posedge.list"
	listHeader = "posedge kept 1\n"
)

// writeList writes the list of a folder that is complete.
func writeList(dir string, inputs []string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	list := bytes.NewBufferString(listHeader)
	for _, f := range files {
		sum, err := hashOf(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(list, "file %016x %q\n", sum, f.Name())
	}
	for _, path := range inputs {
		stamp, err := stampOf(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(list, "input %s %q\n", stamp, path)
	}
	fmt.Fprintf(list, "end %016x\n", xxhash.Sum64(list.Bytes()))
	return os.WriteFile(filepath.Join(dir, listName), list.Bytes(), 0o666)
}

// valid reports whether a folder has all its files, undamaged, and its inputs are what
// they were.
func valid(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, listName))
	if err != nil || !bytes.HasPrefix(text, []byte(listHeader)) {
		return false
	}
	last := bytes.LastIndex(text, []byte("end "))
	if last < 0 || string(text[last:]) != fmt.Sprintf("end %016x\n", xxhash.Sum64(text[:last])) {
		return false
	}
	lines := bufio.NewScanner(bytes.NewReader(text[len(listHeader):last]))
	for lines.Scan() {
		if !holds(dir, lines.Text()) {
			return false
		}
	}
	return lines.Err() == nil
}

// holds reports whether a line of the list is still so.
func holds(dir, line string) bool {
	var kind, stamp, path string
	if n, err := fmt.Sscanf(line, "%s %s %q", &kind, &stamp, &path); n != 3 || err != nil {
		return false
	}
	if kind == "input" {
		now, err := stampOf(path)
		return err == nil && now == stamp
	}
	sum, err := hashOf(filepath.Join(dir, path))
	return err == nil && fmt.Sprintf("%016x", sum) == stamp
}

// stampOf is by what a change of an input is noticed.
func stampOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d/%d", info.Size(), info.ModTime().UnixNano()), nil
}

// hashOf is the hash of a file's content.
func hashOf(path string) (uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	h := xxhash.New()
	if _, err := io.Copy(h, f); err != nil {
		return 0, err
	}
	return h.Sum64(), nil
}
