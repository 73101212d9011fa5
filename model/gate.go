package model

import "time"

// Gate is one condition of a dream that nobody starts, with its figures.
type Gate struct {
	// Name is "time", "scan", "sessions", "lock" or "pending".
	Name string `json:"name"`
	Open bool   `json:"open"`
	// Have and Need are the figures that were compared, for people.
	Have string `json:"have"`
	Need string `json:"need"`
	// Reason is one sentence.
	Reason string `json:"reason"`
	// LastRun is set for "time": when a dream last ran, ours or the agent's own.
	LastRun time.Time `json:"last_run,omitzero"`
}
