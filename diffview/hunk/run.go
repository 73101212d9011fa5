package hunk

import (
	"slices"
	"strings"
)

// Lines splits a file into its lines, each with its end. Only LF ends a line; the last line may
// have none.
func Lines(data []byte) []string {
	text := string(data)
	lines := make([]string, 0, strings.Count(text, "\n")+1)
	for text != "" {
		end := strings.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		lines = append(lines, text[:end])
		text = text[end:]
	}
	return lines
}

// run is a maximal stretch of changed lines: a[a0:a1] is replaced by b[b0:b1].
type run struct{ a0, a1, b0, b1 int }

func (r run) moved(by int) run { return run{r.a0 + by, r.a1 + by, r.b0 + by, r.b1 + by} }

func (r run) empty() bool { return r.a0 == r.a1 && r.b0 == r.b1 }

// runs compares two lists of lines.
func runs(old, new []string) []run {
	// Most files change in few places: what is equal at both ends needs no number.
	head, tail := 0, 0
	for most := min(len(old), len(new)); head < most && old[head] == new[head]; {
		head++
	}
	for most := min(len(old), len(new)) - head; tail < most && old[len(old)-1-tail] == new[len(new)-1-tail]; {
		tail++
	}
	a, b := old[head:len(old)-tail], new[head:len(new)-tail]
	seen := make(symbols, max(len(a), len(b)))
	ia, ib := seen.number(a), seen.number(b)
	keepA, keepB := align(ia, ib, len(seen), lineLimits)
	var rs []run
	for i, j := 0, 0; i < len(a) || j < len(b); i, j = i+1, j+1 {
		r := run{i, i, j, j}
		for r.a1 < len(a) && !keepA[r.a1] {
			r.a1++
		}
		for r.b1 < len(b) && !keepB[r.b1] {
			r.b1++
		}
		i, j = r.a1, r.b1 // a line that stays, or the end
		if !r.empty() {
			rs = append(rs, r.moved(head))
		}
	}
	return settle(rs, old, new)
}

// settle slides every run as late as it goes, so that the same change always has the same hunks.
// The last run goes first: the one before it then knows where it must stop. Runs that meet become
// one.
func settle(rs []run, a, b []string) []run {
	late := make([]run, 0, len(rs)) // settled runs, the last in the file first
	for _, r := range slices.Backward(rs) {
		for {
			if n := len(late); n > 0 && r.a1 == late[n-1].a0 && r.b1 == late[n-1].b0 {
				r.a1, r.b1 = late[n-1].a1, late[n-1].b1
				late = late[:n-1]
				continue
			}
			next, ok := r.step(a, b)
			if !ok {
				break
			}
			r = next
		}
		if !r.empty() {
			late = append(late, r)
		}
	}
	slices.Reverse(late)
	return late
}

// step slides a pure insertion or removal down by one line if the text allows it, or takes equal
// lines off the ends of a replacement (only a comparison that was cut short for its cost leaves
// such).
func (r run) step(a, b []string) (run, bool) {
	removes, adds := r.a1 > r.a0, r.b1 > r.b0
	switch {
	case removes && adds && a[r.a0] == b[r.b0]:
		return run{r.a0 + 1, r.a1, r.b0 + 1, r.b1}, true
	case removes && adds && a[r.a1-1] == b[r.b1-1]:
		return run{r.a0, r.a1 - 1, r.b0, r.b1 - 1}, true
	case removes && !adds && r.a1 < len(a) && a[r.a0] == a[r.a1],
		adds && !removes && r.b1 < len(b) && b[r.b0] == b[r.b1]:
		return r.moved(1), true
	}
	return r, false
}

// blank reports whether a line shows nothing.
func blank(line string) bool { return strings.TrimSpace(line) == "" }
