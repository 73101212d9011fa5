package model

import "testing"

// TestBareFlag: of a reason nothing stays that somebody said.
func TestBareFlag(t *testing.T) {
	for reason, want := range map[string]string{
		"the agent (a1:3) asked or suggested it, and nobody decided it: “Should we “use” Redis?”": "the agent (a1:3) asked or suggested it, and nobody decided it: “…”",
		"the user said “last week”, which names no day":                                           "the user said “…”, which names no day",
		"stands in no gathered line": "stands in no gathered line",
		"ends ” before it begins “":  "ends ” before it begins “",
	} {
		if got := (Flag{Kind: "unsourced", Token: "x", Reason: reason}).Bare(); got.Reason != want || got.Token != "x" {
			t.Errorf("%q: %+v", reason, got)
		}
	}
}
