package ioarbiter

import (
	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
)

const (
	wordBits  = isa.WordBits
	countBits = 6 // the number of records in a request, or of one of them: 0 to 63
)

// Request is a request on an SM's control connection; its words are in SM memory.
type Request struct {
	Unit     hdl.Bits `width:"unit" doc:"the operation or macro"`
	Address  hdl.Bits `width:"address" doc:"SM address of the block, whose word 0 is the state pointer"`
	Length   hdl.Bits `width:"length" doc:"words of the block, 1 to 64"`
	Response hdl.Bits `width:"address" doc:"SM address of the response's first word"`
	Tag      hdl.Bits `width:"tag" doc:"returned with the acknowledgement"`
}

// Ack is an acknowledgement on an SM's control connection: a request is done, and its response is in SM memory.
type Ack struct {
	Tag    hdl.Bits `width:"tag" doc:"of the request"`
	Status hdl.Bits `width:"status" doc:"0 ok, 1 unknown unit, 2 bad length, 3 bad state pointer, 4 memory error, 5 unit fault, 6 macro fault, 7 macro stopped"`
}

// ReadData is a word that was read.
type ReadData struct {
	Data  hdl.Bits `width:"word" doc:"the word"`
	Error hdl.Bits `width:"1" doc:"1: it could not be read"`
}

// Write is a word to be written to SM memory.
type Write struct {
	Address hdl.Bits `width:"address" doc:"in words"`
	Data    hdl.Bits `width:"word" doc:"the word"`
}

// Grant is a request with the SM that sent it.
type Grant struct {
	SM      hdl.Bits `width:"sm" doc:"the SM that sent the request"`
	Request Request
}

// Read is an address in the memory of an SM.
type Read struct {
	SM      hdl.Bits `width:"sm" doc:"the SM whose memory is read"`
	Address hdl.Bits `width:"address" doc:"of the word"`
}

// Commit is a word for the memory of an SM.
type Commit struct {
	SM    hdl.Bits `width:"sm" doc:"the SM whose memory is written"`
	Write Write
}

// Lookup asks the state cache for a state object.
type Lookup struct {
	Object hdl.Bits `width:"object" doc:"its number in memory"`
	ID     hdl.Bits `width:"id" doc:"returned with the answer; unique among the lookups in flight"`
}

// Answer is a state object.
type Answer struct {
	ID    hdl.Bits                  `width:"id" doc:"of the lookup"`
	Words [isa.ObjectWords]hdl.Bits `width:"word" doc:"the object's words; undefined if there is an error"`
	Error hdl.Bits                  `width:"1" doc:"1: memory could not read the whole object"`
}

// Routes of a response.
type route uint8

const (
	toSM       route = iota // its words to SM memory, and an acknowledgement after the last
	toBypass                // its words to a slot of the bypass, after the words that wait there
	toExpander              // its words to a slot of the expander
	toCount                 // no words: the expander only counts the response
)

const routeBits = 2

// Head is what all beats of a request have in common, from the fetch unit to the unit's interface.
type Head struct {
	SM       hdl.Bits `width:"sm" doc:"the SM that sent the request"`
	Unit     hdl.Bits `width:"unit" doc:"the operation or macro"`
	Tag      hdl.Bits `width:"tag" doc:"of the request"`
	Response hdl.Bits `width:"address" doc:"SM address of the response's first word"`
	Records  hdl.Bits `width:"records" doc:"records of the request"`
	Status   hdl.Bits `width:"status" doc:"if not 0, the request has no words, and only an acknowledgement is due"`
	Route    hdl.Bits `width:"route" doc:"of the response: 0 SM, 1 bypass, 2 expander, 3 only counted"`
	Slot     hdl.Bits `width:"slot" doc:"in the bypass or in the expander, depending on the route"`
}

// Beat is a word of a request on its way to its unit. A request without words is a single beat with Empty set.
type Beat struct {
	Head  Head
	Data  hdl.Bits `width:"word" doc:"the word"`
	Empty hdl.Bits `width:"1" doc:"1: there is no word"`
	Last  hdl.Bits `width:"1" doc:"1: the last of its request"`
}

// Span is the part of a state object that goes to a unit: Count words from Offset on, which become words 0 to Count−1
// of the unit's state.
type Span struct {
	Offset hdl.Bits `width:"4" doc:"first word of the state object that goes to the unit"`
	Count  hdl.Bits `width:"5" doc:"words that go to the unit: 0 to 16; offset + count is at most 16"`
}

// State is the state object that goes with a request.
type State struct {
	Words [isa.ObjectWords]hdl.Bits `width:"word" doc:"the state object"`
	Span  Span
}

// UnitBeat is a beat on its way into the interface of a unit. The unit's new state is valid with the first beat.
type UnitBeat struct {
	Beat  Beat
	Words []hdl.Bits `width:"word" len:"state_words" doc:"the unit's state, from its word 0 on"`
	Count hdl.Bits   `width:"5" doc:"how many of the words are valid"`
}

// Push is a word of a request that waits in a slot of the bypass for the words of a response. Its Head is that of the
// completed request.
type Push struct {
	Beat Beat
	Span Span
}

// Record is the context of a record in a unit: what its response needs.
type Record struct {
	Head   Head
	Number hdl.Bits `width:"records" doc:"of the record in its request"`
	Empty  hdl.Bits `width:"1" doc:"1: there is no record, only a request to be answered"`
	Wide   hdl.Bits `width:"1" doc:"1: a word does not fit its field; a fault"`
	Last   hdl.Bits `width:"1" doc:"1: the last of its request"`
}

