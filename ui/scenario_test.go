package ui_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
	"dreamgate/ui/uitest"
)

func scenario(t testing.TB, f *fake) *uitest.Scenario {
	t.Helper()
	return uitest.New(t, f.deps())
}

func TestOneStoreOpensAtOnce(t *testing.T) {
	scenario(t, newFake(shop())).
		Sees("dreamgate  shop  ~/src/shop", "lines 9/200", "Topics 5", "by findings", "no file", "Nobody names me.").
		Press("esc").Sees("outermost level").
		Press("q").Quits()
}

func TestNoStore(t *testing.T) {
	scenario(t, newFake()).Sees("There is no memory here yet", "dreamgate demo").
		Press("enter").Sees("there is no memory to open").Press("q").Quits()
}

func TestPicker(t *testing.T) {
	scenario(t, newFake(shop(), api())).
		Sees("Memories 2", "2 paths: ~/src/api", "shared by ~/src/api", "~/src.api").
		Press("j").Sees("findings  1 error").
		Press("/").Type("ap").Sees("Memories 1 of 2").Press("enter").
		Press("enter").Sees("dreamgate  api", "~/src/api and 1 more", "Wrap them.").
		Press("esc").Sees("Memories 1 of 2").
		Press("esc").Sees("Memories 2").
		Press("q").Quits()
}

// TestNoPathIsGuessed: a store without transcripts is named by its folder, never by a path made of it.
func TestNoPathIsGuessed(t *testing.T) {
	m := api()
	m.Store.Name, m.Store.Projects = "-home-dev-my-app", nil
	scenario(t, newFake(shop(), m)).Sees("-home-ann-src-api", "unknown: no transcript").Misses("/home/dev/my/app", "/home/ann/src/api ")
}

func TestFolder(t *testing.T) {
	f := newFake(shop(), api())
	d := f.deps()
	d.Dir = api().Store.Dir
	uitest.New(t, d).Sees("dreamgate  api", "Wrap them.").Press("esc").Sees("outermost level")
	d.Dir = "/nowhere"
	uitest.New(t, d).Sees("/nowhere holds no MEMORY.md").Press("q").Quits()
}

// TestHere: the store of the working directory comes first, and the list is behind it.
func TestHere(t *testing.T) {
	f := newFake(shop(), api())
	d := f.deps()
	d.Here = api().Store.Dir
	uitest.New(t, d).Sees("dreamgate  api", "Wrap them.").Press("esc").Sees("Memories 2").Press("enter").Sees("dreamgate  api")
	d.Here = shop().Store.Dir // whichever it is, the way back leads to its row
	uitest.New(t, d).Sees("dreamgate  shop").Press("esc").Sees("Memories 2").Press("enter").Sees("dreamgate  shop")
	d.Here = "/nowhere"
	uitest.New(t, d).Sees("Memories 2").Press("q").Quits()
}

func TestTroubleIsTold(t *testing.T) {
	f := newFake(shop(), api())
	f.fail["Stores"] = errors.New("permission denied")
	s := scenario(t, f).Sees("could not be read: permission denied")
	delete(f.fail, "Stores")
	f.fail["Open"] = errors.New("disk on fire")
	s.Press("R").Sees("Memories 2").Press("enter").Sees("could not be read: disk on fire")
	delete(f.fail, "Open")
	s.Press("R").Sees("Wrap them.").Misses("disk on fire")
	f.fail["Open"] = errors.New("disk on fire")
	s.Press("R").Sees("disk on fire", "Wrap them.").Press("q").Quits()
}

func TestPanes(t *testing.T) {
	scenario(t, newFake(shop())).
		Press("tab").Sees("▌orphan.md ─").
		Press("tab").Sees("▌Index ─").
		Press("j", "j").Sees("▌ - Database tests", "How the shop is tested").
		Press("enter").Sees("▌Database tests", "▌Topics").
		Press("esc").Sees("▌Index ─", "▌ - Database tests").
		Press("j", "enter").Sees("this line names no note").
		Press("G", "enter").Sees("▌Staging: deploys", "Deploy on Tuesdays.").
		Press("i").Sees("▌Index ─").
		Press("i").Sees("▌Topics").
		Press("g", "i").Sees("no line of the index names this note").
		Press("l").Sees("▌orphan.md ─").
		Press("esc").Sees("▌Topics").
		Press("h").Sees("▌Index").
		Press("m").Misses("Topics 5").Press("esc").Sees("Topics 5")
}

func TestTopics(t *testing.T) {
	s := scenario(t, newFake(shop()))
	s.Press("s").Sees("by name").Press("s").Sees("oldest first").Press("s").Sees("by type").Press("s").Sees("gone first").
		Press("s").Sees("most read").Press("s").Sees("by findings")
	// The filter looks in name, description, type and path, and every word must be there.
	s.Type("/real").Sees("Topics 1 of 5", "▌Database tests").Type(" feedback").Sees("Topics 1 of 5").Type("x").
		Sees("nothing matches real feedbackx").Press("backspace", "enter").Sees("Topics 1 of 5").
		Press("esc").Sees("Topics 5 ")
	s.Type("/d").Press("down").Sees("filter /").Press("esc").Sees("Topics 5 ")
	// What is typed into the filter does nothing else, not even quit.
	s.Type("/q").Stays().Press("ctrl+c").Stays().Press("q").Quits()
}

