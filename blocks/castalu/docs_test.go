package castalu

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/isa"
	"posedge/internal/unittest"
)

var page = unittest.Page{Unit: "castalu", Costs: costs, Quick: "math function unit, 12 bits"}

// The tables of fields in docs/castalu.md agree with package isa.
func TestThePageHasTheFieldsOfAWord(t *testing.T) {
	text := page.Text(t)
	for _, list := range [][]isa.Field{
		{isa.FieldOp, isa.FieldType, isa.FieldCondition, isa.FieldBias, isa.FieldScale, isa.FieldClamp, isa.FieldTo, isa.FieldDest, isa.FieldMask},
		{isa.InputConstant, isa.InputIndex, isa.InputSwizzle, isa.InputElements, isa.InputFrom, isa.InputModifier},
		{isa.FieldCount, isa.FieldUnit, isa.FieldFirst, isa.FieldSecond, isa.FieldMore, isa.FieldStatus},
	} {
		for _, f := range list {
			bits := fmt.Sprint(f.Low)
			if f.Width > 1 {
				bits = fmt.Sprintf("%d:%d", f.Low+f.Width-1, f.Low)
			}
			assert.Contains(t, text, fmt.Sprintf("| %s | %s | %s |\n", bits, f.Name, f.Doc))
		}
	}
	assert.Contains(t, text, fmt.Sprintf("from bit %d + %dn on", isa.InputLow, isa.InputBits))
	assert.Contains(t, text, strings.Join(isa.OperationNames(), ", ")[:60])
}

// The page's example of the text form assembles.
func TestThePagesProgramAssembles(t *testing.T) {
	_, text, _ := strings.Cut(page.Text(t), "```\n// Comments")
	text, _, _ = strings.Cut(text, "```")
	p, err := isa.Assemble("page", "//"+text)
	require.NoError(t, err)
	assert.Len(t, p.Code, 3)
	assert.Equal(t, []isa.Entry{{Name: "start"}}, p.Entries)
}

func TestThePageNamesTheFiles(t *testing.T) { page.CheckFiles(t) }
