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
