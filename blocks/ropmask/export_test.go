package ropmask

// The parts of the unit that are tested separately.
var (
	NewPixelShader = newPixelShader
	NewRasterOps   = newRasterOps
	NewWriteUnit   = newWriteUnit
)
