package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
)

// Beats inside a processor as Go values.
type (
	headValue struct {
		Op                                isa.Op
		Open, Restart, LastProvokes, Copy bool
		VertexID, PrimitiveID, InstanceID uint32
	}
	lineValue struct {
		Kind       elementKind
		Data       uint32
		X, Y       uint16
		Edge, Open bool
	}
	elementValue struct {
		Last, Open, Edge bool
		Corner           model.Corner
	}
	packetValue struct {
		Drawn, Last bool
		Primitive   model.Primitive
	}
	orderValue struct {
		Batch         bool
		Line          uint8
		Address, Data uint32
	}
	frontValue struct {
		Method, First bool
		Head          headValue
		Beat          lineValue
		Address, Data uint32
	}
	drawStateValue struct {
		Stipple              bool
		Factor, Pattern      uint32
		Mode                 isa.PolygonMode
		Horizontal, Vertical uint32
	}
)

// used is the beat with its unused fields set to 0.
func (v lineValue) used() lineValue {
	switch v.Kind {
	case indexElement:
		v.X, v.Y, v.Open = 0, 0, false
	case vertexElement:
		v.Open = false
	default:
		v = lineValue{Kind: v.Kind, Open: v.Open}
	}
	return v
}

func (v frontValue) used() frontValue {
	if v.Method {
		return frontValue{Method: true, Address: v.Address, Data: v.Data}
	}
	v.Address, v.Data = 0, 0
	if !v.First {
		v.Head = headValue{}
	}
	v.Beat = v.Beat.used()
	return v
}
