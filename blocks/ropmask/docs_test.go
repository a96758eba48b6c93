package ropmask

import (
	"testing"

	"posedge/internal/unittest"
)

var page = unittest.Page{
	Unit:  "ropmask",
	Files: []string{"banks.go", "route.go", "turns.go", "unit.go"}, // of the table's parts, without rows of their own
}

func TestThePageNamesTheFiles(t *testing.T) { page.CheckFiles(t) }
