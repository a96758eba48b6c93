package ir

import (
	"fmt"
	"slices"
	"strings"
)

// The words that cannot be names. The exporter writes Verilog-2005, but a flow
// may read that as SystemVerilog, so the keywords of both are excluded.
const (
	// IEEE 1364-2005, annex B.
	verilogKeywords = `
	always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config
	deassign default defparam design disable edge else end endcase endconfig endfunction
	endgenerate endmodule endprimitive endspecify endtable endtask event for force forever fork
	function generate genvar highz0 highz1 if ifnone incdir include initial inout input instance
	integer join large liblist library localparam macromodule medium module nand negedge nmos
	nor noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1
	pulldown pullup pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg release
	repeat rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled signed small specify
	specparam strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1
	triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor
	xor`

	// IEEE 1800-2017, annex B, beyond those above.
	systemVerilogKeywords = `
	accept_on alias always_comb always_ff always_latch assert assume before bind bins binsof bit
	break byte chandle checker class clocking const constraint context continue cover covergroup
	coverpoint cross dist do endchecker endclass endclocking endgroup endinterface endpackage
	endprogram endproperty endsequence enum eventually expect export extends extern final
	first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies import
	inside int interconnect interface intersect join_any join_none let local logic longint
	matches modport nettype new nexttime null package packed priority program property protected
	pure rand randc randcase randsequence ref reject_on restrict return s_always s_eventually
	s_nexttime s_until s_until_with sequence shortint shortreal soft solve static string strong
	struct super sync_accept_on sync_reject_on tagged this throughout timeprecision timeunit
	type typedef union unique unique0 until until_with untyped var virtual void wait_order weak
	wildcard with within`

	// Words on which Verilator 5 (SYMRSVDWORD, std::process) or Icarus 11 stumble.
	toolWords = `
	alignas alignof and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bit_vector
	bitand bitor bool catch char char16_t char32_t compl concept const_cast constexpr decltype
	delete double dynamic_cast explicit false float friend goto inline long mailbox map mutable
	namespace noexcept not_eq nullptr operator or_eq override private process public register
	reinterpret_cast requires semaphore set short sizeof static_assert static_cast switch synchronized template
	thread_local throw true try typeid typename uint16_t uint32_t uint64_t uint8_t using vector
	volatile wchar_t xor_eq`

	// Words that Verilator 5 does not take as a port of the top: it warns of them
	// (SYMRSVDWORD), or its C++ does not compile, since they are macros or members
	// of the model's class. Below the top, and for anything but a port, they are
	// allowed: "queue" is a good instance name.
	portWords = `
	abort cdecl complex const_iterator deque far huge interrupt iterator list near pascal queue
	reference sc_clock sc_in sc_inout sc_out sc_signal sensitive sensitive_neg sensitive_pos stack
	transaction_safe transaction_safe_dynamic type_info

	eval eval_end_step eval_step eventsPending hierName modelName name nextTimeSlot rootp threads
	vlSymsp EOF NULL errno linux unix`
)

var reserved = func() map[string]string {
	words := map[string]string{}
	for _, list := range []struct{ words, what string }{
		{toolWords, "a word that Verilog tools trip over"},
		{systemVerilogKeywords, "a keyword of SystemVerilog"},
		{verilogKeywords, "a keyword of Verilog"},
	} {
		for _, w := range strings.Fields(list.words) {
			words[w] = list.what
		}
	}
	return words
}()

// Reserved reports whether name is a keyword of Verilog or SystemVerilog, or a
// word that a common tool does not take as a name.
func Reserved(name string) bool { return reserved[name] != "" }

// ValidPort is [ValidName] for a port. Any module may be the top of an export, so
// a name that a tool does not take as a port of the top is wrong for all ports.
func ValidPort(name string) error {
	if slices.Contains(strings.Fields(portWords), name) {
		return fmt.Errorf("name %q is a word that Verilator does not take as a port; call it %q or similar", name, name+"_value")
	}
	return ValidName(name)
}

// maxName leaves room for the suffixes of generated names below the 1024
// characters that a Verilog tool must accept, and for a file name of 255 bytes.
const maxName = 200

// ValidName returns nil if name can be used in Verilog and waves exactly as it
// is: ASCII letters, digits and underscores, a letter first, at most 200
// characters, and not [Reserved]. Otherwise the error says what is wrong with
// it and, if possible, proposes a valid name.
func ValidName(name string) error {
	if what := reserved[name]; what != "" {
		return fmt.Errorf("name %q is %s; call it %q or similar", name, what, name+"_value")
	}
	if len(name) > maxName {
		return fmt.Errorf("name %.20q… has %d characters; at most %d are allowed", name, len(name), maxName)
	}
	legal := proposal(name)
	switch {
	case name == "":
		return fmt.Errorf("name is empty; write a letter followed by letters, digits and underscores")
	case legal == name:
		return nil
	case legal == "":
		return fmt.Errorf("name %q is not a letter followed by letters, digits and underscores", name)
	default:
		return fmt.Errorf("name %q is not a letter followed by letters, digits and underscores; call it %q or similar", name, legal)
	}
}

// proposal returns a legal name close to name, or "" if no part of it is legal.
func proposal(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		switch {
		case letter || r == '_' && b.Len() > 0 || r >= '0' && r <= '9' && b.Len() > 0:
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
		case r >= '0' && r <= '9': // a name cannot begin with it
			b.WriteByte('n')
			b.WriteRune(r)
		case r == '_':
		default:
			gap = true
		}
	}
	legal := b.String()
	if Reserved(legal) {
		legal += "_value"
	}
	return legal
}
