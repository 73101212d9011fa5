package ui_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
	"dreamgate/ui"
	"dreamgate/ui/style"
	"dreamgate/ui/uitest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares text with a file below testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			t.Fatalf("%s differs from line %d on; -update writes it anew:\nwas %s\nis  %s", path, i+1, at(was, i), at(is, i))
		}
	}
}

func at(lines []string, i int) string {
	if i >= len(lines) {
		return "nothing"
	}
	return lines[i]
}

// looks are the themes of the goldens.
var looks = map[string]func(*ui.Deps){
	"dark":  func(d *ui.Deps) { d.NoColor = false },
	"light": func(d *ui.Deps) { d.NoColor, d.Theme = false, "light" },
	"none":  func(*ui.Deps) {},
	"ascii": func(d *ui.Deps) { d.ASCII = true },
}

// scenes are the screens of the goldens, each by the keys that lead to it.
var scenes = map[string]struct {
	stores []model.Memory
	keys   []string
}{
	"picker":   {[]model.Memory{shop(), api(), long()}, []string{"j"}},
	"places":   {placed(), []string{"j"}},
	"around":   {placed()[1:2], []string{"s"}},
	"browse":   {[]model.Memory{shop()}, []string{"s", "g"}},
	"index":    {[]model.Memory{long()}, []string{"tab", "tab", "G"}},
	"findings": {[]model.Memory{shop()}, []string{"a", "j"}},
	"forget":   {[]model.Memory{shop()}, []string{"x"}},
	"engines":  {[]model.Memory{api()}, []string{"d"}},
	"help":     {[]model.Memory{shop()}, []string{"?"}},
}

func TestGolden(t *testing.T) {
	for scene, c := range scenes {
		for look, set := range looks {
			t.Run(scene+"/"+look, func(t *testing.T) {
				f := newFake(c.stores...)
				if scene == "browse" {
					f.reviews["p1"] = moved()
				}
				d := f.deps()
				set(&d)
				s := uitest.New(t, d).Press(c.keys...)
				var out strings.Builder
				for _, z := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
					fmt.Fprintf(&out, "== %dx%d\n%s\n", z[0], z[1], s.Size(z[0], z[1]).View())
				}
				golden(t, scene+"-"+look, out.String())
			})
		}
	}
}

// long is a memory whose index is cut.
func long() model.Memory {
	m := shop()
	m.Store.Name, m.Store.Dir = "long", "/data/long"
	m.Store.Projects = nil
	text := ""
	for i := range 230 {
		text += fmt.Sprintf("- [Entry %d](e%d.md) - summary\n", i+1, i+1)
	}
	m.Tree["MEMORY.md"] = file(text)
	return memoryOf(m.Store, m.Tree, []model.Finding{{Rule: "index-cut", Severity: model.Error, Path: "MEMORY.md", Line: 201, Message: "The agent reads no further than line 200."}})
}

