// Package blocks lists the units. Each has a folder here; to add one is to add a line to [All].
package blocks

import (
	castalu "posedge/blocks/castalu/scenario"
	combineripu "posedge/blocks/combineripu/scenario"
	ioarbiter "posedge/blocks/ioarbiter/scenario"
	primbatch "posedge/blocks/primbatch/scenario"
	ropmask "posedge/blocks/ropmask/scenario"
	"posedge/blocks/unit"
)

// All returns every unit, in the order in which users see them.
func All() []unit.Block {
	list := []unit.Block{
		ropmask.Block(),
		castalu.Block(),
		ioarbiter.Block(),
		combineripu.Block(),
		primbatch.Block(),
	}
	for i := range list {
		list[i].License = "Apache-2.0" // as in LICENSE
	}
	return list
}
