package formal

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"posedge/internal/eda"
)

// inductGates looks for a proof of the asserts of list together: if all of them hold for some cycles, all hold in the
// next. The first depth cycles from power-on have been searched.
func (p *proof) inductGates(ctx context.Context, list []int, depth int) error {
	free := func(input int) bool {
		_, port := p.gates.inputs[input]
		return !port
	}
	const together = "together.aig"
	text, err := os.ReadFile(filepath.Join(p.dir, "gates.aig"))
	if err != nil {
		return fmt.Errorf("formal: %w", err)
	}
	if text, err = tieHigh(text, free); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(p.dir, together), text, 0o644); err != nil {
		return fmt.Errorf("formal: %w", err)
	}
	command := fmt.Sprintf("orpos; ind -F %d -T %d", min(depth, 3)+1, p.seconds())
	a, err := p.abcOn(ctx, together, p.outputs(list), command)
	if err == nil && a.proved {
		p.hold(list, "abc induction")
	}
	return err
}

// tieHigh sets inputs of a binary AIGER file to 1, by their index: those that keep properties apart, behind which the
// assumption that a property holds says nothing of the property.
func tieHigh(text []byte, tied func(input int) bool) ([]byte, error) {
	in := bufio.NewReader(bytes.NewReader(text))
	var out bytes.Buffer
	var max, inputs, latches, outputs, ands, bad, constraints int
	head, err := in.ReadString('\n')
	if n, _ := fmt.Sscanf(head, "aig %d %d %d %d %d %d %d", &max, &inputs, &latches, &outputs, &ands, &bad, &constraints); err != nil || n < 5 {
		return nil, &eda.Error{Tool: "yosys", Output: head, Err: fmt.Errorf("no binary AIGER file")}
	}
	out.WriteString(head)
	literal := func(x uint64) uint64 {
		if v := int(x / 2); v >= 1 && v <= inputs && tied(v-1) {
			return 1 ^ x&1
		}
		return x
	}
	for range latches + outputs + bad + constraints {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("formal: the AIGER file ends early: %w", err)
		}
		var x uint64
		var initial string
		fmt.Sscan(line, &x)
		if n, _ := fmt.Sscan(line, &x, &initial); n == 2 {
			initial = " " + initial
		}
		fmt.Fprintf(&out, "%d%s\n", literal(x), initial)
	}
	for k := range ands {
		left := uint64(2 * (inputs + latches + k + 1))
		first, err := binary.ReadUvarint(in)
		second, err2 := binary.ReadUvarint(in)
		if err != nil || err2 != nil {
			return nil, fmt.Errorf("formal: the AIGER file ends early")
		}
		a, b := literal(left-first), literal(left-first-second)
		if a < b {
			a, b = b, a
		}
		out.Write(binary.AppendUvarint(nil, left-a))
		out.Write(binary.AppendUvarint(nil, a-b))
	}
	_, err = in.WriteTo(&out)
	return out.Bytes(), err
}
