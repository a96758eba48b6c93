package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
	"posedge/blocks/unit"
)

// crossing describes how the hardware sends a pixel in one configuration.
type crossing struct {
	Config  ropmask.Config
	Packets []string // the registers of each packet in the order of the lanes: "r0 r2"
	Sent    int      // components in them
	Writes  int
	Cycles  int // from one pixel to the next
}

// packets shows how one pixel crosses from the shader to the raster operations unit, with each number of lanes and in both
// embodiments. One of these is the scenario's own variant, which runs on its bench.
func packets(tb *bench.TB, u *ropmask.Unit, e *unit.Env, own ropmask.FramebufferConfig) error {
	var list []crossing
	for _, embodiment := range []isa.Embodiment{isa.PerTarget, isa.PackedOnce} {
		for _, lanes := range []int{1, 2, 4, 8} {
			c := ropmask.NewConfig(lanes, embodiment)
			var h *stimulus.Harness
			if c == own.Config {
				h = stimulus.Drive(tb, u, c, 0, 0)
			} else {
				h = stimulus.NewHarness(tb.Reporter(), c, 0, 0)
			}
			list = append(list, throughCrossbar(h, c))
		}
	}
	fmt.Fprintf(e.Out, "%s; output map %s\n", nonMRTCase().Title, outputMap(nonMRTCase().State))
	var rows [][]string
	for _, x := range list {
		rows = append(rows, []string{x.Config.Embodiment.String(), strconv.Itoa(x.Config.Lanes), strconv.Itoa(x.Sent),
			strconv.Itoa(len(x.Packets)), strings.Join(x.Packets, " | "), strconv.Itoa(x.Writes), strconv.Itoa(x.Cycles)})
	}
	header := []string{"sent", "lanes", "components", "packets", "registers in each packet", "writes", "cycles"}
	e.Table(header, "LRRRLRR", rows)
	bySent := func(a, b crossing) int { return cmp.Compare(a.Sent, b.Sent) }
	least, most := slices.MinFunc(list, bySent), slices.MaxFunc(list, bySent)
	e.Result("%d components %v instead of %d %v; cycles a pixel: %d with %d lane, %d with %d", least.Sent, least.Config.Embodiment, most.Sent, most.Config.Embodiment,
		list[0].Cycles, list[0].Config.Lanes, list[len(list)-1].Cycles, list[len(list)-1].Config.Lanes)
	return nil
}

// throughCrossbar sends the pixel of the non-MRT table several times through a unit that has sent nothing before, and reads
// the packets of the first off the crossbar.
func throughCrossbar(h *stimulus.Harness, c ropmask.Config) crossing {
	h.Reporter().Helper()
	const pixels = 8
	var written []uint64 // cycles
	h.OnWrite = func(int, model.TargetWrite) { written = append(written, h.Cycle()) }
	start := h.Peek("shader.store_start")
	pixel := nonMRTCase()
	var result model.Result
	for range pixels {
		result = h.Send(pixel.State, allVectors()[:1])
	}
	x := crossing{Config: c, Writes: len(result.Writes)}
	var sent [][]uint32
	h.Until(1000, "the last write", func() bool {
		if x.Sent < len(result.Sent) && h.Peek("shader.packets_valid")&h.Peek("shader.packets_ready") == 1 {
			var packet []uint32
			for lane := range h.Peek("shader.packets_data_count") {
				packet = append(packet, uint32(h.Peek(fmt.Sprintf("shader.packets_data_data_%d", lane))))
			}
			sent, x.Sent = append(sent, packet), x.Sent+len(packet)
		}
		return h.Done()
	})
	names := registerNames(h, int(start), len(result.Registers))
	for _, packet := range sent {
		var list []string
		for _, component := range packet {
			list = append(list, names[component])
		}
		x.Packets = append(x.Packets, strings.Join(list, " "))
	}
	x.Cycles = int(written[len(written)-1] - written[len(written)-1-x.Writes])
	return x
}
