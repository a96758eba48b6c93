// Package rooms holds the packages of the project to the directions of their
// imports: its test has one table of who may import whom. A second test limits
// the length of functions.
package rooms
