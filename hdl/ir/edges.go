package ir

// Edges is the set of a design's domains whose clocks have their edge in an instant:
// bit i is for top.Domains[i].
type Edges uint64

// MaxDomains is how many domains a design may have.
const MaxDomains = 64

// AllEdges is the instant in which each domain of top has an edge. With one clock
// every cycle is such an instant.
func AllEdges(top *Module) Edges { return 1<<len(top.Domains) - 1 }

// Has reports whether a domain has an edge. What is in no domain, whose index is
// [NoDomain], takes part in every instant.
func (e Edges) Has(domain int) bool { return domain == NoDomain || e>>domain&1 != 0 }

// NoDomain is the index of no domain.
const NoDomain = -1
