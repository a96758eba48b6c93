package speed

import (
	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// mesh is a grid of cells, each with a register of 32 bits that it computes from
// its own value and those of its neighbours to the north and west. Every cell
// changes in every cycle.
type mesh struct {
	Checksum hdl.Out `doc:"of the south and the east edge"`
	size     int
}

// cellNodes is about how many word-level operations a cell has.
const cellNodes = 10

// newMesh makes a mesh of about the given number of nodes.
func newMesh(nodes int) *mesh {
	size := 2
	for (size+1)*(size+1)*cellNodes <= nodes {
		size++
	}
	return &mesh{Checksum: hdl.Output(64), size: size}
}

// ModuleName is the design's name with the size of the grid.
func (x *mesh) ModuleName() string { return "mesh_" + itoa(x.size) }

// meshCell is one cell, of one of four kinds.
type meshCell struct {
	North, West hdl.In
	Out         hdl.Out
	kind        int
}

func newMeshCell(kind int) *meshCell {
	return &meshCell{North: hdl.Input(32), West: hdl.Input(32), Out: hdl.Output(32), kind: kind}
}

// ModuleName is the cell's name with its kind.
func (c *meshCell) ModuleName() string { return "mesh_cell_" + itoa(c.kind) }

// Describe is the cell; meshStep is the same in Go.
func (c *meshCell) Describe(m *hdl.Module) {
	x := m.Reg("x", 32)
	n, w := c.North.Bits, c.West.Bits
	turned := rotr(n, 5)
	switch c.kind {
	case 0:
		x.Set(x.Add(turned).Xor(w))
	case 1:
		x.Set(hdl.Mux(n.Lt(w), x.Sub(w), x.Add(turned)).Xor(0x5bd1e995))
	case 2:
		x.Set(x.Xor(turned.And(w)).Add(n.Or(x.Shr(3))))
	default:
		x.Set(x.Slice(15, 0).Mul(w.Slice(15, 0)).Add(hdl.Mux(x.Bit(7), turned, n)).Xor(w))
	}
	c.Out.Set(x)
}

// Describe joins the cells; the north and west edges get noise.
func (x *mesh) Describe(m *hdl.Module) {
	noise := harness.Xorshift(m, "noise", 64, harness.Seed(0))
	north := make([]hdl.Bits, x.size)
	var edge []hdl.Bits
	for i := range north {
		north[i] = noise.Slice(31, 0)
	}
	for row := range x.size {
		west := noise.Slice(63, 32)
		for col := range x.size {
			c := hdl.Instance(m, "c"+itoa(row)+"_"+itoa(col), newMeshCell(meshKind(row, col)))
			c.North.Set(north[col])
			c.West.Set(west)
			north[col], west = c.Out.Bits, c.Out.Bits
		}
		edge = append(edge, west)
	}
	harness.Fold(m, x.Checksum, harness.Always(), hdl.Cat(harness.XorAll(edge), harness.XorAll(north)))
}

func meshKind(row, col int) int { return (row + 3*col + row*col) % 4 }
