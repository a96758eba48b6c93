package waves

// stream draws the beats of a stream: a thin line while it is idle, and a hexagon for each beat, in one colour while it waits
// and in another where it is taken.
func (l lane) stream(beats []beatSpan) {
	for i, b := range beats {
		x0, x1 := l.begin(b.first), l.end(b.end-1)
		switch {
		case b.Phase == Idle:
			l.printf(`<path d="M%d %dH%d" fill="none" stroke="%s"/>`, x0, l.mid, x1, svgFaint)
		case b.Phase == Unclear:
			l.hexagon(b.first, b.end, svgWrongs, svgWrong)
			l.hatch(x0+svgSlant, x1-svgSlant)
		case b.next: // drawn with the next
		case i > 0 && beats[i-1].next:
			l.waited(beats[i-1], b)
		default:
			l.labelled(b.first, b.end, b.Data, svgInk, func() { l.hexagon(b.first, b.end, svgPhases[b.Phase], svgLine) })
		}
	}
}

// waited draws a beat that waits before it is taken as one hexagon of two colours.
func (l lane) waited(wait, taken beatSpan) {
	l.labelled(wait.first, taken.end, taken.Data, svgInk, func() {
		l.hexagon(wait.first, taken.end, svgPhases[Offered], "none")
		x0, x1, tip := l.begin(taken.first), l.end(taken.end-1), svgSlant
		if l.open(taken.end) {
			tip = 0
		}
		l.printf(`<path d="M%d %dH%dL%d %dL%d %dH%dz" fill="%s"/>`, x0, l.top, x1-tip, x1, l.mid, x1-tip, l.low, x0, svgPhases[Taken])
		l.hexagon(wait.first, taken.end, "none", svgLine)
	})
}
