package history

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

var update = flag.Bool("update", false, "write the goldens")

var looks = map[string]*style.Styles{
	"dark":  style.New(style.Options{Theme: "dark", Profile: termenv.TrueColor}),
	"none":  style.New(style.Options{Theme: "dark", Profile: termenv.Ascii}),
	"ascii": style.New(style.Options{Theme: "dark", Profile: termenv.Ascii, ASCII: true}),
}

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// tree is one file, or none.
func tree(path, text string) model.Tree {
	if text == "" {
		return nil
	}
	return model.Tree{path: {Mode: 0o644, Data: []byte(text)}}
}

// past has a dream, a person, a name that no one means well with, a merge and an import.
func past() model.History {
	db := func(version string) string {
		return "# Database\n\nWe use " + version + ".\n\nBackups run at night, and are kept for a month, on the disk in the office that nobody else may use.\n"
	}
	imported := ""
	for i := range 30 {
		imported += fmt.Sprintf("line %d\n", i)
	}
	return model.History{Git: true, More: true, Pending: []string{"testing.md", "od\nd.md"},
		Remote:  model.Remote{Name: "origin/main", Ahead: 2, Behind: 1},
		Remarks: []string{"this clone is shallow: what is older than its first commit is not here (git fetch --unshallow)"},
		Revisions: []model.Revision{
			{ID: strings.Repeat("ab12", 10), Kept: model.KeptCommit, At: noon.Add(-time.Hour), By: model.DoerDream, Engine: "claude", Model: "sonnet", Author: "Ann",
				Review: "20261129-110000-000-abcdef", Subject: "Accept 2 of 3 memory changes (dream, claude)",
				Body: "- data.md: renamed from db.md, +1 -1\n  why: the move to Postgres was made\n  from: 5f0c9d1e:3 (user)",
				Files: []model.RevisionFile{{Path: "data.md", From: "db.md", Status: model.Modified, Old: "1", New: "2"},
					{Path: "old-ci.md", Status: model.Deleted, Old: "3"}, {Path: "house.md", Status: model.Added, New: "4", Special: "link"}},
				Changes: append(hunk.Diff(tree("data.md", db("MySQL 5.7")), tree("data.md", db("Postgres 15"))),
					hunk.Diff(tree("old-ci.md", "# Old CI\n\nJenkins on the build box.\n"), nil)...)},
			{ID: strings.Repeat("cd34", 10), Kept: model.KeptCommit, At: noon.AddDate(0, 0, -3), By: model.DoerAgent, Author: "Ann", Subject: "odd \x1b[2J \u202e message",
				Files:   []model.RevisionFile{{Path: "-a\nb\u202e.md", Status: model.Added, New: "5"}},
				Changes: hunk.Diff(nil, tree("-a\nb\u202e.md", imported))},
			{ID: strings.Repeat("ef56", 10), Kept: model.KeptCommit, At: noon.AddDate(0, -2, 0), By: model.DoerPerson, Author: "Ann", Subject: "Merge branch side", Merge: true,
				Files: []model.RevisionFile{{Path: "db.md", Status: model.Modified, Old: "6", New: "7"}}},
			{ID: "20260102-030405-000-abcdef", Kept: model.KeptBackup, At: noon.AddDate(-1, 0, 0), By: model.DoerUndo, Review: "20260102-030405-000-abcdef",
				Subject: "Accept 1 of 1 memory change", Files: []model.RevisionFile{{Path: "db.md", Status: model.Modified, Old: "8", New: "9"}},
				Changes: hunk.Diff(tree("db.md", "a\nb\nc\n"), tree("db.md", "a\nB\nc\n"))},
		}}
}

func pane(w, h int, look string) *Pane {
	p := New(Options{Styles: looks[look]})
	p.SetSize(w, h)
	p.Open(Subject{Store: "shop"})
	p.Set(past(), noon)
	return p
}

