// Package designs has small designs in the intermediate form for the tests of its
// readers, written by hand with a [Builder], and recorded runs of them.
package designs