func TestPreview(t *testing.T) {
	s := scenario(t, newFake(shop())).Press("s", "g")
	s.Sees("Database tests", "feedback · 47 days old, by its own stamp", "◐ its session goes in 3 days", "originSessionId: 5f0c9d1e",
		"# Database tests", "**real**", "• run `npm test`").
		Misses("---")
	s.Press("v").Sees("raw", "originSessionId: 5f0c9d1e", "- run `npm test`", "---").Press("v").Sees("• run `npm test`")
	s.Press("j").Sees("link to ../dotfiles/link.md", "never written").
		Press("e").Sees("this is a link to ../dotfiles/link.md: it is never written")
}

// TestLinks: what a link points to can be read where its text is known, and is said to be a link.
func TestLinks(t *testing.T) {
	m := shop()
	link := func(path, target string, data []byte) {
		m.Tree[path] = model.File{Mode: os.ModeSymlink, Target: target, Data: data}
	}
	link(model.IndexName, "/dot/INDEX.md", m.Tree[model.IndexName].Data)
	link("tone.md", "/dot/tone.md", []byte("---\nname: Tone\n---\n\nAnswer in two lines.\n"))
	link("lost.md", "/dot/lost.md", nil)
	s := scenario(t, newFake(memoryOf(m.Store, m.Tree, nil))).Size(120, 40).
		Sees("link to /dot/INDEX.").Misses("it is not read").
		Type("/tone").Press("enter").Sees("a link to /dot/tone.md", "points to is shown, and never written", "Answer in two lines.").
		Press("v").Sees("name: Tone").Press("v", "e").Sees("it is never written")
	s.Press("esc").Type("/lost").Press("enter").Sees("a link to /dot/lost.md: it is", "never written")
}

func TestFindings(t *testing.T) {
	s := scenario(t, newFake(shop())).Press("a").
		Sees("Findings 5", "MEMORY.md:5", "error · dangling: old-ci.md is not there", "Fix: drop the line").
		Press("enter").Sees("▌Index", "▌!- Old CI")
	s.Press("a").Sees("!! MEMORY.md:5", "!  staging.md").Press("G", "enter").Sees("▌link.md"). // the worst first
													Press("a", "esc").Misses("Findings 5")
	scenario(t, newFake(api())).Press("a").Sees("the audit finds nothing")
}

func TestHelp(t *testing.T) {
	s := scenario(t, newFake(shop())).Press("?").Sees("Keys: browse", "choose an engine", "esc closes").Press("?").Misses("Keys: browse")
	s.Size(40, 12).Press("?").Sees("Keys: browse", "j k scroll").Press("G").Press("q").Stays().Sees("Topics")
}

// TestGlued: what one read brings is as good as key by key, and a paste is none.
func TestGlued(t *testing.T) {
	scenario(t, newFake(shop())).
		Type("jjj").Sees("▌Database tests").
		Type("ssg/tone").Sees("Topics 1 of 5", "filter / tone").
		Press("esc").
		Paste("dq").Stays().Sees("a paste does nothing here").
		Press("/").Paste("tone").Sees("Topics 1 of 5")
	// An esc glued to a letter is both.
	scenario(t, newFake(shop())).Press("a").Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'j'}, Alt: true}).
		Misses("Findings").Sees("▌Staging: deploys")
	scenario(t, newFake(shop())).Type("ооо").Sees("▌Database tests").Type("й").Quits()
}

func TestTooSmall(t *testing.T) {
	s := scenario(t, newFake(shop())).Size(39, 12).Sees("terminal too small").Size(40, 11).Sees("terminal too small").
		Press("d", "?", "j").Sees("terminal too small").
		Size(40, 12).Sees("Topics 5").
		Size(1, 1).Size(80, 24).Sees("Topics 5")
	s.Size(10, 2).Press("q").Quits()
	f := newFake(shop())
	scenario(t, f).Press("d", "enter").Size(20, 5).Press("q").Sees("y stop it and quit", "esc stay").Press("n").Stays().Press("q", "y").Quits()
}

func TestLayouts(t *testing.T) {
	scenario(t, newFake(shop())).
		Size(80, 24).Sees("▌Topics", "orphan.md ─").Press("tab", "tab").Sees("▌Index", "Topics 5").
		Press("tab").Sees("▌Topics", "Index ─").
		Size(40, 12).Sees("shop → Topics 5").Press("tab").Sees("shop → orphan.md").Press("tab").Sees("shop → index")
}

func TestThemeAndSuspend(t *testing.T) {
	d := newFake(shop()).deps()
	d.NoColor = false
	s := uitest.New(t, d)
	seen := map[string]string{}
	for _, name := range []string{"dark", "light", "dark-16", "light-16", "none"} {
		if other, ok := seen[s.View()]; ok {
			t.Errorf("%s looks like %s", name, other)
		}
		if seen[s.View()] = name; name == "none" && strings.Contains(s.View(), "\x1b") {
			t.Error("there are colours in the theme none")
		}
		s.Press("T").Press("x", "n") // the hint goes, the look stays
	}
	if seen[s.View()] != "dark" {
		t.Error("the first theme does not come back")
	}
	s.Press("T").Sees("theme light")
	uitest.New(t, newFake(shop()).deps()).Press("T").Sees("there is one look")
	s.Press("ctrl+z", "ctrl+l").Sees("Topics 5")
}

func TestReloadKeepsThePlace(t *testing.T) {
	f := newFake(shop())
	s := scenario(t, f).Press("j", "j", "j").Sees("▌Database tests")
	m := shop()
	m.Tree["aaa.md"] = file("new\n")
	f.memories[m.Store.Dir] = memoryOf(m.Store, m.Tree, m.Findings)
	s.Press("R").Sees("Topics 6", "▌Database tests")
	delete(m.Tree, "testing.md")
	f.memories[m.Store.Dir] = memoryOf(m.Store, m.Tree, []model.Finding{})
	s.Press("R").Sees("Topics 5", "▌")
}
