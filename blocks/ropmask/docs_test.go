package ropmask

import (
	"testing"

	"posedge/internal/unittest"
)

var page = unittest.Page{Unit: "ropmask", Costs: costs, Quick: "selection"}

func TestThePageNamesTheFiles(t *testing.T) { page.CheckFiles(t) }
