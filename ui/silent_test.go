package ui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// rooms are all screens and boxes, each by the way that leads there from a memory with a review that waits.
var rooms = map[string]func(t *testing.T) *uitest.Scenario{
	"picker":   func(t *testing.T) *uitest.Scenario { return scenario(t, newFake(shop(), api())) },
	"topics":   at0(),
	"index":    at0("tab", "tab"),
	"preview":  at0("tab"),
	"alone":    at0("m"),
	"findings": at0("a"),
	"engines":  at0("d"),
	"help":     at0("?"),
	"forget":   at0("x"),
	"layers":   at0("L"),
	"tasks":    at0("t"),
	"gates":    at0("t", "g"),
	"summary":  at0("r"),
	"hunk":     at0("r", "]"),
	"rules":    at0("r", "b"),
	"result":   at0("r", "]", "p"),
	"whole":    at0("r", "]", "o"),
	"found":    at0("r", "]", "/", "p", "enter"),
	"commit":   at0("r", "]", "y", "C"),
	"done":     at0("r", "]", "y", "C", "enter"),
	"sure":     at0("r", "D"),
	"running":  at0("d", "enter", "t"),
	"leaving":  at0("d", "enter", "q"),
	"log":      at0("d", "enter", "t", "L"),
	"reviews":  func(t *testing.T) *uitest.Scenario { return scenario(t, pending(moved(), second())).Press("r") },
	"lines": func(t *testing.T) *uitest.Scenario {
		return scenario(t, pending(picky())).Press("r", "]", "v").Sees("selected")
	},
	"related": func(t *testing.T) *uitest.Scenario {
		return scenario(t, newFake(looked())).Type("/testing").Press("enter", "o").Sees("Around")
	},
	"sending": func(t *testing.T) *uitest.Scenario {
		return scenario(t, away(shop())).Press("d", "j", "enter")
	},
	"history": func(t *testing.T) *uitest.Scenario { s, _ := history(t); return s.Press("H") },
	"change":  func(t *testing.T) *uitest.Scenario { s, _ := history(t); return s.Press("H", "enter") },
	"hits":    func(t *testing.T) *uitest.Scenario { return found(t) },
	"passage": func(t *testing.T) *uitest.Scenario { return found(t).Press("enter") },
}

// at0 leads somewhere from the list of topics.
func at0(keys ...string) func(t *testing.T) *uitest.Scenario {
	return func(t *testing.T) *uitest.Scenario { return scenario(t, pending(moved())).Press(keys...) }
}

// second is another review of the same memory.
func second() model.Review {
	r := picky()
	r.Proposal.ID = "p2"
	return r
}

// found is a search that has hits.
func found(t *testing.T) *uitest.Scenario {
	f := &finds{auto: hitsOf("pnpm")}
	s, _ := searching(t, f, shop())
	return s.Press("ctrl+f").Type("pnpm").Tick().Press("enter").Until("7 hits").Press("g")
}

// quiet are the keys that may do nothing without a word: moving on at an end, and what only a terminal sees.
var quiet = strings.Fields("j k down up pgdown pgup g G home end ctrl+l ctrl+z")

// TestNoKeyIsSilent: wherever a key is pressed, something is to be seen of it, if only why nothing came of it.
func TestNoKeyIsSilent(t *testing.T) {
	keys := map[string]bool{"X": true, "0": true, "ctrl+b": true}
	for _, c := range []keymap.Context{keymap.Browse, keymap.Preview, keymap.Review, keymap.Found, keymap.Commit, keymap.Tasks, keymap.Hits, keymap.Passage,
		keymap.History, keymap.Change, keymap.Rules, keymap.Layers, keymap.Leaving, keymap.Sending} {
		for _, b := range keymap.Default().In(c) {
			for _, k := range b.Keys {
				keys[k] = true
			}
		}
	}
	for _, k := range quiet {
		delete(keys, k)
	}
	for name, to := range rooms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sizes := [][2]int{{80, 24}}
			if slices.Contains(strings.Fields("topics index preview alone summary hunk commit"), name) {
				sizes = append(sizes, [2]int{40, 12}) // fewer panes are seen there
			}
			for _, size := range sizes {
				var s *uitest.Scenario
				still := ""
				for k := range keys {
					if s == nil {
						s = to(t).Editor(uitest.Write("edited\n")).Size(size[0], size[1])
						still = s.View()
					}
					if s.Press(k); s.View() == still && !s.Over() {
						t.Errorf("%s at %dx%d: %s is silent:\n%s", name, size[0], size[1], k, s.Plain())
					}
					// Where nothing came of it the next key is pressed in the same place.
					if plain := s.Plain(); !strings.Contains(plain, k+" does nothing") && !strings.Contains(plain, "no key "+k) {
						s = nil
					}
				}
			}
		})
	}
}

