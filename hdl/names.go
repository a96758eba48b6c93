package hdl

import (
	"strings"
	"unicode"

	"posedge/hdl/ir"
)

// snake turns a Go field or type name into lower_snake_case: SPHMask becomes
// sph_mask, FIFO becomes fifo, Word18 stays word18.
func snake(name string) string {
	r := []rune(name)
	var b strings.Builder
	for i, c := range r {
		if unicode.IsUpper(c) && i > 0 && r[i-1] != '_' {
			afterLower := !unicode.IsUpper(r[i-1])
			startsWord := unicode.IsUpper(r[i-1]) && i+1 < len(r) && unicode.IsLower(r[i+1])
			if afterLower || startsWord {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// join puts parts of a name together, leaving out empty ones.
func join(parts ...string) string {
	var list []string
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	return strings.Join(list, "_")
}

// claim reserves a name in the module for a declaration at a place. It returns
// whether the name can be kept; if not, it reports a mistake.
func (d *definition) claim(name, what string, at site) (ok bool) {
	hint, valid := "", ir.ValidName
	if strings.HasPrefix(what, "port ") {
		hint, valid = ", with a tag `hdl:\"…\"` on the field", ir.ValidPort
	}
	if err := valid(name); err != nil {
		report(at.errorf("%s: %v%s", what, err, hint), d)
		return false
	}
	if first, taken := d.names[name]; taken {
		if at.caller != (ir.Pos{}) { // a helper of the library: its caller cannot choose the name
			if !d.unscoped[at.caller] {
				report(at.errorf("%s: the name %s is taken by %s (%s); give the second call a scope of its own, m.Scope(\"…\")",
					what, name, an(first.what), first.at.Short()), d)
			}
			d.unscoped[at.caller] = true
			return false
		}
		report(at.errorf("%s: the name %s is taken by %s (%s); choose another, for example %s%s",
			what, name, an(first.what), first.at.Short(), d.propose(name), hint), d)
		return false
	}
	d.names[name] = claimed{what, at.at}
	return true
}

// kindName is the word for a kind of signal in messages.
func kindName(k ir.Kind) string {
	if k == ir.Reg {
		return "register"
	}
	return k.String()
}

// an gives a bare noun its article.
func an(what string) string {
	switch {
	case strings.Contains(what, " "):
		return what
	case strings.ContainsRune("aeiou", rune(what[0])):
		return "an " + what
	}
	return "a " + what
}

type claimed struct {
	what string
	at   ir.Pos
}

func (d *definition) propose(name string) string {
	for _, suffix := range []string{"_2", "_next", "_alt"} {
		if _, taken := d.names[name+suffix]; !taken {
			return name + suffix
		}
	}
	return name + "_other"
}
