package ropmask

// The parts of the unit that are tested separately.
var (
	NewPixelShader = newPixelShader
	NewRasterOps   = newRasterOps
	NewWriteUnit   = newWriteUnit
)

// StoreValue is a write to a write unit.
type StoreValue = storeValue