// TestLineOfKeysKeepsItsWord: each key that the last row names does something where it is named.
func TestLineOfKeysKeepsItsWord(t *testing.T) {
	for name, to := range rooms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, size := range [][2]int{{120, 40}, {40, 12}} {
				begin := func() *uitest.Scenario { return to(t).Editor(uitest.Write("edited\n")).Size(size[0], size[1]) }
				row := func(s *uitest.Scenario) string {
					p := s.Plain()
					return strings.TrimSpace(p[strings.LastIndex(p, "\n")+1:])
				}
				keys := row(begin())
				if !strings.Contains(keys, "? help") {
					keys = row(begin().Press("j")) // it begins with a sentence
				}
				for word := range strings.SplitSeq(strings.ReplaceAll(keys, "  ", " · "), " · ") {
					key, _, ok := strings.Cut(word, " ")
					if !ok {
						continue
					}
					s := begin().Press(key)
					if s.Over() {
						continue
					}
					for _, no := range []string{"does nothing", "changes nothing", "no key ", "there is nothing finer", "there is nothing to take back", "there is no further"} {
						if strings.Contains(row(s), no) {
							t.Errorf("%dx%d: %q in %q, and then %q", size[0], size[1], word, keys, row(s))
						}
					}
				}
			}
		})
	}
}

// TestKeysThatArriveTogether: two keys that arrive at once and take each other back did something each.
func TestKeysThatArriveTogether(t *testing.T) {
	scenario(t, pending(moved())).Press("tab").Type("tt").Misses("changes nothing").Type("??").Misses("changes nothing").Press("r", "]", "y", "C").Type("??").Misses("changes nothing")
}

// TestQuestionsNameWhatIsDone: the keys of each question say what is done by them, on any screen.
func TestQuestionsNameWhatIsDone(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		ask := func(f *fake, keys ...string) *uitest.Scenario {
			return scenario(t, f).Size(size[0], size[1]).Press(keys...)
		}
		ask(newFake(shop()), "d", "enter", "q").Sees("y stop it and quit", "d quit, it goes on", "esc stay").Press("j").Sees("j is no answer")
		ask(newFake(shop()), "x").Sees("y propose to forget it", "n do not")
		ask(pending(moved()), "r", "D").Sees("y reject all 3", "n do not").Press("y").Sees("3/3")
	}
	// On a screen where nothing is seen no question is answered but that one.
	s := scenario(t, pending(moved())).Press("r", "D").Size(20, 6).Sees("terminal too small", "q quits").Press("y", "A", "C").Size(120, 40).Sees("0/3 decided", "Sure?")
	s.Size(10, 3).Press("q").Quits()
}

// TestSignsAreFound: the help finds the signs by what people call them, and by what they mean.
func TestSignsAreFound(t *testing.T) {
	for _, words := range []string{"signs", "badges", "legend", "marks"} {
		s := scenario(t, pending(moved())).Press("?").Type("/"+words).Press("enter").Sees("Signs", "the session that the note came from can be read")
		s.Press("esc", "esc", "r", "?").Type("/"+words).Press("enter").Sees("Signs", "undecided, accepted, rejected")
	}
	scenario(t, pending(moved())).Press("?").Type("/session read note").Press("enter").Sees("Signs", "sessions read the note seven times")
	scenario(t, pending(moved())).Press("a", "?").Sees("Signs", "an error: something is lost")
}

// TestMoreIsMarked: whatever does not fit says so, in panes and in boxes, and on a small screen as well.
func TestMoreIsMarked(t *testing.T) {
	many := long()
	for i := range 40 {
		many.Tree[fmt.Sprintf("n%02d.md", i)] = file("---\nname: N\n---\ntext\n")
	}
	many = memoryOf(many.Store, many.Tree, many.Findings)
	s := scenario(t, newFake(many)).Sees("1-36/45 ↓").Press("G").Misses("1-36/45")
	s.Press("g").Size(80, 24).Sees("1-20/45 ↓", "h index · l note").Press("h").Sees("h note · l topics", "1-20/461 ↓").
		Press("l").Size(40, 12).Sees("Topics 1-10/4", "↓").Press("h").Sees("index 1-10/461", "↓")
	f := newFake(shop())
	f.engines = append(f.engines, f.engines[0], f.engines[1])
	scenario(t, f).Size(40, 12).Press("d").Sees("1-3/4 ↓").Press("esc", "?").Sees("1-9/", "↓").Press("G").Misses("↓")
	scenario(t, pending(moved())).Size(40, 12).Press(":").Sees("1-", "↓")
	ascii := newFake(many).deps()
	ascii.ASCII = true
	uitest.New(t, ascii).Size(40, 12).Sees("Topics 1-10/45 ..")
}

