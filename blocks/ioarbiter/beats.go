package ioarbiter

import "posedge/hdl"

// Words of a request and of a state object.
const (
	MaxLength   = 64 // words of a request, its state pointer included
	ObjectWords = 16
	wordBits    = 32
	countBits   = 6 // records, and the number of a record: 0 to 63
)

// Status is what an acknowledgement says of its request.
type Status uint8

// Only a request whose status is OK has an effect and a response; UnitFault, MacroFault and Stopped are found out
// when a part of the work may be done.
const (
	OK           Status = iota
	UnknownUnit         // no operation or macro has the number
	BadLength           // 0, more than 64, or no whole number of records
	BadPointer          // the state pointer is no multiple of 16, or past the end of memory
	MemoryError         // a memory answered with its error flag
	UnitFault           // the unit could not carry out a record
	MacroFault          // the macro is not loaded, or its microcode has no meaning
	MacroStopped        // the macro took more instructions than the bound
)

// StatusBits is the width of a Status.
const StatusBits = 3

var statusNames = [...]string{"ok", "unknown unit", "bad length", "bad state pointer", "memory error", "unit fault", "macro fault", "macro stopped"}

// String is the status in words.
func (s Status) String() string { return statusNames[s&(1<<StatusBits-1)] }

// Request is a beat of an SM's control connection: a request whose words lie in SM memory.
type Request struct {
	Unit     hdl.Bits `doc:"the operation or macro"`                            // 5
	Address  hdl.Bits `doc:"of the block: word 0 is the state pointer"`         // SM memory, in words
	Length   hdl.Bits `doc:"words of the block, 1 to 64"`                       // 7
	Response hdl.Bits `doc:"where the words of the response go from, in words"` // SM memory
	Tag      hdl.Bits `doc:"comes back with the acknowledgement"`
}

// Ack is a beat of an SM's control connection: a request is done, and its response lies in SM memory.
type Ack struct {
	Tag    hdl.Bits `doc:"of the request"`
	Status hdl.Bits `doc:"0 ok, 1 unknown unit, 2 bad length, 3 bad state pointer, 4 memory error, 5 unit fault, 6 macro fault, 7 macro stopped"` // 3
}

// ReadData is a word that was read.
type ReadData struct {
	Data  hdl.Bits `doc:"the word"`                // 32
	Error hdl.Bits `doc:"1: it could not be read"` // 1
}

// Write is a word to be written to SM memory.
type Write struct {
	Address hdl.Bits `doc:"in words"`
	Data    hdl.Bits `doc:"the word"` // 32
}

// Routes of a response.
type route uint8

const (
	toSM       route = iota // its words to SM memory, and the acknowledgement after the last
	toBypass                // its words to a slot of the bypass, behind the words that wait there
	toExpander              // its words to a slot of the expander
	toCount                 // no words: the expander counts it as done
)

const routeBits = 2

// Head is what all beats of a request have in common, from the fetch unit to the unit's interface.
type Head struct {
	SM       hdl.Bits `doc:"whose request it is"`
	Unit     hdl.Bits `doc:"the operation or macro"` // 5
	Tag      hdl.Bits `doc:"of the request"`
	Response hdl.Bits `doc:"SM address of the response's first word"`
	Records  hdl.Bits `doc:"records of the request"`                                                 // 6
	Status   hdl.Bits `doc:"if not 0, the request has no words, and only an acknowledgement is due"` // 3
	Route    hdl.Bits `doc:"of the response: 0 SM, 1 bypass, 2 expander, 3 only counted"`            // 2
	Slot     hdl.Bits `doc:"of the bypass or of the expander, by the route"`
}

// Beat is a word of a request on its way to its unit. A request without words is one beat that is Empty.
type Beat struct {
	Head  Head
	Data  hdl.Bits `doc:"the word"`                   // 32
	Empty hdl.Bits `doc:"1: there is no word"`        // 1
	Last  hdl.Bits `doc:"1: the last of its request"` // 1
}

// Span says which words of a state object a unit's state begins with: its words from Offset on are the words of the
// unit's state from 0 on, Count of them.
type Span struct {
	Offset hdl.Bits `doc:"first word of the state object that goes to the unit"`        // 4
	Count  hdl.Bits `doc:"words that go to the unit: 0 to 16; with offset, 16 at most"` // 5
}

// State is the state object that goes with a request.
type State struct {
	Words [ObjectWords]hdl.Bits `doc:"the state object"` // 32 each
	Span  Span
}

// Push is a word of a request that waits in a slot of the bypass for the words of a response. Its Head is that of the
// request that is sent when they have come.
type Push struct {
	Beat Beat
	Span Span
}

// Result is a word of a response in the intermediate format: as the unit gave it, extended to 32 bits, and not yet
// converted. A response without words is one beat that is Empty.
type Result struct {
	Head   Head
	Record hdl.Bits `doc:"number of the record in its request"`                                // 6
	Word   hdl.Bits `doc:"number of the word in the record's response"`                        // 4
	Format hdl.Bits `doc:"0: integer; 1: 24.8; 2: fp16; 3: unorm8"`                            // 3
	Data   hdl.Bits `doc:"the word as the unit gave it"`                                       // 32
	Empty  hdl.Bits `doc:"1: there is no word"`                                                // 1
	Last   hdl.Bits `doc:"1: the last of the response; where no SM takes it, of the record's"` // 1
}

// Delivery is a word of a response in its final format.
type Delivery struct {
	SM      hdl.Bits `doc:"whose response it is"`
	Unit    hdl.Bits `doc:"the operation or macro"` // 5
	Tag     hdl.Bits `doc:"of the request"`
	Status  hdl.Bits `doc:"of the request; counts with last"`           // 3
	Route   hdl.Bits `doc:"0 SM, 1 bypass, 2 expander, 3 only counted"` // 2
	Slot    hdl.Bits `doc:"of the bypass or of the expander, by the route"`
	Address hdl.Bits `doc:"of the word in SM memory"`
	Word    hdl.Bits `doc:"number of the word in the record's response"`                        // 4
	Data    hdl.Bits `doc:"the word"`                                                           // 32
	Empty   hdl.Bits `doc:"1: there is no word"`                                                // 1
	Last    hdl.Bits `doc:"1: the last of the response; where no SM takes it, of the record's"` // 1
}

// Load writes one of the connector's tables: microcode, macros, or the formats of macros' parameters.
type Load struct {
	Enable  hdl.Bits `doc:"1: write"`
	Table   hdl.Bits `doc:"0: microcode; 1: macros; 2: formats of macros' parameters"` // 2
	Address hdl.Bits `doc:"microcode: the instruction; macros: the macro; formats: 64 times the macro and the word"`
	Data    hdl.Bits `doc:"an instruction; a macro's address 9:0, parameters 15:10 and loaded bit 16; or a format"` // 64
}

// Tables of Load.
const (
	LoadMicrocode = iota
	LoadMacro
	LoadFormat
)
