package unit

import (
	"io"
	"os"
)

// StandardInput is the name of the standard input in messages.
const StandardInput = "standard input"

// Source reads the one file that a command names.
func (c *Call) Source() (name, text string, err error) {
	if len(c.Args) != 1 {
		return "", "", Wrongf("name one file, or - for the standard input")
	}
	if name, text, err = ReadText(c.Args[0]); err != nil {
		err = Wrongf("%v", err)
	}
	return name, text, err
}

// ReadText reads a file, or the standard input for "-"; name is its name in messages.
func ReadText(path string) (name, text string, err error) {
	var content []byte
	if name = path; path == "-" {
		name = StandardInput
		content, err = io.ReadAll(os.Stdin)
	} else {
		content, err = os.ReadFile(path)
	}
	return name, string(content), err
}
