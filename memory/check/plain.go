package check

import (
	"strings"

	"dreamgate/model"
)

// Plain judges changes of folders that are no memory: nobody's words have to bear them out, and nothing is lost
// to a later session. What needs no source counts all the same.
func Plain(changes []model.Change) model.Check {
	c := model.Check{Hunks: map[string]model.Evidence{}}
	for _, change := range changes {
		for _, h := range change.Hunks {
			flags := Surface(h)
			for i := range flags {
				flags[i].Reason = strings.TrimSuffix(flags[i].Reason, everySession)
			}
			c.Hunks[h.ID] = model.Evidence{Flags: flags}
		}
	}
	return c
}
