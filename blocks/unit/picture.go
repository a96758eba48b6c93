package unit

import (
	"image"
	"image/png"

	"posedge/internal/atomicfile"
)

// WritePNG writes a picture to a file, whose folder exists. A picture that cannot be
// written leaves no file behind.
func WritePNG(path string, picture image.Image) error {
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	if err := png.Encode(f, picture); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}
