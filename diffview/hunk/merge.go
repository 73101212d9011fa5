package hunk

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Clash is a place at which both sides of a merge changed the same lines of their base in different ways.
type Clash struct {
	// From and To are lines of the result, from 0, To being the first after it; they hold what theirs has.
	From, To int
	// Ours are the lines that ours has there.
	Ours []string
	// Insertion says that both sides put something in at one place, and changed nothing of the base.
	Insertion bool
}

// Merge carries what theirs changed in the base over to ours, line by line. Changes that lie side by side
// are both made: in lists of one-line entries neighbours are changed by different people. Where the two
// clash the result has the lines of theirs, and the clash says so: whoever merges decides.
func Merge(base, ours, theirs []byte) ([]byte, []Clash) {
	switch {
	case bytes.Equal(base, ours), bytes.Equal(ours, theirs):
		return theirs, nil
	case bytes.Equal(base, theirs):
		return ours, nil
	}
	m := merging{base: Lines(withEnd(base)), ours: Lines(withEnd(ours)), theirs: Lines(withEnd(theirs))}
	m.ourRuns, m.theirRuns = runs(m.base, m.ours), runs(m.base, m.theirs)
	m.run()
	out := []byte(strings.Join(m.out, ""))
	// The end of the last line is a change of its own, which touches no line.
	open := unended(ours)
	if unended(theirs) != unended(base) {
		open = unended(theirs)
	}
	if open {
		out = withoutEnd(out)
	}
	return out, m.clashes
}

// unended reports whether the last line of a text has no end.
func unended(text []byte) bool { return len(text) > 0 && text[len(text)-1] != '\n' }

// withEnd gives the last line its end.
func withEnd(text []byte) []byte {
	if unended(text) {
		return append(slices.Clone(text), '\n')
	}
	return text
}

// withoutEnd takes the end off the last line. An empty one would be gone without it, and stays.
func withoutEnd(text []byte) []byte {
	if n := len(text); n < 2 || text[n-2] == '\n' {
		return text
	}
	return bytes.TrimSuffix(text, []byte("\n"))
}

// merging is a merge under way. The runs of both sides are those of the base to that side.
type merging struct {
	base, ours, theirs []string
	ourRuns, theirRuns []run
	at                 int // in the base
	out                []string
	clashes            []Clash
}

// run takes the changes of both sides in the order of the base.
func (m *merging) run() {
	for len(m.ourRuns) > 0 || len(m.theirRuns) > 0 {
		our, their := m.next()
		switch {
		case len(their) == 0:
			m.write(our, m.ours)
		case len(our) == 0:
			m.write(their, m.theirs)
		default:
			m.both(our, their)
		}
	}
	m.out = append(m.out, m.base[m.at:]...)
}

// next takes the changes off that come next: one of one side, or those of both that reach into each other.
func (m *merging) next() (our, their []run) {
	takeOurs := func() { our, m.ourRuns = append(our, m.ourRuns[0]), m.ourRuns[1:] }
	takeTheirs := func() { their, m.theirRuns = append(their, m.theirRuns[0]), m.theirRuns[1:] }
	if len(m.theirRuns) == 0 || len(m.ourRuns) > 0 && before(m.ourRuns[0], m.theirRuns[0]) {
		takeOurs()
	} else {
		takeTheirs()
	}
	meets := func(r run, side []run) bool {
		return slices.ContainsFunc(side, func(o run) bool { return meet(r, o) })
	}
	for {
		switch {
		case len(m.ourRuns) > 0 && meets(m.ourRuns[0], their):
			takeOurs()
		case len(m.theirRuns) > 0 && meets(m.theirRuns[0], our):
			takeTheirs()
		default:
			return our, their
		}
	}
}

// before orders changes by their place in the base; an insertion comes before what is changed below it.
func before(a, b run) bool { return cmp.Or(cmp.Compare(a.a0, b.a0), cmp.Compare(a.a1, b.a1)) < 0 }

// meet reports whether two changes cannot be made one after the other: they share a line of the base, or
// one inserts inside the other, or both insert at the same place.
func meet(a, b run) bool {
	return a.a0 < b.a1 && b.a0 < a.a1 || a.a0 == a.a1 && a == (run{b.a0, b.a1, a.b0, a.b1})
}

// write makes the changes of one side.
func (m *merging) write(rs []run, side []string) {
	for _, r := range rs {
		m.out = append(m.out, m.base[m.at:r.a0]...)
		m.out = append(m.out, side[r.b0:r.b1]...)
		m.at = r.a1
	}
}

// both makes changes that reach into each other: as theirs, unless both sides did the same.
func (m *merging) both(our, their []run) {
	from, to := min(our[0].a0, their[0].a0), max(our[len(our)-1].a1, their[len(their)-1].a1)
	m.out = append(m.out, m.base[m.at:from]...)
	mine, other := m.span(our, m.ours, from, to), m.span(their, m.theirs, from, to)
	start := len(m.out)
	m.out = append(m.out, other...)
	m.at = to
	if !slices.Equal(mine, other) {
		m.clashes = append(m.clashes, Clash{From: start, To: len(m.out), Ours: mine, Insertion: from == to})
	}
}

// span is what a side has in the place of lines of the base.
func (m *merging) span(rs []run, side []string, from, to int) (lines []string) {
	for _, r := range rs {
		lines = append(append(lines, m.base[from:r.a0]...), side[r.b0:r.b1]...)
		from = r.a1
	}
	return append(lines, m.base[from:to]...)
}
