package dream

import (
	"fmt"
	"testing"

	"dreamgate/dream/engine/offline"
	"dreamgate/model"
)

// TestProgress: of a run by rules it is known how many sessions and notes there are, and the figures only grow
// within a stage.
func TestProgress(t *testing.T) {
	w := newWorld(t)
	for i := range 300 {
		w.session(fmt.Sprintf("s%d", i), said(i%20+1, fmt.Sprintf("We deploy service %d on Mondays.", i)))
	}
	r := w.request(offline.New())
	seen, events := map[string]model.Progress{}, 0
	stage := model.Stage("")
	r.Emit = func(e model.Event) {
		if e.Stage != "" {
			stage = e.Stage
		}
		if !e.Progress.Known() {
			return
		}
		events++
		key := string(stage) + " " + e.Progress.Unit
		if last := seen[key]; e.Progress.Done < last.Done || e.Progress.Done > e.Progress.Total {
			t.Errorf("%s: %s after %s", key, e.Progress, last)
		}
		seen[key] = e.Progress
	}
	if _, err := Propose(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"gather session", "consolidate session", "consolidate message", "prune note"} {
		if p := seen[key]; !p.Known() || p.Done != p.Total {
			t.Errorf("%s: %s in the end", key, p)
		}
	}
	if events > 500 {
		t.Errorf("%d events: each is drawn", events)
	}
}