func fits(t *testing.T, s string, w, h int) {
	t.Helper()
	rows := strings.Split(s, "\n")
	if w > 0 && h > 0 && len(rows) != h {
		t.Fatalf("%dx%d: %d rows", w, h, len(rows))
	}
	for _, row := range rows {
		plain := ansi.Strip(row)
		bad := strings.IndexFunc(plain, func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 || model.Invisible(r) })
		if style.Width(row) > w || bad >= 0 {
			t.Fatalf("%dx%d: %d cells, control at %d: %q", w, h, style.Width(row), bad, row)
		}
	}
}

func TestGoldens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{120, 39}, {80, 23}, {40, 11}} {
		for look := range looks {
			name := fmt.Sprintf("history-%dx%d-%s", size.w, size.h+1, look)
			p := pane(size.w, size.h, look)
			got := p.Render() + "\n"
			p.Handle(keymap.Open)
			got += "== a change\n" + p.Render() + "\n"
			p.Handle(keymap.NextHunk)
			got += "== its second hunk\n" + p.Render() + "\n"
			path := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is another; run with -update and look at the change\n%s", path, ansi.Strip(got))
			}
		}
	}
}

func TestAllSizes(t *testing.T) {
	actions := []keymap.Action{keymap.Down, keymap.Open, keymap.NextHunk, keymap.PageDown, keymap.Bottom, keymap.UndoChange, keymap.Up, keymap.Back, keymap.Bottom}
	for w := range 130 {
		for _, h := range []int{0, 1, 2, 3, 11, 23, 39} {
			for look := range looks {
				p := pane(w, h, look)
				fits(t, p.Render(), w, h)
				for _, a := range actions {
					p.Handle(a)
					fits(t, p.Render(), w, h)
				}
			}
		}
	}
}

func see(t *testing.T, p *Pane, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if screen := ansi.Strip(p.Render()); !strings.Contains(screen, s) {
			t.Errorf("%q is not on the screen:\n%s", s, screen)
		}
	}
}

func TestNothingIsThere(t *testing.T) {
	p := New(Options{})
	p.SetSize(100, 30)
	p.Open(Subject{Store: "a\x1b[2Jb"})
	see(t, p, "looking at what became of it")
	if out := p.Handle(keymap.UndoChange); out.Undo || out.Hint == "" {
		t.Errorf("%+v", out)
	}
	if out := p.Handle(keymap.Open); out.Hint == "" || p.Context() != keymap.History {
		t.Errorf("%+v", out)
	}
	for subject, text := range map[Subject]string{{Store: "a"}: "of this memory", {Store: "a", Note: "x.md"}: "of this note", {Store: "a", Gone: true}: "No note is gone"} {
		p.Open(subject)
		p.Set(model.History{Remarks: []string{"there is no git history"}}, noon)
		see(t, p, text, "there is no git history")
	}
	p.Fail("the disk is gone")
	see(t, p, "the disk is gone")
	fits(t, p.Render(), 100, 30)
}

func TestUndo(t *testing.T) {
	p := pane(120, 39, "none")
	if out := p.Handle(keymap.UndoChange); !out.Undo || out.At != 0 || out.Hunk != "" {
		t.Errorf("%+v", out)
	}
	ids := []string{}
	for _, c := range past().Revisions[0].Changes {
		for _, h := range c.Hunks {
			ids = append(ids, h.ID)
		}
	}
	p.Handle(keymap.Open)
	for i, id := range ids {
		if out := p.Handle(keymap.UndoChange); !out.Undo || out.Hunk != id {
			t.Errorf("hunk %d: %+v", i, out)
		}
		p.Handle(keymap.NextHunk)
	}
	if out := p.Handle(keymap.NextHunk); out.Hint == "" {
		t.Errorf("%+v", out)
	}
	if out := p.Handle(keymap.UndoWhole); !out.Undo || out.Hunk != "" {
		t.Errorf("%+v", out)
	}
	p.Handle(keymap.Back)
	p.Handle(keymap.Down)
	p.Handle(keymap.Down)
	if out := p.Handle(keymap.UndoChange); out.Undo || !strings.Contains(out.Hint, "merge") {
		t.Errorf("%+v", out)
	}
	// On a small screen the hunk is below: it is shown first.
	p = pane(40, 11, "none")
	p.Handle(keymap.Open)
	if out := p.Handle(keymap.UndoChange); out.Undo || out.Hint == "" {
		t.Errorf("a hunk that is not seen: %+v", out)
	}
	see(t, p, "We use")
	if out := p.Handle(keymap.UndoChange); !out.Undo {
		t.Errorf("%+v", out)
	}
}

