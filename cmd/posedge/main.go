// Command posedge lists, runs, exports and checks the units of this project.
package main

import (
	"posedge"
	"posedge/blocks"
)

func main() { posedge.Main(blocks.All()...) }
