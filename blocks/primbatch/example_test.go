package primbatch_test

import (
	"fmt"

	"posedge/bench"
	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
)

// A bench around the unit: the application's items, vertex processing that keeps X and Y, and the unit's outputs.
func ExampleNewUnit() {
	err := bench.Run(func(r bench.Reporter) {
		u, err := primbatch.NewUnit(primbatch.NewConfig(1))
		if err != nil {
			r.Fatalf("%v", err)
		}
		tb := bench.New(r, u)
		app := bench.Drive(tb, u.In, 0)
		shaded := bench.Drive(tb, u.Shaded[0], 0)
		bench.Collect[model.Vertex](tb, u.Vertices[0], 0).Each(func(v model.Vertex) {
			shaded.Send(model.Shaded{X: v.X, Y: v.Y})
		})
		primitives := bench.Collect[model.Primitive](tb, u.Primitives, 0)
		bench.Collect[model.Fragment](tb, u.Fragments, 0) // ignored here, but they must be taken

		app.Send(model.Method(isa.BatchLimitAddress, 4<<16|4))
		app.Send(model.Method(isa.BeginAddress, isa.BeginWord(isa.TriangleStrip, false, isa.FirstInstance, 0)))
		for k := range 6 {
			app.Send(model.VertexAt(10*k, k%2*10, 0, true))
		}
		app.Send(model.Method(isa.EndAddress, 0))
		primitives.Wait(4, 200)

		for _, p := range primitives.Beats() {
			fmt.Println(p.PrimitiveID, p.Vertices[0].VertexID, p.Vertices[1].VertexID, p.Vertices[2].VertexID)
		}
		var counts model.Counts
		tb.Read(u.Counts, &counts)
		fmt.Println(counts.Batches, "batches,", counts.Resent, "vertices sent again")
		tb.Close()
	})
	fmt.Println(err)
	// Output:
	// 0 0 1 2
	// 1 2 1 3
	// 2 2 3 4
	// 3 4 3 5
	// 2 batches, 2 vertices sent again
	// <nil>
}
