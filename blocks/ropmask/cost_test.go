package ropmask

import (
	"testing"

	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/internal/eda/edatest"
	"posedge/internal/unittest"
)

// costs are the rows of the table in docs/ropmask.md.
func costs(*testing.T) []edatest.CostPart {
	store := func(blend bool, formats isa.Formats) *writeUnit {
		c := NewStoreConfig(4, 6)
		c.Blend, c.Formats = blend, formats
		return newWriteUnit(c)
	}
	perTarget, packedOnce := NewConfig(4, isa.PerTarget), NewConfig(4, isa.PackedOnce)
	return []edatest.CostPart{
		unittest.Part("selection", NewSelection()),
		unittest.Part("shader, 4 lanes, per target", newPixelShader(perTarget)),
		unittest.Part("shader, 4 lanes, packed once", newPixelShader(packedOnce)),
		unittest.Part("rop, 4 lanes, per target", newRasterOps(perTarget)),
		unittest.Part("rop, 4 lanes, packed once", newRasterOps(packedOnce)),
		unittest.Part("blending of one component", newBlendLane()),
		unittest.Part("write unit, RGBA8, without blending", store(false, isa.FormatsOf(isa.RGBA8))),
		unittest.Part("write unit, all formats, without blending", store(false, isa.AllFormats)),
		{Name: "write unit, all formats, with blending, module by module", Components: []hdl.Component{store(true, isa.AllFormats)}, ByModule: true},
	}
}

func TestCostsAreAsDocumented(t *testing.T) { page.CheckCosts(t) }

func TestLongCostsAreAsDocumented(t *testing.T) { page.CheckLongCosts(t) }
