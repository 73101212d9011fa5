package ui_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// looked is shop with the badges that take longer to learn.
func looked() model.Memory {
	m := shop()
	m.Badges = maps.Clone(m.Badges)
	day := func(n int) time.Time { return today.AddDate(0, 0, -n) }
	set := func(p string, change func(*model.Badges)) {
		b := m.Badges[p]
		b.Reality.Known, b.Use.Known, b.Rewrites.Known = true, true, true
		change(&b)
		m.Badges[p] = b
	}
	for _, n := range m.Notes {
		set(n.Path, func(*model.Badges) {})
	}
	set("testing.md", func(b *model.Badges) {
		b.Reality.Claims = []model.RealityClaim{
			{Kind: "command", Token: "npm test", Line: 14, State: model.RealityHolds, Path: "package.json", Reason: "package.json has it"},
			{Kind: "path", Token: "scripts/test-db.sh", Line: 15, State: model.RealityGone, Path: "scripts/test-db.sh", Commit: "8d1e0aa55", At: day(9),
				Reason: "scripts/test-db.sh was removed, by commit 8d1e0aa of 21 Feb 2026"},
			{Kind: "path", Token: "db/seed.sql", Line: 16, State: model.RealityGone, Path: "db/seed.sql", Commit: "11f20c3aa", At: day(400), To: "db/fixtures/seed.sql",
				Reason: "db/seed.sql was moved to db/fixtures/seed.sql, by commit 11f20c3 of 26 Jan 2025"},
			{Kind: "path", Token: "test/notes.txt", Line: 17, State: model.RealityUnknown, Reason: "nothing of that name is in the project, or was in its history"},
		}
		b.Use = model.Use{Known: true, Reads: 7, Last: day(3), Since: true}
		b.Rewrites = model.Rewrites{Known: true, Count: 3, Last: day(47)}
		b.Relations = []model.Relation{{Path: "tone.md", Way: model.LinksTo}, {Path: "staging.md", Way: model.SameThings, Words: []string{"redis", "6379"}}}
	})
	set("staging.md", func(b *model.Badges) {
		b.Reality.Claims = []model.RealityClaim{{Kind: "script", Token: "deploy", Line: 5, State: model.RealityHolds, Path: "Makefile", Reason: "Makefile has it"}}
		b.Use = model.Use{Known: true, Reads: 212, Last: today}
		b.Relations = []model.Relation{{Path: "testing.md", Way: model.LinkedFrom}, {Path: "gone.md", Way: model.LinksTo}}
	})
	return m
}

// later is a library that learns the badges only when it is asked to look.
type later struct {
	*fake
	look func() model.Memory
}

func (l later) Look(context.Context, model.Memory) (model.Memory, error) {
	return l.look(), l.failed("Look")
}

func TestBadgesGolden(t *testing.T) {
	for scene, keys := range map[string][]string{"badges": {"s", "g"}, "related": {"s", "g", "o", "j", "j", "j"}} {
		for look, set := range looks {
			t.Run(scene+"/"+look, func(t *testing.T) {
				d := newFake(looked()).deps()
				set(&d)
				s := uitest.New(t, d).Press(keys...)
				var out strings.Builder
				for _, z := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
					fmt.Fprintf(&out, "== %dx%d\n%s\n", z[0], z[1], s.Size(z[0], z[1]).View())
				}
				golden(t, scene+"-"+look, out.String())
			})
		}
	}
}

func TestBadges(t *testing.T) {
	scenario(t, newFake(looked())).Size(160, 40).Press("s", "g").
		Sees("read 7 times, last 3d ago, after its last change", "rewritten 3 times by dreams, last 47d ago",
			"✗ scripts/test-db.sh  gone since 8d1e0aa", "links to Tone", "same things as Staging: deploys (redis, 6379)").
		Press("j").Sees("never read by a session").
		Press("?").Sees("sessions read the note seven times")
	// Before anybody has looked nothing is drawn, and when it is no cell of a row moves.
	f := newFake(shop())
	d := f.deps()
	show := func(look func() model.Memory) []string {
		d.Library = later{f, look}
		return strings.Split(uitest.New(t, d).Press("s", "g").Plain(), "\n")
	}
	before, after := show(shop), show(looked)
	for i, row := range before[2:7] {
		was, is := []rune(row), []rune(after[i+2])
		for c := 33; c < 72; c++ {
			if was[c] != is[c] && was[c] != ' ' {
				t.Errorf("row %d moved:\n%s\n%s", i, row, after[i+2])
				break
			}
		}
	}
	if text := strings.Join(before, "\n"); strings.Contains(text, "never read") || strings.Contains(text, "✓") {
		t.Errorf("something is drawn that nobody has looked up:\n%s", text)
	}
}

// TestWalk goes from note to note and back.
func TestWalk(t *testing.T) {
	s := scenario(t, newFake(looked())).Press("s", "g", "tab").
		Press("o").Sees("Around Database tests", "links to", "same things: redis, 6379", "npm test").
		Press("j", "enter").Sees("▌Staging: deploys", "Deploy on Tuesdays.").
		Press("o").Sees("linked from").Misses("gone.md").Press("enter").Sees("▌Database tests").
		Press("esc").Sees("▌Staging: deploys").
		Press("esc").Sees("▌Database tests", "▌testing.md ─").
		Press("esc", "esc").Sees("outermost level")
	// What is no note is told of, and stays where it is.
	s.Press("o", "G", "enter").Sees("and no note").Press("esc")
	// Who moves on by himself is not brought back.
	s.Press("o", "j", "enter", "j", "esc").Sees("outermost level")
	s.Press("g", "j", "o").Sees("nothing is known to belong to this note")
}

func TestSortByBadges(t *testing.T) {
	s := scenario(t, newFake(looked())).Press("s", "s", "s", "s").Sees("sorted gone first")
	if rows := strings.Split(s.Plain(), "\n"); !strings.Contains(rows[2], "Database tests") {
		t.Errorf("%s", rows[2])
	}
	s.Press("s").Sees("sorted most read")
	if rows := strings.Split(s.Plain(), "\n"); !strings.Contains(rows[2], "99+") {
		t.Errorf("%s", rows[2])
	}
}
