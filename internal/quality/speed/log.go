package speed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// stop is what a run reports at a cycle number of the ladder.
type stop struct {
	cycles   uint64
	checksum string // 16 hexadecimal digits
	seconds  float64
}

// runLog is what one run reported.
type runLog struct {
	build    float64 // seconds, or 0 if the run did not build
	stops    []stop
	vcd      float64 // seconds until the waves were complete, or 0
	vcdBytes int64
}

// errSilent is the error of a run that ended before its first stop.
var errSilent = errors.New("the run said nothing")

// last is the end of the run.
func (l *runLog) last() stop { return l.stops[len(l.stops)-1] }

// rate is in cycles per second.
func (l *runLog) rate() float64 {
	seconds := l.last().seconds
	if l.vcd > 0 {
		seconds = l.vcd
	}
	return float64(l.last().cycles) / seconds
}

// readLog reads the log of a run until it ends. Of a simulator that does not
// know the time (Icarus) the line "start" and the stops are timed as they come,
// and at the limit enough is called.
func readLog(r io.Reader, l limits, enough func()) (*runLog, error) {
	log := &runLog{}
	var start time.Time
	over := false
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if over || len(words) == 0 {
			continue
		}
		bad := fmt.Errorf("unexpected line %q of a run", lines.Text())
		number := func(i int) float64 {
			v, err := strconv.ParseFloat(words[i], 64)
			if err != nil || v < 0 {
				over = true
			}
			return v
		}
		switch {
		case words[0] == "start" && len(words) == 1:
			start = time.Now()
		case words[0] == "build" && len(words) == 2:
			log.build = number(1)
		case words[0] == "vcd" && len(words) == 3:
			log.vcd, log.vcdBytes = number(1), int64(number(2))
		case len(words) == 3 || len(words) == 2 && !start.IsZero():
			cycles, err := strconv.ParseUint(words[0], 10, 64)
			if err != nil || len(words[1]) != 16 {
				return nil, bad
			}
			s := stop{cycles: cycles, checksum: words[1]}
			if len(words) == 3 {
				s.seconds = number(2)
			} else {
				s.seconds = time.Since(start).Seconds()
			}
			log.stops = append(log.stops, s)
			if len(words) == 2 && l.over(s.cycles, s.seconds) {
				enough()
				return log, nil
			}
		default:
			return nil, bad
		}
		if over {
			return nil, bad
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(log.stops) == 0 || log.last().seconds <= 0 {
		return nil, errSilent
	}
	return log, nil
}
