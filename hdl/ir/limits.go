package ir

// MaxMemoryWords is how much memory a design may have: words of 64 bits, of all
// its memories together, each memory word rounded up to whole ones. It is 1 GiB,
// as much as a simulation can hold. [OverMemoryLimit] finds a memory beyond it.
const MaxMemoryWords = 1 << 27

// OverMemoryLimit returns the first memory, in hierarchical order, with which a
// design has more than [MaxMemoryWords], or nil.
func OverMemoryLimit(top *Module) *Memory {
	sizes := map[*Module]int{} // including modules below; saturated above the limit
	for _, m := range Modules(top) {
		total := 0
		for _, x := range m.Memories {
			total = min(total+memoryWords(x), MaxMemoryWords+1)
		}
		for _, i := range m.Instances {
			total = min(total+sizes[i.Module], MaxMemoryWords+1)
		}
		sizes[m] = total
	}
	if sizes[top] <= MaxMemoryWords {
		return nil
	}
	total := 0
	for m := top; ; {
		for _, x := range m.Memories {
			if total += memoryWords(x); total > MaxMemoryWords {
				return x
			}
		}
		for _, i := range m.Instances {
			if total+sizes[i.Module] > MaxMemoryWords {
				m = i.Module
				break
			}
			total += sizes[i.Module]
		}
	}
}

// memoryWords is the size of a memory in words of 64 bits, saturated above the
// limit.
func memoryWords(x *Memory) int {
	size := (x.Width + 63) / 64
	if x.Depth > MaxMemoryWords/size {
		return MaxMemoryWords + 1
	}
	return x.Depth * size
}
