package ropmask

import (
	"testing"

	"posedge/internal/unittest"
)

var page = unittest.Page{
	Unit:     "ropmask",
	Unlisted: []string{"banks.go", "route.go", "turns.go", "unit.go"}, // of rows that do not name them
}

func TestThePageNamesTheFiles(t *testing.T) { page.CheckFiles(t) }
