// Package mutant breaks the project on purpose, one place at a time, and expects
// the tests to notice. A [Mutant] is a fault that somebody could make: a text in a
// source file and its replacement. [Run] builds the tests with the changed file
// laid over the original (go test -overlay), so that the sources stay untouched.
//
// Mutants are text, beside what they break: FOLDER/testdata/mutants/SUBJECT.txt holds
// faults in the files of FOLDER and of the folders below it.
//
//	# A comment has a line of its own.
//	suite selects ./blocks/ropmask/scenario -run WorkedTables|SelectionLogic
//
//	mutant output map: a target is below the count where it is the count
//	noticed by selects
//	noticed by ./blocks/ropmask -run RandomPixelsComeOut
//	in selection.go
//	- below[t] = targetCount.Gt(t)
//	+ below[t] = targetCount.Ge(t)
//
// A suite is a package, from the root of the module, and the arguments of go test: named
// once in a line of its own for the mutants of the file, or written where it is used. Suites
// are asked in the order in which they stand.
//
// The lines after "-" are the text that is replaced, which must occur exactly once in the
// file, those after "+" the text that replaces it; text and file begin behind the space.
// The text need not be whole lines. A mutant may replace several texts, in several files;
// "edits as above" stands for the edits of the mutant before it.
package mutant
