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

// TestFitOfAnEnd: two lines that say that a thing is over need no other word in common.
func TestFitOfAnEnd(t *testing.T) {
	old := Read(model.Source{Path: model.IndexName, Text: "- [Testing](testing.md): `npm test`, needs a local Redis"})
	for _, c := range []struct {
		added, line string
		want        int
	}{
		{"- [Testing](testing.md): `pnpm test`, Redis is no longer used", "Redis is gone, sessions live in Postgres now", 1},
		{"- [Testing](testing.md): `pnpm test`, Redis is no longer used", "Redis listens on a socket", 0},
		{"- [Testing](testing.md): `pnpm test`, Redis is no longer used", "Jenkins is gone, Redis stays", 0},
		{"- [Testing](testing.md): `pnpm test`, needs a local Redis", "Redis is gone", 0},
	} {
		bench := Bench{Removed: old, Kept: []*Text{old}, Cited: []*Text{Read(model.Source{Session: "s", Line: 1, Trust: model.TrustUser, Text: c.line})}}
		pass := NewMatcher(Statements([]string{c.added}, nil)).Pass()
		if got := len(pass.Judge(0, bench).Holding); got != c.want {
			t.Errorf("%q for %q: %d, want %d", c.line, c.added, got, c.want)
		}
	}
}
