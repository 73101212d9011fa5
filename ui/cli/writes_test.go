package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/agent"
	"dreamgate/memory/archive"
	"dreamgate/memory/project"
	"dreamgate/memory/recalled"
	"dreamgate/model"
	"dreamgate/model/recall"
)

// writer is something of ours that is written beside reviews, dreams and notes, which have tests of their own: do
// writes it, and look is what a reader sees of it.
type writer struct {
	do   func() error
	look func() string
}

// writers makes each of them in a folder of its own, with something written before.
var writers = map[string]func(t *testing.T, dir string) writer{
	"the look of the screen": func(t *testing.T, _ string) writer {
		done(t, memory.KeepLook(model.Look{Theme: "dark"}))
		return writer{func() error { return memory.KeepLook(model.Look{Theme: "light"}) }, func() string { return fmt.Sprint(memory.ReadLook()) }}
	},
	"the look as it comes": func(t *testing.T, _ string) writer {
		done(t, memory.KeepLook(model.Look{Theme: "dark"}))
		return writer{func() error { return memory.KeepLook(model.Look{}) }, func() string { return fmt.Sprint(memory.ReadLook()) }}
	},
	"the agent's settings": func(t *testing.T, dir string) writer {
		write(t, dir, map[string]string{"settings.json": "{}\n"})
		do := func() error {
			s, err := agent.Open(dir)
			if err != nil {
				return err
			}
			_, err = s.Write(context.Background(), []byte(`{"hooks":{}}`+"\n"), time.Now())
			return err
		}
		return writer{do, func() string { return read(t, filepath.Join(dir, "settings.json")) }}
	},
	"a yes to a memory": func(t *testing.T, dir string) writer {
		library := project.New(dir, time.Now, nil)
		do := func() error { return library.Trust(model.Store{Dir: dir}) }
		return writer{do, func() string { return fmt.Sprint(stateHolds(t, "trusted.json", dir)) }}
	},
	"lines of sessions": func(t *testing.T, dir string) writer {
		write(t, dir, map[string]string{"s.jsonl": "{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n"})
		keep := func(line int) error {
			return archive.Keep(context.Background(), "s-1", []archive.Kept{{Session: "s", Path: filepath.Join(dir, "s.jsonl"), Lines: []int{line}, New: 1}}, now)
		}
		done(t, keep(1))
		return writer{func() error { return keep(3) }, func() string {
			var held []string
			for _, f := range archive.Files("s-1") {
				held = append(held, read(t, f.Path))
			}
			return strings.Join(held, "|")
		}}
	},
	"what a session was given": func(t *testing.T, _ string) writer {
		given := func() (*recalled.Session, error) { return recalled.Open("s-1", "x") }
		do := func() error {
			s, err := given()
			if err != nil {
				return err
			}
			defer s.Close()
			if len(s.Notes) > 0 {
				return nil
			}
			return s.Add([]recall.Addition{{Path: "a.md", Units: 7}}, model.Tree{"a.md": {ModTime: now}}, now)
		}
		return writer{do, func() string {
			s, err := given()
			done(t, err)
			defer s.Close()
			return fmt.Sprint(s.Units, len(s.Notes))
		}}
	},
}

func done(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// stateHolds reports whether a file of a name that says a word lies in the state of any store.
func stateHolds(t *testing.T, name, word string) bool {
	for _, id := range memory.States() {
		root, err := memory.FindState(id)
		done(t, err)
		f, err := root.ReadFile(name)
		root.Close()
		if err == nil && strings.Contains(string(f.Data), word) && strings.HasSuffix(string(f.Data), "}") {
			return true
		}
	}
	return false
}

// TestWritersFail dies at each operation of each writer, and lets each fail in turn: what a reader sees is the old or
// the new, an error is told where it is the old, and the next try does it.
func TestWritersFail(t *testing.T) {
	broken, calm := errors.New("broken"), func(string, string) error { return nil }
	t.Cleanup(func() { memory.FaultEverywhere(calm) })
	counts := map[string]int{}
	for name, lay := range writers {
		for _, dies := range []bool{true, false} {
			for n := 1; ; n++ {
				dir, err := filepath.EvalSymlinks(bare(t))
				done(t, err)
				w := lay(t, dir)
				before, count := w.look(), 0
				memory.FaultEverywhere(func(string, string) error {
					switch count++; {
					case count >= n && dies:
						panic(broken)
					case count == n:
						return broken
					}
					return nil
				})
				err, died := tried(w.do)
				memory.FaultEverywhere(calm)
				after := w.look()
				if again := w.do(); again != nil {
					t.Fatalf("%s, operation %d: the next try: %v", name, n, again)
				}
				whole := w.look()
				if after != before && after != whole || whole == before || err == nil && !died && after != whole {
					t.Fatalf("%s, operation %d, dies %v: %q, then %q, then %q: %v", name, n, dies, before, after, whole, err)
				}
				if count < n {
					break
				}
				counts[name]++
			}
		}
	}
	for name := range writers {
		if counts[name] < 6 {
			t.Errorf("%s: %d points", name, counts[name])
		}
	}
	t.Logf("points: %v", counts)
}

// tried is what a writer returns, or that it died of the seam.
func tried(do func() error) (err error, died bool) {
	defer func() { died = recover() != nil }()
	return do(), false
}

// TestFreshFails lets each operation of a result folder fail: the error is told, and a failed one is seen as not empty.
func TestFreshFails(t *testing.T) {
	t.Cleanup(func() { memory.FaultEverywhere(func(string, string) error { return nil }) })
	points := 0
	for n := 1; ; n++ {
		out, count := filepath.Join(t.TempDir(), "out"), 0
		memory.FaultEverywhere(func(string, string) error {
			if count++; count == n {
				return errors.New("broken")
			}
			return nil
		})
		_, err := memory.WriteFresh(out, model.Tree{"a.md": {Mode: 0o600, Data: []byte("a\n")}, "sub/b.md": {Mode: 0o644, Data: []byte("b\n")}})
		if count < n {
			done(t, err)
			break
		}
		points++
		if err == nil && read(t, filepath.Join(out, "sub", "b.md")) != "b\n" {
			t.Errorf("operation %d: no error, and not written", n)
		}
		for _, p := range []string{"a.md", filepath.Join("sub", "b.md")} {
			if data, rerr := os.ReadFile(filepath.Join(out, p)); rerr == nil && len(data) != 2 {
				t.Errorf("operation %d: half of %s", n, p)
			}
		}
	}
	t.Logf("%d points", points)
}
