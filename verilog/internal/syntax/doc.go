// Package syntax is shared by the printers of designs and replay benches: it declares
// vectors, breaks long lines and finds free names.
package syntax
