package model

import "fmt"

// Loss is what a proposal takes out of the notes, in bytes of their words: all that it removes and that
// stands nowhere else in it, whatever it adds in its place.
type Loss struct {
	Lost int `json:"lost"`
	// Text is all that the notes said before.
	Text int `json:"text"`
}

// Destroys reports whether more than a quarter of the text goes. Each hunk of such a proposal, a
// destroyer, is decided by itself: no key or rule for many takes them.
func (l Loss) Destroys() bool { return l.Lost*4 > l.Text }

// Percent is the share that goes, rounded up.
func (l Loss) Percent() int {
	if l.Text <= 0 {
		return 0
	}
	return (l.Lost*100 + l.Text - 1) / l.Text
}

// Shedding says in one sentence how much goes where that is more than a quarter, "" if it is not.
func (l Loss) Shedding() string {
	if !l.Destroys() {
		return ""
	}
	return fmt.Sprintf("drops %d%% of the notes' text", l.Percent())
}

// Warning says in one sentence that a proposal is a destroyer, "" if it is none.
func (l Loss) Warning() string {
	if !l.Destroys() {
		return ""
	}
	return "destroyer: " + l.Shedding() + "; each hunk is decided by itself"
}

// Stand is where a line that a hunk takes away stands elsewhere.
type Stand struct {
	State StandState
	// Path and Line are the place, in the proposed notes or, of what goes, in the base; Hunk is what brings or takes
	// it there.
	Path string
	Line int
	Hunk string
}

// StandState says what becomes of a line elsewhere.
type StandState int

// The states, in the order in which one is better than another. A line that says nothing stands not.
const (
	StandsNot StandState = iota
	StandsNowhere
	StandsGoing
	StandsComing
	StandsStill
)

// Standing is a sentence on where lines that a hunk takes away stand elsewhere. Kept says that they would not be
// lost.
type Standing struct {
	Text string
	Kept bool
}
