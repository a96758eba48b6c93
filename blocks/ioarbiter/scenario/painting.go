package scenario

import (
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
)

// painting is a scene drawn by the model alone.
type painting struct {
	models stimulus.SystemModel
	passed int // requests carried out
}

// paint draws a scene without hardware.
func paint(c ioarbiter.Config, s scene) *painting {
	p := &painting{models: stimulus.NewSystemModel(c, s.stores, s.texels)}
	p.models.Object = func(n int) (words [isa.ObjectWords]uint32, ok bool) {
		copy(words[:], s.objects[n].Words())
		return words, true
	}
	s.draw(p)
	return p
}

// pass carries out requests in order.
func (p *painting) pass(_ string, list []request) (responses [][]uint32) {
	for _, q := range list {
		block := append([]uint32{uint32(q.object * isa.ObjectWords)}, q.words...)
		_, words := p.models.Do(model.Call{Unit: q.unit, Length: len(block)}, func(at int) (uint32, bool) { return block[at], true })
		var response []uint32
		for _, w := range words {
			response = append(response, w.Data)
		}
		responses = append(responses, response)
	}
	p.passed += len(list)
	return responses
}

func (p *painting) read() stimulus.Stored { return p.models.Stored() }
