package castalu

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The tables of fields in docs/castalu.md are those that words are made of.
func TestThePageHasTheFieldsOfAWord(t *testing.T) {
	content, err := os.ReadFile("../../docs/castalu.md")
	require.NoError(t, err)
	page := string(content)
	for _, list := range [][]field{
		{fieldOp, fieldType, fieldCondition, fieldBias, fieldScale, fieldClamp, fieldTo, fieldDest, fieldMask},
		{inputConstant, inputIndex, inputSwizzle, inputElements, inputFrom, inputModifier},
		{fieldCount, fieldUnit, fieldFirst, fieldSecond, fieldMore, fieldStatus},
	} {
		for _, f := range list {
			bits := fmt.Sprint(f.low)
			if f.width > 1 {
				bits = fmt.Sprintf("%d:%d", f.low+f.width-1, f.low)
			}
			assert.Contains(t, page, fmt.Sprintf("| %s | %s | %s |\n", bits, f.name, f.doc))
		}
	}
	assert.Contains(t, page, fmt.Sprintf("from bit %d + %dn on", inputLow, inputBits))
	assert.Contains(t, page, strings.Join(operationNames(), ", ")[:60])
}

// The example of the text form on the page is a program.
func TestThePagesProgramIsOne(t *testing.T) {
	content, err := os.ReadFile("../../docs/castalu.md")
	require.NoError(t, err)
	_, text, _ := strings.Cut(string(content), "```\n// Comments")
	text, _, _ = strings.Cut(text, "```")
	p, err := Assemble("page", "//"+text)
	require.NoError(t, err)
	assert.Len(t, p.Code, 3)
	assert.Equal(t, []Entry{{"start", 0}}, p.Entries)
}
