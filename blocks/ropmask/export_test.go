package ropmask

// The parts of the unit that are tested by themselves.
var (
	NewPixelShader = newPixelShader
	NewRasterOps   = newRasterOps
	NewWriteUnit   = newWriteUnit
)

// StoreValue is a write to a write unit.
type StoreValue = storeValue
