package project

import (
	"encoding/json"
	"time"

	"dreamgate/memory"
)

// defaultCleanup is how long the agent keeps transcripts if the user does not say otherwise.
const defaultCleanup = 30

// keeps is how the agent deals with old transcripts.
type keeps struct {
	// period is the age at which one is removed; 0 means that none is, as the agent sweeps
	// nothing while it cannot read its settings.
	period time.Duration
	days   int
}

// settings reads how long transcripts are kept.
func (l *Library) settings() keeps {
	k := keeps{days: defaultCleanup}
	if data, ok := readSmall(l.Config, "settings.json"); ok {
		var s struct {
			Days *float64 `json:"cleanupPeriodDays"`
		}
		if err := json.Unmarshal(data, &s); err != nil {
			return keeps{}
		}
		if s.Days != nil && *s.Days >= 1 && *s.Days < 36500 {
			k.days = int(*s.Days)
		}
	}
	k.period = time.Duration(k.days) * 24 * time.Hour
	return k
}

// readSmall reads a plain file of a folder, not following a link and never waiting for one; not ok
// if there is none.
func readSmall(dir, name string) (data []byte, ok bool) {
	if dir == "" {
		return nil, false
	}
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return nil, false
	}
	defer root.Close()
	f, err := root.ReadFile(name)
	if err != nil || !f.Regular() {
		return nil, false
	}
	return f.Data, true
}
