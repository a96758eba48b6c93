package wasm

// PageSize is the unit of a memory's size, in bytes.
const PageSize = 1 << 16

// Module is a module under construction. The zero value is empty.
type Module struct {
	// Pages is the size of the memory, least and greatest. It is exported as
	// "memory".
	Pages uint32

	funcs   []*Func
	exports []export
}

type export struct {
	name string
	f    *Func
}

// Func adds a function.
func (m *Module) Func(params, results []Type) *Func {
	f := &Func{index: uint32(len(m.funcs)), params: params, results: results}
	m.funcs = append(m.funcs, f)
	return f
}

// Export gives f a name outside the module.
func (m *Module) Export(name string, f *Func) { m.exports = append(m.exports, export{name, f}) }

// Encode returns the module in the binary format.
func (m *Module) Encode() []byte {
	types, typeOf := m.types()
	var funcs, exports, code []byte
	funcs = appendUint(funcs, uint64(len(m.funcs)))
	code = appendUint(code, uint64(len(m.funcs)))
	for i, f := range m.funcs {
		funcs = appendUint(funcs, uint64(typeOf[i]))
		body := f.encode()
		code = append(appendUint(code, uint64(len(body))), body...)
	}
	exports = appendUint(exports, uint64(1+len(m.exports)))
	exports = append(appendName(exports, "memory"), 0x02, 0)
	for _, e := range m.exports {
		exports = appendUint(append(appendName(exports, e.name), 0x00), uint64(e.f.index))
	}
	limits := appendUint(appendUint([]byte{1, 0x01}, uint64(m.Pages)), uint64(m.Pages))

	b := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range []struct {
		id   byte
		body []byte
	}{{1, types}, {3, funcs}, {5, limits}, {7, exports}, {10, code}} {
		b = append(appendUint(append(b, s.id), uint64(len(s.body))), s.body...)
	}
	return b
}

// types returns the type section and the type of each function.
func (m *Module) types() (section []byte, typeOf []int) {
	index := map[string]int{}
	var list []byte
	for _, f := range m.funcs {
		t := appendTypes(appendTypes([]byte{0x60}, f.params), f.results)
		i, ok := index[string(t)]
		if !ok {
			i = len(index)
			index[string(t)] = i
			list = append(list, t...)
		}
		typeOf = append(typeOf, i)
	}
	return append(appendUint(nil, uint64(len(index))), list...), typeOf
}

func appendTypes(b []byte, types []Type) []byte {
	b = appendUint(b, uint64(len(types)))
	for _, t := range types {
		b = append(b, byte(t))
	}
	return b
}

func appendName(b []byte, s string) []byte { return append(appendUint(b, uint64(len(s))), s...) }