// TestSelectionStays where the history is read again with newer changes above.
func TestSelectionStays(t *testing.T) {
	p := pane(120, 39, "none")
	p.Handle(keymap.Down)
	p.Handle(keymap.Open)
	h := past()
	h.Revisions = append([]model.Revision{{ID: strings.Repeat("9", 40), Kept: model.KeptCommit, At: noon, By: model.DoerUndo, Subject: "newer"}}, h.Revisions...)
	p.Set(h, noon)
	see(t, p, "Change cd34cd34cd", "line 29")
	h.Revisions = h.Revisions[:1]
	p.Set(h, noon)
	see(t, p, "History of shop", "newer")
	p.Open(Subject{Store: "shop", Note: "db.md"})
	see(t, p, "History of db.md", "looking at")
}

func TestKeys(t *testing.T) {
	p := pane(80, 23, "none")
	for a, want := range map[keymap.Action]Outcome{
		keymap.Back:        {Handled: true, Leave: true},
		keymap.HistoryAll:  {Handled: true, All: true},
		keymap.HistoryGone: {Handled: true, Gone: true},
		keymap.Older:       {Handled: true, More: true},
		keymap.Dream:       {},
	} {
		if out := p.Handle(a); out != want {
			t.Errorf("%s: %+v", a, out)
		}
	}
	p.Click(3)
	if p.cursor != 1 {
		t.Errorf("a click selects %d", p.cursor)
	}
	h := past()
	h.More = false
	p.Set(h, noon)
	if out := p.Handle(keymap.Older); out.More || out.Hint == "" || p.Works(keymap.Older) {
		t.Errorf("%+v", out)
	}
}

// BenchmarkRender draws a long history, and a change of many hunks.
func BenchmarkRender(b *testing.B) {
	h := past()
	for len(h.Revisions) < 5000 {
		h.Revisions = append(h.Revisions, h.Revisions[:4]...)
	}
	p := New(Options{Styles: looks["dark"]})
	p.SetSize(200, 60)
	p.Set(h, noon)
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			p.Handle(keymap.Down)
			p.Render()
		}
	})
	var old, new strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&old, "line %d\nand between\n", i)
		fmt.Fprintf(&new, "line %d changed\nand between\n", i)
	}
	h.Revisions = []model.Revision{{ID: "x", Files: []model.RevisionFile{{Path: "a.md", Status: model.Modified, Old: "1", New: "2"}},
		Changes: hunk.Diff(tree("a.md", old.String()), tree("a.md", new.String()))}}
	p.Set(h, noon)
	b.Run("change", func(b *testing.B) {
		for b.Loop() {
			p.Handle(keymap.Open)
			p.Render()
			p.Handle(keymap.Back)
		}
	})
}

// TestChangeKeysThatWork: of a change the line of keys names those of hunks only where it has any.
func TestChangeKeysThatWork(t *testing.T) {
	for at, hunks := range []int{2, 1, 0} {
		p := pane(80, 23, "none")
		for range at {
			p.Handle(keymap.Down)
		}
		p.Handle(keymap.Open)
		for a, want := range map[keymap.Action]bool{keymap.NextHunk: hunks > 1, keymap.PrevHunk: hunks > 1, keymap.UndoChange: hunks > 0, keymap.UndoWhole: true} {
			if got := p.Works(a); got != want {
				t.Errorf("%d hunks: %s works: %v", hunks, a, got)
			}
		}
	}
}