// UnitRecord is a record in the unit's format and its context.
type UnitRecord struct {
	Context Record
	Fields  hdl.Bits `doc:"the fields of the unit's request, the first lowest"`
}

// Result is a word of a response in the intermediate format: as the unit gave it, extended to 32 bits, and not yet
// converted. A response without words is a single beat with Empty set.
type Result struct {
	Head   Head
	Record hdl.Bits `width:"records" doc:"number of the record in its request"`
	Word   hdl.Bits `width:"4" doc:"number of the word in the record's response"`
	Format hdl.Bits `width:"format" doc:"0: integer; 1: 24.8; 2: fp16; 3: unorm8"`
	Data   hdl.Bits `width:"word" doc:"the word as the unit gave it"`
	Empty  hdl.Bits `width:"1" doc:"1: there is no word"`
	Last   hdl.Bits `width:"1" doc:"1: the last beat of the response, or, unless it goes to an SM, of the record"`
}

// Delivery is a word of a response in its final format.
type Delivery struct {
	SM      hdl.Bits `width:"sm" doc:"the SM that sent the request"`
	Unit    hdl.Bits `width:"unit" doc:"the operation or macro"`
	Tag     hdl.Bits `width:"tag" doc:"of the request"`
	Status  hdl.Bits `width:"status" doc:"of the request; valid with last"`
	Route   hdl.Bits `width:"route" doc:"0 SM, 1 bypass, 2 expander, 3 only counted"`
	Slot    hdl.Bits `width:"slot" doc:"in the bypass or in the expander, depending on the route"`
	Address hdl.Bits `width:"address" doc:"of the word in SM memory"`
	Word    hdl.Bits `width:"4" doc:"number of the word in the record's response"`
	Data    hdl.Bits `width:"word" doc:"the word"`
	Empty   hdl.Bits `width:"1" doc:"1: there is no word"`
	Last    hdl.Bits `width:"1" doc:"1: the last beat of the response, or, unless it goes to an SM, of the record"`
}

// Counters count events since the reset, modulo 2^32.
type Counters struct {
	Hits    hdl.Bits   `width:"32" doc:"lookups that hit in the state cache"`
	Misses  hdl.Bits   `width:"32" doc:"lookups that waited for global memory"`
	Updates []hdl.Bits `width:"32" len:"units" doc:"words of state sent to each unit"`
}

// Load writes one of the connector's tables: microcode, macros, or the formats of macros' parameters.
type Load struct {
	Enable  hdl.Bits `width:"1" doc:"1: write"`
	Table   hdl.Bits `width:"2" doc:"0: microcode; 1: macros; 2: formats of macros' parameters"`
	Address hdl.Bits `width:"10" doc:"microcode: the instruction; macros: the macro; formats: 64 times the macro and the word"`
	Data    hdl.Bits `width:"64" doc:"an instruction; a macro's address 9:0, parameters 15:10 and loaded bit 16; or a format"`
}

// Tables of Load.
const (
	LoadMicrocode = iota
	LoadMacro
	LoadFormat
)

// Shapes are the beats between the parts of a connector, and between a connector and its environment.
type Shapes struct {
	Request  Request
	Ack      Ack
	ReadData ReadData
	Write    Write
	Grant    Grant
	Read     Read
	Commit   Commit
	Lookup   Lookup
	Answer   Answer
	Beat     Beat
	Object   [isa.ObjectWords]hdl.Bits `width:"word" doc:"the words of a state object"`
	Span     Span
	State    State
	UnitBeat UnitBeat
	Push     Push
	Record   Record
	Result   Result
	Delivery Delivery
	Counters Counters
	Load     Load
}

// Shapes returns the beats of a configuration.
func (c Config) Shapes() Shapes { return c.shapes().Shapes }

// UnitRecord returns the shape of a unit's records.
func (c Config) UnitRecord(unit int) UnitRecord {
	return UnitRecord{Context: c.shapes().Record, Fields: hdl.Width(c.Units[unit].Request.Width())}
}

// shapes are the beats and words of a configuration.
type shapes struct {
	Shapes
	Head       Head
	Order      Order
	Fetching   fetching
	Fetched    fetched
	Records    records
	Pushed     pushed
	Completion completion
}

func (c Config) shapes() shapes {
	request, response := c.longest()
	return hdl.Shape[shapes](hdl.Widths{
		"word":          wordBits,
		"address":       c.AddressBits,
		"tag":           c.TagBits,
		"sm":            c.smBits(),
		"slot":          c.slotBits(),
		"object":        c.objectBits(),
		"id":            hdl.IndexWidth(Window),
		"unit":          isa.UnitBits,
		"length":        hdl.CountWidth(isa.MaxLength),
		"records":       countBits,
		"status":        isa.StatusBits,
		"route":         routeBits,
		"format":        isa.FormatBits,
		"state_words":   c.mostState(),
		"units":         len(c.Units),
		"request_word":  hdl.IndexWidth(request),
		"response_word": hdl.IndexWidth(response),
	})
}

// Widths of the number of an SM, of a slot and of a state object.
func (c Config) smBits() int     { return hdl.IndexWidth(c.SMs) }
func (c Config) slotBits() int   { return hdl.IndexWidth(c.Slots) }
func (c Config) objectBits() int { return hdl.IndexWidth(c.Objects) }
