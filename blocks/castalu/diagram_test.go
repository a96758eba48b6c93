package castalu

import (
	"encoding/xml"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/text"
)

// diagram is the part of docs/castalu.svg that the tests read. The texts of a group with an
// anchor are centred in boxes.
type diagram struct {
	Groups []struct {
		Anchor string        `xml:"text-anchor,attr"`
		Boxes  []diagramBox  `xml:"rect"`
		Texts  []diagramText `xml:"text"`
	} `xml:"g"`
}

type diagramBox struct {
	X      float64 `xml:"x,attr"`
	Y      float64 `xml:"y,attr"`
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
}

type diagramText struct {
	X    float64 `xml:"x,attr"`
	Y    float64 `xml:"y,attr"`
	Text string  `xml:",chardata"`
}

// readDiagram returns the boxes and the texts centred in them.
func readDiagram(t *testing.T) (boxes []diagramBox, texts []diagramText) {
	content, err := os.ReadFile("../../docs/castalu.svg")
	require.NoError(t, err)
	var d diagram
	require.NoError(t, xml.Unmarshal(content, &d))
	for _, g := range d.Groups {
		boxes = append(boxes, g.Boxes...)
		if g.Anchor == "middle" {
			texts = append(texts, g.Texts...)
		}
	}
	return boxes, texts
}

func TestTheDiagramsTextsStayInTheirBoxes(t *testing.T) {
	boxes, texts := readDiagram(t)
	require.Greater(t, len(texts), 20)
	const letter, line = 7.25, 12 // of the font
	for _, x := range texts {
		inside := 0
		half := float64(len(x.Text)) * letter / 2
		for _, b := range boxes[1:] { // all but the arithmetic unit, which encloses others
			if x.X-half > b.X && x.X+half < b.X+b.Width && x.Y-line > b.Y && x.Y < b.Y+b.Height {
				inside++
			}
		}
		assert.Equal(t, 1, inside, "%q", x.Text)
	}
}

// The diagram and the page give the latency of each part.
func TestThePageHasTheLatencies(t *testing.T) {
	lanes, special := LaneParts(), SpecialParts()
	var want []string
	for range 3 {
		want = append(want, "1 cycle") // fetch, operands, issue
	}
	for _, p := range append(lanes, special...) {
		want = append(want, text.Count(p.Steps, "cycle"))
	}
	var drawn []string
	_, texts := readDiagram(t)
	for _, x := range texts {
		var n int
		if _, err := fmt.Sscanf(x.Text, "%d cycle", &n); err == nil {
			drawn = append(drawn, x.Text)
		}
	}
	assert.Equal(t, want, drawn)

	content := page.Text(t)
	sum := func(parts []Part) (n int) {
		for _, p := range parts {
			n += p.Steps
		}
		return n
	}
	const front = 3
	for _, row := range []string{
		fmt.Sprintf("| fetch, operands, issue | %d | %d |\n", front, front),
		fmt.Sprintf("| casts and modifiers of the inputs | %d | %d |\n", lanes[0].Steps, special[0].Steps),
		fmt.Sprintf("| math function units; special functions | %d | %d |\n", lanes[1].Steps, special[1].Steps),
		fmt.Sprintf("| adders of dot products; for other results a delay | %d | |\n", lanes[2].Steps),
		fmt.Sprintf("| output stage | %d | %d |\n", lanes[3].Steps, special[2].Steps),
		fmt.Sprintf("| output cast | %d | %d |\n", lanes[4].Steps, special[3].Steps),
		fmt.Sprintf("special function of one element | %d | %d |\n", front+sum(lanes), front+sum(special)),
		fmt.Sprintf("a cheap result is written %d cycles after\nthe fetch", front+sum(lanes)),
		fmt.Sprintf("special functions take %d cycles longer", sum(special)-sum(lanes)),
	} {
		assert.Contains(t, content, row)
	}
}
