package isa

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
