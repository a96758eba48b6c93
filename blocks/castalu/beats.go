package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
)

// Item is a beat of a work item. Start, Base and Tag are taken from the first beat. The
// vector of beat i, from 0, becomes register i of the thread that takes the item.
type Item struct {
	Start  hdl.Bits    `width:"address" doc:"address of the program's first instruction"`
	Base   hdl.Bits    `width:"constant" doc:"index of the constant that the program calls c0"`
	Tag    hdl.Bits    `width:"tag" doc:"returned with the results"`
	Vector [4]hdl.Bits `width:"component" doc:"a register, x to w"`
	Last   hdl.Bits    `width:"1" doc:"1: the item's last beat"`
}

// Beat is a beat of a work item's result.
type Beat struct {
	Tag    hdl.Bits    `width:"tag" doc:"the item's tag"`
	Index  hdl.Bits    `width:"register" doc:"number of the vector, from 0"`
	Vector [4]hdl.Bits `width:"component" doc:"the register, x to w; 0 for a killed item"`
	Last   hdl.Bits    `width:"1" doc:"1: the item's last vector"`
	Killed hdl.Bits    `width:"1" doc:"1: the item was killed; this is its only beat"`
}

// Call is a request to a fixed-function unit.
type Call struct {
	Thread hdl.Bits    `width:"thread" doc:"to be returned with the response"`
	Unit   hdl.Bits    `width:"4" doc:"which unit"`
	Count  hdl.Bits    `width:"3" doc:"words − 1"`
	Words  [8]hdl.Bits `width:"component" doc:"the words; undefined past the last"`
}

// Reply is the response to a [Call].
type Reply struct {
	Thread hdl.Bits    `width:"thread" doc:"thread of the call"`
	Status hdl.Bits    `width:"component" doc:"written to a register's x"`
	Count  hdl.Bits    `width:"4" doc:"words, 0 to 8"`
	Words  [8]hdl.Bits `width:"component" doc:"the words"`
}

// Store writes a word of the program or a constant. No item in flight may use it.
type Store[T any] struct {
	Enable  hdl.Bits `doc:"1: write"`
	Address hdl.Bits
	Data    T
}

// Operation is an instruction and the contents of its sources.
type Operation struct {
	Word     hdl.Bits       `width:"word" doc:"the instruction"`
	Thread   hdl.Bits       `width:"thread" doc:"its thread, which has at most one instruction in flight"`
	Operands [3][4]hdl.Bits `width:"component" doc:"the register or constant of each input, x to w"`
}

// Result is the result of an instruction.
type Result struct {
	Thread hdl.Bits    `width:"thread" doc:"thread of the instruction"`
	Dest   hdl.Bits    `width:"register" doc:"the register to write"`
	Mask   hdl.Bits    `width:"4" doc:"bit i: component i is written"`
	Value  [4]hdl.Bits `width:"component" doc:"the components; 0 where the mask is 0"`
	Killed hdl.Bits    `width:"1" doc:"1: a kill whose condition holds"`
	Fault  hdl.Bits    `width:"1" doc:"1: the word is illegal; the components are 0"`
}

// Shapes are the beats at the ports of a [Processor].
type Shapes struct {
	Item  Item
	Beat  Beat
	Call  Call
	Reply Reply
}

// Shapes returns the beats of a processor of this configuration.
func (c Config) Shapes() Shapes { return c.shapes().Shapes }

// ProgramStore is the shape of a write to the program memory.
func (c Config) ProgramStore() Store[hdl.Bits] {
	return Store[hdl.Bits]{Enable: hdl.Width(1), Address: c.shapes().Turn.Address, Data: hdl.Width(isa.WordBits)}
}

// ConstantStore is the shape of a write to the constants.
func (c Config) ConstantStore() Store[[4]hdl.Bits] {
	item := c.shapes().Item
	return Store[[4]hdl.Bits]{Enable: hdl.Width(1), Address: item.Base, Data: item.Vector}
}

// shapes are the beats at a processor's ports and inside it.
type shapes struct {
	Shapes
	Turn     turn
	Write    write
	Response response
	Extent   extent
}

func (c Config) shapes() shapes {
	return hdl.Shape[shapes](hdl.Widths{
		"thread":    hdl.IndexWidth(c.Threads),
		"address":   hdl.IndexWidth(c.Words),
		"constant":  hdl.IndexWidth(c.Constants),
		"tag":       c.TagBits,
		"register":  isa.RegisterBits,
		"component": c.unit().bits(),
	})
}

// unitShapes are the beats of an arithmetic unit.
type unitShapes struct {
	Operation Operation
	Result    Result
}

func (c UnitConfig) shapes() unitShapes {
	return hdl.Shape[unitShapes](hdl.Widths{
		"word":      isa.WordBits,
		"thread":    hdl.IndexWidth(c.Threads),
		"register":  isa.RegisterBits,
		"component": c.bits(),
	})
}
