package waves

import (
	"fmt"
	"io"
	"os"
)

// maxFile is the largest file in bytes that [ReadFile] reads, since it holds the
// file in memory.
const maxFile = 4 << 30

// ReadFile is [Read] of the file at path. A file that cannot be opened is an
// [os.PathError].
func ReadFile(path string) (*File, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("waves: %w", err)
	}
	defer in.Close()
	return readFile(path, in, maxFile)
}

func readFile(path string, r io.Reader, limit int64) (*File, error) {
	limited := &io.LimitedReader{R: r, N: limit + 1}
	f, err := parse(limited)
	if limited.N <= 0 {
		return nil, fmt.Errorf("waves: %s has more than %d bytes; write fewer signals or cycles", path, limit)
	}
	if err != nil {
		return nil, fmt.Errorf("waves: %s: %w", path, err)
	}
	return f, nil
}
