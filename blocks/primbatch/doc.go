// Package primbatch cuts primitives of unknown length into batches that draw exactly as the whole, after US9589310.
package primbatch
