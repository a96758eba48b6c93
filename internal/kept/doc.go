// Package kept keeps files that take long to make, and that every process would make
// alike, in the user's cache folder: the object files of a tool's own library, for
// example. It keeps no results of tests.
package kept
