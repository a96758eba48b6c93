package command

import "posedge/hdl/ir"

// stateBits is the number of bits that a design keeps from cycle to cycle: its
// registers, the data of registered reads, and the memories that are written.
func stateBits(m *ir.Module) int {
	bits := 0
	for _, s := range m.Signals {
		if s.Kind == ir.Reg || s.Kind == ir.ReadData {
			bits += s.Width
		}
	}
	written := map[*ir.Memory]bool{}
	ir.Walk(m.Body, func(s ir.Stmt) {
		if w, ok := s.(*ir.MemWrite); ok && !written[w.Mem] {
			written[w.Mem] = true
			bits += w.Mem.Width * w.Mem.Depth
		}
	})
	for _, i := range m.Instances {
		bits += stateBits(i.Module)
	}
	return bits
}

// portBits counts the ports of one kind and their bits.
func portBits(m *ir.Module, kind ir.Kind) (ports, bits int) {
	for _, s := range m.Ports {
		if s.Kind == kind {
			ports++
			bits += s.Width
		}
	}
	return ports, bits
}
