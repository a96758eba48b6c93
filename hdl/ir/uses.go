package ir

// DomainUse is a domain of a design with the paths ("queue.wr") of what it clocks,
// in the top and in all instances, in declaration order.
type DomainUse struct {
	*Domain          // of the top
	Regs    []string // registers
	Reads   []string // the data of registered reads
	Writes  []string // memories, once for each write port
	// Properties are those of the domain; properties without a clock are in no list.
	Properties []string
}

// DomainUses returns the domains of a design in the order of top.Domains. The design
// satisfies [Check].
func DomainUses(top *Module) []DomainUse {
	uses := make([]DomainUse, len(top.Domains))
	of := map[*Domain]*DomainUse{}
	for i, d := range top.Domains {
		uses[i].Domain = d
		of[d] = &uses[i]
	}
	addUses(top, "", of)
	return uses
}

// addUses adds what m clocks; of has the entry for each domain of m.
func addUses(m *Module, path string, of map[*Domain]*DomainUse) {
	add := func(list *[]string, name string) { *list = append(*list, path+name) }
	for _, s := range m.Signals {
		if s.Kind == Reg {
			add(&of[s.Domain].Regs, s.Name)
		}
	}
	for _, r := range m.Reads {
		add(&of[r.Domain].Reads, r.Data.Name)
	}
	Walk(m.Body, func(s Stmt) {
		switch s := s.(type) {
		case *MemWrite:
			add(&of[s.Domain].Writes, s.Mem.Name)
		case *Property:
			if s.Domain != nil {
				add(&of[s.Domain].Properties, s.Name)
			}
		}
	})
	for _, i := range m.Instances {
		inner := map[*Domain]*DomainUse{}
		for _, d := range i.Module.Domains {
			inner[d] = of[i.Outer(m, d)]
		}
		addUses(i.Module, path+i.Name+".", inner)
	}
}