// hostile is a memory that tries to break the frame: terminal codes, wide and joined letters, tabs,
// markup that hides text, lines without end.
func hostile() model.Memory {
	esc := "MARK-A \x1b]52;c;Q0xJUEJPQVJE\x07 clip\n\nMARK-B \x1b]0;EVILTITLE\x1b\\ title\n\nMARK-C \x1b[2J\x1b[H cleared\n\nMARK-D \x1b[6n\x1b[c asks\n\n" +
		"MARK-E \x1b]8;;https://evil.invalid\x1b\\safe\x1b]8;;\x1b\\ link\n\nMARK-F \x1bPq#0\x1b\\ dcs \x1b_apc\x1b\\ \x1b^pm\x1b\\ \x1bXsos\x1b\\\n\n" +
		"MARK-G \u009b31m c1 \u009d \u0090\n\nMARK-H \b\b\b\bback \x07bell \x0eshift \x7fdel\n\nMARK-I over\rwritten\n\nMARK-J \x1b[8mhidden\x1b[0m\n\n" +
		"MARK-K \x1bc reset\n\n```\nMARK-L \x1b[31m code\n```\n\nMARK-N &#27;[8mreference &#x1b;]52;c;x&#7; &rlm;\n\n<!-- MARK-O comment -->\n\n" +
		"[//]: # (MARK-P)\n\n<script>MARK-Q</script>\n\n| a | b |\n|--|--|\n| MARK-R\t\x1b[2J | " + strings.Repeat("wide ", 40) + "|\n\nMARK-M \x1b]52;c;never ended\n"
	wide := "日本語\ttab\t👩‍👩‍👧\tend\n🏳️‍🌈🏳️‍🌈 e\u0301\u0302\u0303 한글 กำลัง x\n\ttwo\t\ttabs\n" + strings.Repeat("日本語", 60) + "\n\n| 日本語 | 👩‍👩‍👧 |\n| --- | --- |\n| 한글 | tab\there |\n"
	t := model.Tree{
		"MEMORY.md":       file("- [日本語 👩‍👩‍👧](wide.md) - e\u0301\u0302\n- [e\x1b]52;c;x\x07](esc.md)\n\t- tab\tstop\n" + strings.Repeat("語", 5000) + "\n- [s](solid.md) " + strings.Repeat("x", 100_000) + "\n"),
		"esc.md":          file("---\nname: \"\x1b[31mname\"\ndescription: a\u202eb\x07\ntype: project\n---\n" + esc),
		"wide.md":         file("---\nname: 日本語 👩‍👩‍👧 🏳️‍🌈\ndescription: e\u0301\u0302\u0303 한글 กำ desc\ntype: project\n---\n\n" + wide),
		"solid.md":        file(strings.Repeat("x", 1_000_000)),
		"words.md":        file("# long\n\n" + strings.Repeat("word ", 40_000)),
		"a\nb\x1b[2Jc.md": file("the name is hostile\n"),
		"\xff\xfe.md":     file("\xff\xfe\x00 not utf-8 \xc3\n"),
		"empty.md":        file(""),
		"deep/er/note.md": file("---\nname:\n---\n"),
		"unterminated.md": file("---\nname: x\nno end"),
		"fences.md":       file("```\nnever closed\n" + strings.Repeat("> ", 200) + "x\n" + strings.Repeat("- ", 100) + "y\n"),
		"link\x07.md":     {Mode: os.ModeSymlink, Target: "\x1b[2Jtarget"},
		"pipe.md":         {Mode: os.ModeNamedPipe},
	}
	s := model.Store{ID: "x", Name: "h\x1b[2Jöst", Dir: "/tmp/\x1b[31mdir", Projects: []string{"/p/\x07a", "/p/" + strings.Repeat("語", 90)}}
	return memoryOf(s, t, []model.Finding{
		{Rule: "dangling", Severity: model.Error, Path: "MEMORY.md", Line: 2, Message: "\x1b[2J gone\nsecond line " + strings.Repeat("語 ", 80)},
		{Rule: "x", Severity: model.Warning, Path: "a\nb\x1b[2Jc.md", Message: "\u202e"},
	})
}

// TestHostileMemory reads every note in both views at all sizes: each frame on the way is checked.
func TestHostileMemory(t *testing.T) {
	for _, look := range []string{"dark", "none", "ascii"} {
		set := looks[look]
		t.Run(look, func(t *testing.T) {
			d := newFake(hostile()).deps()
			set(&d)
			s := uitest.New(t, d).Press("s")
			for _, z := range [][2]int{{120, 40}, {80, 24}, {61, 20}, {40, 12}} {
				s.Size(z[0], z[1]).Press("g")
				for range len(hostile().Notes) {
					s.Press("tab", "G", "g", "v", "G", "v", "esc", "j")
				}
				s.Press("tab", "tab", "j", "j", "G", "g", "tab", "a", "j", "esc", "d", "esc")
			}
		})
	}
}

