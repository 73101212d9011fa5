package evidence

import (
	"testing"

	"dreamgate/model"
)

// TestFitOfAKeptToken: that another note has the new token as well takes nothing away from the line
// that was cited for it.
func TestFitOfAKeptToken(t *testing.T) {
	const added = "- [Testing](testing.md): `pnpm test`, needs Redis"
	bench := Bench{
		Removed: Read(model.Source{Path: model.IndexName, Text: "- [Testing](testing.md): `npm test`, needs Redis"}),
		Kept:    []*Text{Read(model.Source{Path: "testing.md", Text: "Run the tests with `pnpm test`; they need Redis."})},
	}
	for line, want := range map[string]int{
		"we moved from npm to pnpm, so it is `pnpm test` now": 1,
		"`npm test` needs a new timeout":                      0,
		"the build box has no disk left":                      0,
	} {
		bench.Cited = []*Text{Read(model.Source{Session: "s", Line: 1, Trust: model.TrustUser, Text: line})}
		pass := NewMatcher(Statements([]string{added}, nil)).Pass()
		if got := len(pass.Judge(0, bench).Holding); got != want {
			t.Errorf("%q: %d lines hold a part of what was added, want %d", line, got, want)
		}
	}
}
