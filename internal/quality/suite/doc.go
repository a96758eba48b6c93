// Command suite runs the project's tests and tells what they took: what make quick and make test-times run, from the
// root of the module.
//
//	go run ./internal/quality/suite quick
//	go run ./internal/quality/suite times
//	go run ./internal/quality/suite times ./verilog/... ./formal
//	go run ./internal/quality/suite seconds LOG
//	go run ./internal/quality/suite order LOG > .ci/longest
//
// Quick runs go test -short; it prints what fails, and for each tool that is not installed how many tests were skipped.
//
// Times runs the tests as make test does and prints the wall time and the CPU time of each package, its own and that of
// its children by tool, and the longest tests. It is the program through which go test starts the test binaries (-exec),
// and it stands in for each tool on PATH, so that nothing in the tests knows of it.
//
// Seconds sorts the packages in the output of go test by the seconds that they took. Order prints those that take longest,
// which make test starts before the others; LOG is the output of make test, best with -count=1 in GOFLAGS and without
// other work.
//
// The exit status is 1 if a test fails or, in times, if a unit takes more than its share; it is 2 for wrong arguments.
package main