// TestOverlayKeepsBorders: a box over wide letters, wherever its edges fall, leaves the frames beside
// it whole.
func TestOverlayKeepsBorders(t *testing.T) {
	s := uitest.New(t, newFake(hostile()).deps()).Size(120, 40).Type("/wide").Press("enter", "v")
	for w := 90; w < 132; w++ {
		s.Size(w, 30).Press("a")
		rows := strings.Split(s.Plain(), "\n")
		for i, r := range rows[1 : len(rows)-1] {
			if style.Width(r) != w || !strings.ContainsAny(r[len(r)-3:], "│╮╯") {
				t.Fatalf("row %d at %d columns has no border at its right:\n%s", i+2, w, s.Plain())
			}
		}
		s.Press("esc")
	}
}

// TestMarksCanBeRead: nothing of a note is hidden from the person who judges it.
func TestMarksCanBeRead(t *testing.T) {
	s := uitest.New(t, newFake(hostile()).deps()).Size(120, 90).Type("/esc").Press("enter")
	for _, mark := range strings.Fields("A B C D E F G H I J K L M N O P Q R") {
		s.Sees("MARK-" + mark)
	}
	s.Sees("hidden", "comment", "reference", "never ended", "<script>", "␛]52", "<U+009B>", "<U+202E>")
	s.Press("v").Sees("MARK-A", "MARK-M", "&#27;")
	s = uitest.New(t, newFake(hostile()).deps()).Type("/solid").Press("enter").Sees("Shown as it lies in the file")
	s.Press("tab").Press("G").Sees("100%").Press("v", "G").Sees("100%")
}

// TestSizes goes through degenerate and random sizes on every screen.
func TestSizes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	for _, keys := range [][]string{nil, {"tab"}, {"tab", "tab"}, {"a"}, {"?"}, {"d"}, {"r"}, {"r", "]", "y", "C"}, {"t"}, {"m"}, {"/"}} {
		f := pending(moved())
		s := scenario(t, f).Press(keys...)
		for w := range 13 {
			for h := range 7 {
				s.Size(w, h)
			}
		}
		for range 60 {
			s.Size(rnd.IntN(250), rnd.IntN(80))
			s.Press([]string{"j", "k", "G", "g", "pgdown", "tab"}[rnd.IntN(6)])
		}
	}
	s := scenario(t, newFake(shop(), api()))
	for w := range 130 {
		s.Size(w, w%50)
	}
}

// TestRandomKeys presses keys at random: no frame breaks and nothing is written without a commit.
func TestRandomKeys(t *testing.T) {
	keys := strings.Fields("j k g G pgdown pgup tab shift+tab enter esc / a d e i m r s t v T R ? y n Y N space u ctrl+r ] [ } { . f p w h l A D backspace x й ctrl+d ctrl+u ctrl+l")
	for seed := range uint64(6) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		f := pending(moved())
		f.memories[api().Store.Dir] = api()
		s := scenario(t, f).Editor(uitest.Write("edited\n"))
		for range 400 {
			s.Press(keys[rnd.IntN(len(keys))])
			if rnd.IntN(20) == 0 {
				s.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
			}
		}
		if len(f.committed) > 0 {
			t.Fatalf("seed %d: something was committed without C", seed)
		}
	}
}

// TestLongPathOfAProject: the header keeps the end of a long path, by which projects differ.
func TestLongPathOfAProject(t *testing.T) {
	m := shop()
	m.Store.Projects = []string{"/srv/a/very/long/way/down/to/all/of/the/projects/that/there/are/here/shop-front"}
	s := scenario(t, newFake(m)).Size(140, 40)
	if top, _, _ := strings.Cut(s.Plain(), "\n"); !strings.Contains(top, "/srv/") || !strings.Contains(top, "shop-front  ") {
		t.Errorf("%s", top)
	}
}
