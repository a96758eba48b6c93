package driver

import "fmt"

// Code is an error of GL.
type Code uint32

// The errors, with GL's values.
const (
	InvalidEnum      Code = 0x0500
	InvalidValue     Code = 0x0501
	InvalidOperation Code = 0x0502
)

// String is GL's name.
func (c Code) String() string {
	switch c {
	case InvalidEnum:
		return "GL_INVALID_ENUM"
	case InvalidValue:
		return "GL_INVALID_VALUE"
	case InvalidOperation:
		return "GL_INVALID_OPERATION"
	}
	return fmt.Sprintf("%#04x", uint32(c))
}

// Error says why a call was refused. Such a call has changed nothing.
type Error struct {
	Call    string // "CombinerInput"
	Code    Code
	Message string
}

// Error returns "CombinerInput: GL_INVALID_OPERATION: message".
func (e *Error) Error() string { return fmt.Sprintf("%s: %v: %s", e.Call, e.Code, e.Message) }

// refusal is an error whose call is filled in later.
func refusal(code Code, format string, args ...any) error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
