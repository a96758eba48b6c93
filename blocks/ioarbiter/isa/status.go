package isa

// Status is the outcome of a request, which its acknowledgement reports.
type Status uint8

// UnitFault, MacroFault, MacroStopped and the MemoryError of a write may be found when part of the work is done. A
// request with any other error has no effect and no response.
const (
	OK           Status = iota
	UnknownUnit         // no operation or macro has the number
	BadLength           // 0, more than 64, not a whole number of records, or not the macro's number of parameters
	BadPointer          // the state pointer is not a multiple of 16, or past the end of memory
	MemoryError         // a memory answered with its error flag
	UnitFault           // the unit could not carry out a record, or a word did not fit its field
	MacroFault          // the macro is not loaded, or its microcode is illegal
	MacroStopped        // the macro exceeded the bound of instructions
)

// StatusBits is the width of a Status.
const StatusBits = 3

var statusNames = [...]string{"ok", "unknown unit", "bad length", "bad state pointer", "memory error", "unit fault", "macro fault", "macro stopped"}

// String is the status in words.
func (s Status) String() string { return statusNames[s&(1<<StatusBits-1)] }
