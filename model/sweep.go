package model

import "time"

// SweepWindow is how near the end of a transcript must be for it to be called going, in days: every one
// goes some day, and a mark on all of them would say nothing.
const SweepWindow = 7

// Sweep is what the agent takes when it next clears old transcripts away.
type Sweep struct {
	// Keep is for how many days it keeps one after its last change; 0 says that it removes none, as it
	// cannot read its settings. Layer names whose setting that is, as in Setting.
	Keep  int    `json:"keep_days"`
	Layer string `json:"layer"`
	// Sessions counts the transcripts of a store, and Going those that are removed within SweepWindow.
	Sessions int `json:"sessions"`
	Going    int `json:"going"`
	// Next is when the first of them all is due, zero if there is none. It may have passed: the agent
	// sweeps when it is started, once a day at most.
	Next time.Time `json:"next"`
	// Notes lose their evidence within SweepWindow, the first to lose it first.
	Notes []Losing `json:"notes"`
}

// Losing is a note whose session is about to be removed.
type Losing struct {
	Path    string `json:"path"`
	Session string `json:"session"`
	// At is when its transcript is due, Days how long that is from now, rounded up, 0 if it has passed.
	At   time.Time `json:"at"`
	Days int       `json:"days"`
}
