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

// TestFolded: one finding stands for many of its rule and severity, and for few each stands for itself.
func TestFolded(t *testing.T) {
	var list []Finding
	for i := range 5 {
		list = append(list, Finding{Rule: "orphan", Path: string(rune('a' + i)), Message: "none names it"})
	}
	list = append(list, Finding{Rule: "orphan", Severity: Error, Message: "worse"}, Finding{Rule: "age", Message: "old"})
	got := Folded(list)
	if len(got) != 3 || got[0].Path != "a" || got[0].Message != "none names it (and 4 more of this kind)" || got[1].Message != "worse" || got[2].Message != "old" {
		t.Errorf("%+v", got)
	}
	if got := Folded(list[2:5]); len(got) != 3 || got[0].Message != "none names it" {
		t.Errorf("%+v", got)
	}
}