// TestQuotesOfTheLook: where the screen is drawn with ASCII only, the words that reasons and findings quote stand between
// such quotes.
func TestQuotesOfTheLook(t *testing.T) {
	r := moved()
	for id, e := range r.Check.Hunks {
		for i := range e.Flags {
			e.Flags[i].Reason = "nobody says “October”"
		}
		e.Claims = []model.Claim{{Kind: "date", Token: "pnpm", Support: model.Derived, Reason: "“last week” names no day"}}
		e.Citations = []model.Citation{{Verdict: model.Unsupported, Reason: "the line says the opposite: “npm”"}}
		r.Check.Hunks[id] = e
	}
	r.Proposal.Check.Audit = []model.Finding{{Rule: "date", Path: "tone.md", Line: 3, Message: "“soon” means another day"}}
	r.Check.Audit = r.Proposal.Check.Audit
	d := pending(r).deps()
	d.ASCII = true
	s := uitest.New(t, d)
	for _, keys := range []string{"r", ".", "p", "p", "o", "o", "]"} {
		if s.Press(keys); strings.ContainsAny(s.Plain(), "“”") {
			t.Errorf("after %s:\n%s", keys, s.Plain())
		}
	}
	s.Press(".").Sees(`nobody says "October"`, `"last week" names no day`, `the opposite: "npm"`)
	scenario(t, pending(r)).Press("r", ".").Sees("nobody says “October”", "“last week” names no day", "the opposite: “npm”")
}

// TestSameNamesAreToldApart: notes of one name are listed with their files.
func TestSameNamesAreToldApart(t *testing.T) {
	m := shop()
	m.Tree["db/testing.md"] = m.Tree["testing.md"]
	m = memoryOf(m.Store, m.Tree, m.Findings)
	scenario(t, newFake(m)).Sees("│ testing.md: Dat…", "│ db/testing.md: …").Size(80, 24).Sees("│ testing.md:…", "│ db/testing.…")
	scenario(t, newFake(shop())).Misses("testing.md: ")
}

// TestAdviceEndsWithItsReason: the task panel offers no review that is decided, and a key that means another thing
// elsewhere says what it did and how it is taken back.
func TestAdviceEndsWithItsReason(t *testing.T) {
	f := newFake(shop())
	s := scenario(t, f).Press("d", "enter").Do(func() { f.end(model.RunReady, moved()) }).Until("review ready: 3 hunks")
	s.Press("t").Sees("r opens the review").Press("r", "]", "d").Sees("takes it back").Press("u").Sees("0/3 decided").
		Press("D", "y", "C", "enter", "esc", "t").Sees("its review no longer waits").Misses("opens the review")
}

// TestRoomsFitAllSizes: no screen and no box breaks its frame, however small the terminal; each frame is checked on
// the way. Where nothing can be shown that is said, and the terminal may grow again.
func TestRoomsFitAllSizes(t *testing.T) {
	for name, to := range rooms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := to(t)
			for _, size := range [][2]int{{120, 40}, {200, 60}, {119, 23}, {80, 24}, {79, 24}, {60, 20}, {40, 12}, {39, 12}, {20, 6}, {10, 3}, {1, 1}, {0, 0}, {80, 12}, {40, 60}} {
				s.Size(size[0], size[1]).Press("G", "pgup", "J")
				if size[0] == 20 && name != "leaving" {
					s.Sees("terminal too small", "q quits")
				}
			}
			if s.Size(120, 40).Press("0"); s.Over() || len(strings.TrimSpace(s.Plain())) < 100 {
				t.Errorf("nothing is left of it:\n%s", s.Plain())
			}
		})
	}
}

// TestLogSaysNoUntruth: a run whose steps are shown has run.
func TestLogSaysNoUntruth(t *testing.T) {
	rooms["log"](t).Press("enter").Sees("the steps of this run are shown").Misses("no dream has run yet")
}
