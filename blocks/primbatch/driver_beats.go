package primbatch

import (
	"math/bits"

	"posedge/hdl"
)

// driverVertex is a vertex inside the driver.
type driverVertex struct {
	Identifier hdl.Bits `width:"identifiers"`
	X, Y       hdl.Bits `width:"coordinates"`
	Edge       hdl.Bits `width:"1"`
}

// storedElement is an element of a batch in the store, between gathering and the sender.
type storedElement struct {
	Index  hdl.Bits `width:"1" doc:"1: it names a record of its batch, 0: it is a vertex"`
	Data   hdl.Bits `width:"stored_data" doc:"of a vertex: its identifier; of an index: the record"`
	X      hdl.Bits `width:"coordinates" doc:"of a vertex, signed"`
	Y      hdl.Bits `width:"coordinates" doc:"of a vertex, signed"`
	Edge   hdl.Bits `width:"1" doc:"1: it begins a boundary edge"`
	Resent hdl.Bits `width:"1" doc:"1: an earlier batch already had it"`
}

// storeDepth is the number of elements that the store holds: two batches. A batch and a group that does not fit into it need no
// more, as a group is never larger than the limits.
func (c Config) storeDepth() int { return 1 << bits.Len(uint(2*c.Elements-1)) }

// storePointer is the width of a count of stored elements, modulo twice the depth.
func (c Config) storePointer() int { return hdl.CountWidth(c.storeDepth()) }

// maxReplayed is the most vertices that are replayed into a batch: the carried ones and the group that did not fit.
const maxReplayed = 11

// orderKind is the kind of a [driverOrder].
type orderKind uint8

const (
	methodOrder  orderKind = iota // a method outside primitives
	batchOrder                    // a batch with elements
	droppedOrder                  // a batch whose elements are dropped
	emptyOrder                    // a batch without a primitive

	orderKindBits = 2
)

// driverOrder tells a driver's sender what comes next; orders have the application's order.
type driverOrder struct {
	Kind       hdl.Bits `width:"order_kind" doc:"0 method, 1 batch, 2 dropped batch, 3 batch without a primitive"`
	Address    hdl.Bits `width:"address" doc:"of a method"`
	Data       hdl.Bits `width:"32" doc:"of a method: its word; of a batch: the identifier of its first element"`
	Op         hdl.Bits `width:"op" doc:"of a batch"`
	Unchanged  hdl.Bits `width:"1" doc:"1: the application's PRIMITIVE_ID mode is UNCHANGED"`
	Instance   hdl.Bits `width:"2" doc:"the application's INSTANCE_ID mode"`
	OpenBegin  hdl.Bits `width:"1" doc:"1: the batch continues a primitive"`
	OpenEnd    hdl.Bits `width:"1" doc:"1: the next batch continues the primitive; unused with two modes, where it is not yet known"`
	Copied     hdl.Bits `width:"1" doc:"1: a vertex's Data is its identifier"`
	Ends       hdl.Bits `width:"1" doc:"1: the application's END follows; ignored for a batch with elements, whose batchEnd has it"`
	Loads      hdl.Bits `width:"1" doc:"1: the application has loaded PrimitiveID"`
	Add        hdl.Bits `width:"identifiers" doc:"the number that it has loaded or added"`
	Primitives hdl.Bits `width:"elements" doc:"of a dropped batch"`
}

// batchEnd tells a driver's sender where a batch with elements ends.
type batchEnd struct {
	End  hdl.Bits `width:"store_pointer" doc:"the number of elements stored up to its end"`
	Open hdl.Bits `width:"1" doc:"1: open end"`
	Ends hdl.Bits `width:"1" doc:"1: the application's END follows"`
}
