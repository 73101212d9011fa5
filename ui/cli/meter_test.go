package cli

import (
	"bytes"
	"strings"
	"testing"

	"dreamgate/model"
)

// screen is what a terminal of one line shows of what was written.
func screen(written string) string {
	row := []rune{}
	at := 0
	for _, r := range written {
		if r == '\r' {
			at = 0
			continue
		}
		if at == len(row) {
			row = append(row, ' ')
		}
		row[at], at = r, at+1
	}
	return strings.TrimRight(string(row), " ")
}

func TestMeter(t *testing.T) {
	var out bytes.Buffer
	m := meter{w: &out}
	m.clear()
	m.show(model.StageGather, model.Progress{})
	if out.Len() > 0 {
		t.Errorf("nothing is known, and it says %q", out.String())
	}
	m.show(model.StageGather, model.Progress{Done: 40, Total: 80, Unit: "session"})
	if got := screen(out.String()); got != "gather: [##########----------] 40 of 80 sessions" {
		t.Errorf("%q", got)
	}
	n := out.Len()
	m.show(model.StageGather, model.Progress{Done: 40, Total: 80, Unit: "session"})
	if out.Len() != n {
		t.Error("the same is drawn again")
	}
	m.show(model.StagePrune, model.Progress{Done: 9, Total: 3, Unit: "note"})
	if got := screen(out.String()); got != "prune: [####################] 9 of 3 notes" {
		t.Errorf("%q", got)
	}
	m.clear()
	if got := screen(out.String()); got != "" {
		t.Errorf("left behind: %q", got)
	}
	if strings.ContainsAny(out.String(), "\x1b\n") {
		t.Errorf("%q", out.String())
	}
}
