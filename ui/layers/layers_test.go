package layers

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

// shop has something in every layer.
func shop() (model.Memory, model.Layers) {
	m := model.Memory{Index: model.Index{Status: model.StatusCut, Lines: 216, Units: 12_400, RawLines: 216, CutAt: 201}}
	m.Store.Name = "shop"
	files := []model.Instruction{
		{Path: "/home/ann/.claude/CLAUDE.md", Kind: model.InstructionUser, Bytes: 1200, Tokens: 300},
		{Path: "/home/ann/src/shop/CLAUDE.md", Kind: model.InstructionProject, Bytes: 9800, Tokens: 2450},
		{Path: "/home/ann/src/shop/docs/a-very-long-name-of-a-file-that-is-imported.md", Kind: model.InstructionImported,
			From: "/home/ann/src/shop/CLAUDE.md", Bytes: 13_800, Tokens: 3450},
		{Path: "/home/ann/src/shop/.claude/rules/go.md", Kind: model.InstructionRule, Bytes: 700, Tokens: 175, Some: true},
		{Path: "/home/ann/.claude/projects/-home-ann-src-shop/memory/MEMORY.md", Kind: model.InstructionIndex, Bytes: 11_600, Tokens: 2900},
	}
	return m, model.Layers{
		Injected: model.Injected{Dir: "/home/ann/src/shop", Files: files, Tokens: 9100, Cut: 16, Left: 12},
		Notes: model.NoteLayer{Count: 23, Bytes: 62_464, Types: map[string]int{"feedback": 10, "project": 8, "user": 4, "": 1},
			UseKnown: 18, Never: 5, RealityKnown: 14, Gone: 3},
		Pages: []model.PageFolder{
			{Dir: "docs/wiki", Pages: 41, Bytes: 207_872, Citing: 40, Sources: 12, SourceBytes: 117_760, ReadKnown: true, Never: 30},
			{Dir: "manual", Pages: 9, Bytes: 30_000},
		},
		Transcripts: model.SessionLayer{Sessions: 128, Bytes: 432_013_312, Oldest: noon.AddDate(0, 0, -27), Newest: noon, Kept: 30, Soon: 9,
			SoonDays: 7, NextDays: 3, Evidence: 4},
		Findings: []model.Finding{{Rule: "pages-larger", Severity: model.Warning, Path: "docs/wiki",
			Message: "the 41 pages of docs/wiki are 1.77 times as large as the 12 files that they sum up: shorten the pages or drop them"}},
		Remarks: []string{"one transcript could not be read"},
	}
}

func pane(w, h int, look string) *Pane {
	p := New(Options{Styles: looks[look], Home: "/home/ann"})
	p.SetSize(w, h)
	m, l := shop()
	p.Open(m)
	p.Set(l)
	return p
}

func fits(t *testing.T, s string, w, h int) {
	t.Helper()
	rows := strings.Split(s, "\n")
	if w > 0 && h > 0 && len(rows) != h {
		t.Fatalf("%dx%d: %d rows", w, h, len(rows))
	}
	for _, row := range rows {
		bad := strings.IndexFunc(ansi.Strip(row), func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 })
		if style.Width(row) > w || bad >= 0 {
			t.Fatalf("%dx%d: %d cells, control at %d: %q", w, h, style.Width(row), bad, row)
		}
	}
}

func TestGoldens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{120, 39}, {80, 23}, {40, 11}} {
		for look := range looks {
			name := fmt.Sprintf("layers-%dx%d-%s", size.w, size.h+1, look)
			p := pane(size.w, size.h, look)
			got := p.Render() + "\n"
			p.Handle(keymap.Bottom)
			got += "== end\n" + p.Render() + "\n"
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
	for w := range 130 {
		for _, h := range []int{0, 1, 2, 3, 11, 23, 39} {
			for look := range looks {
				p := pane(w, h, look)
				fits(t, p.Render(), w, h)
				for _, a := range []keymap.Action{keymap.Down, keymap.PageDown, keymap.Bottom, keymap.Up} {
					p.Handle(a)
					fits(t, p.Render(), w, h)
				}
			}
		}
	}
}

func TestNothingIsThere(t *testing.T) {
	p := New(Options{})
	p.SetSize(100, 30)
	m := model.Memory{Index: model.Index{Status: model.StatusMissing}}
	m.Store.Name = "a\x1b[2Jb"
	p.Open(m)
	see(t, p, "looking at instruction files")
	p.Set(model.Layers{})
	see(t, p, "about 0 tokens", "0 notes, 0 B", "no folder of pages", "none of this memory", "project of this memory is not known")
	p.Fail("the memory is gone")
	see(t, p, "the memory is gone")
	p.Set(model.Layers{Notes: model.NoteLayer{Count: 2}, Transcripts: model.SessionLayer{Sessions: 1, Kept: 0}})
	see(t, p, "tell whether it was read", "could be looked up", "removes none while")
	fits(t, p.Render(), 100, 30)
}

func see(t *testing.T, p *Pane, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if screen := ansi.Strip(p.Render()); !strings.Contains(screen, s) {
			t.Errorf("%q is not on the screen:\n%s", s, screen)
		}
	}
}

// TestAnotherMemory: what is shown of one memory is not shown as another's, and stays while it is read again.
func TestAnotherMemory(t *testing.T) {
	p := pane(120, 39, "none")
	m, _ := shop()
	p.Open(m)
	see(t, p, "23 notes")
	m.Store.Name = "api"
	p.Open(m)
	if strings.Contains(p.Render(), "23 notes") {
		t.Error("the notes of another memory")
	}
}

func TestKeys(t *testing.T) {
	p := pane(40, 11, "none")
	p.Render()
	if out := p.Handle(keymap.Back); !out.Handled || !out.Leave {
		t.Errorf("%+v", out)
	}
	if out := p.Handle(keymap.Dream); out.Handled {
		t.Errorf("%+v", out)
	}
	p.Handle(keymap.Down)
	p.Handle(keymap.Up)
	p.Handle(keymap.Up)
	if p.top != 0 {
		t.Errorf("top is %d", p.top)
	}
	p.Handle(keymap.Bottom)
	see(t, p, "one transcript could not be read")
}
