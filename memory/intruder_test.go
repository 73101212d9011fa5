package memory

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// special are the ways in which another program puts something in the place of a file that is no file.
var special = map[string]func(t *testing.T, p string){
	"link":   func(t *testing.T, p string) { must(t, os.Symlink("/etc/hostname", p)) },
	"pipe":   mkfifo,
	"folder": func(t *testing.T, p string) { put(t, p, "theirs.md", "theirs") },
}

// TestApplyNeverReplacesWhatIsNoFile puts a link, a pipe or a folder in the place of a file at every moment of
// an apply: it is there afterwards, nothing is written through it, and the rest is all old.
func TestApplyNeverReplacesWhatIsNoFile(t *testing.T) {
	for how, make := range special {
		runs := 0
		for _, target := range []string{"MEMORY.md", "a.md", "gone.md", "mode.md", "sub/also.md"} {
			for n := 1; ; n++ {
				s := newScene(t)
				must(t, os.Mkdir(filepath.Join(s.dir, "sub"), 0o755))
				count := 0
				root, state := s.roots(t, func(op, path string) error {
					if count++; count == n {
						p := filepath.Join(s.dir, filepath.FromSlash(target))
						must(t, os.RemoveAll(p))
						make(t, p)
					}
					return nil
				})
				err := Apply(t.Context(), root, state, "x", s.writes)
				if count < n {
					s.done()
					break
				}
				runs++
				at := fmt.Sprintf("%s for %s at op %d: %v", how, target, n, err)
				got := snapshot(t, s.dir)
				if how == "folder" {
					if got[target+"/theirs.md"] != "-rw-r--r-- theirs" {
						t.Fatalf("%s: %q", at, got)
					}
				} else if strings.HasPrefix(got[target], "-") || got[target] == "" {
					t.Fatalf("%s: %q", at, got)
				}
				if _, err := Recover(t.Context(), root, state); err != nil {
					t.Fatalf("%s, at the next start: %v", at, err)
				}
				delete(got, target)
				delete(got, target+"/theirs.md")
				want := s.old
				if err == nil {
					want = s.new // it came after the last look
				}
				for p, data := range want {
					if p != target && got[p] != data {
						t.Fatalf("%s: %s is %q, want %q", at, p, got[p], data)
					}
					delete(got, p)
				}
				if len(got) != 0 {
					t.Fatalf("%s: left over: %q", at, got)
				}
				s.done()
			}
		}
		t.Logf("%s: %d moments", how, runs)
	}
}

// TestApplyBetweenTwoIntrusions has another program change a file twice around one swap, in all orders of ways
// and at all moments at which that swap can be told: neither version is lost that it has not itself replaced.
func TestApplyBetweenTwoIntrusions(t *testing.T) {
	runs, kept := 0, 0
	for first, one := range intruders {
		for second, two := range intruders {
			for _, target := range []string{"a.md", "gone.md", "sub/also.md"} {
				for _, n := range moments(t, target) {
					for m := n + 1; m < n+6; m++ {
						s := newScene(t)
						must(t, os.Mkdir(filepath.Join(s.dir, "sub"), 0o755))
						p := filepath.Join(s.dir, filepath.FromSlash(target))
						count, seen, wrote := 0, false, false
						root, state := s.roots(t, func(op, path string) error {
							switch count++; count {
							case n:
								wrote = one(p) == nil && first != "delete"
							case m:
								// What it finds there it means to replace.
								now, _ := os.ReadFile(p)
								seen = string(now) == "intruder"
								if two(p) == nil && second != "delete" {
									must(t, os.WriteFile(p, []byte("second intruder"), 0o644))
								}
							}
							return nil
						})
						err := Apply(t.Context(), root, state, "x", s.writes)
						if count < m {
							s.done()
							break
						}
						runs++
						at := fmt.Sprintf("%s, then %s of %s at op %d and %d: %v", first, second, target, n, m, err)
						kept += s.bothThere(t, at, target, second != "delete", wrote && !seen)
						if err != nil && !errors.Is(err, ErrMoved) {
							t.Fatal(at)
						}
						s.done()
					}
				}
			}
		}
	}
	t.Logf("%d pairs of intrusions, %d versions kept aside", runs, kept)
}

// TestApplyKeepsWhatIsNoFile has another program put a link, a pipe or a folder in the place of a note right
// before it is swapped, and write on top of what we put there.
func TestApplyKeepsWhatIsNoFile(t *testing.T) {
	for how, make := range special {
		s := newScene(t)
		p := filepath.Join(s.dir, "a.md")
		swapped, wrote := false, false
		root, state := s.roots(t, func(op, path string) error {
			switch {
			case op == "exchange" && path == "a.md" && !swapped:
				swapped = true
				must(t, os.Remove(p))
				make(t, p)
			case swapped && !wrote:
				wrote = true
				must(t, os.WriteFile(p, []byte("theirs"), 0o644))
			}
			return nil
		})
		err := Apply(t.Context(), root, state, "x", s.writes)
		if !errors.Is(err, ErrMoved) || !strings.Contains(err.Error(), "is a.md.other-1 now") {
			t.Errorf("%s: %v", how, err)
		}
		got := snapshot(t, s.dir)
		if got["a.md"] != "-rw-r--r-- theirs" || got["a.md.other-1"] == "" && got["a.md.other-1/theirs.md"] == "" {
			t.Errorf("%s: %q", how, got)
		}
		if lines, err := Recover(t.Context(), root, state); err != nil || len(lines) != 0 {
			t.Errorf("%s: the next start: %q, %v", how, lines, err)
		}
	}
}

// moments are the operations of an apply at which a file, or what waits beside it, is changed or looked at
// after the preparations, and the two before each.
func moments(t *testing.T, target string) []int {
	t.Helper()
	s := newScene(t)
	defer s.done()
	must(t, os.Mkdir(filepath.Join(s.dir, "sub"), 0o755))
	count, near := 0, map[int]bool{}
	root, state := s.roots(t, func(op, path string) error {
		count++
		if path == target && (op == "exchange" || op == "rename") || op == "rename" && strings.HasPrefix(path, TempPrefix) {
			near[count], near[count-1], near[count+1] = true, true, true
		}
		return nil
	})
	must(t, Apply(t.Context(), root, state, "x", s.writes))
	return slices.Sorted(maps.Keys(near))
}

// bothThere looks for the second version in its place, if there is one, and for the first anywhere if it is owed.
func (s *scene) bothThere(t *testing.T, at, target string, second, first bool) (aside int) {
	t.Helper()
	got, store := snapshot(t, s.dir), snapshot(t, s.state)
	if second && !strings.HasSuffix(got[target], "second intruder") {
		t.Fatalf("%s: the second change is lost: %q", at, got)
	}
	for p, data := range store {
		if strings.HasPrefix(p, asideDir) {
			aside++
			first = first && !strings.HasSuffix(data, " intruder")
		}
	}
	if first && !strings.HasSuffix(got[target], " intruder") {
		t.Fatalf("%s: the first change is lost: %q, %q", at, got, store)
	}
	for p := range got {
		if strings.Contains(p, TempPrefix) {
			t.Fatalf("%s: %s is left", at, p)
		}
	}
	_, state := s.roots(t, nil)
	if left, _ := state.Names(journalDir); len(left) != 0 {
		t.Fatalf("%s: %q is left", at, left)
	}
	return aside
}

// TestApplyIntoAMovedFolder renames a folder away at every moment of an apply and puts another, or a link, in its
// place: what stands in the new place is not touched, nothing is written through the link, and what was there
// before is whole, wherever it is now.
func TestApplyIntoAMovedFolder(t *testing.T) {
	for _, link := range []bool{false, true} {
		runs, written := 0, 0
		for n := 1; ; n++ {
			s := newScene(t)
			put(t, s.dir, "sub/x.md", "old x")
			outside := filepath.Join(filepath.Dir(s.dir), "outside")
			put(t, outside, "x.md", "old x")
			count := 0
			root, state := s.roots(t, func(op, path string) error {
				if count++; count == n {
					sub := filepath.Join(s.dir, "sub")
					must(t, os.Rename(sub, filepath.Join(s.dir, "moved")))
					if link {
						must(t, os.Symlink(outside, sub))
					} else {
						put(t, s.dir, "sub/x.md", "theirs")
					}
				}
				return nil
			})
			err := Apply(t.Context(), root, state, "x", []Write{{"sub/x.md", text("old x", 0o644), text("new x", 0o644), false},
				{"a.md", text("old a", 0o644), text("new a", 0o644), false}})
			if count < n {
				s.done()
				break
			}
			runs++
			at := fmt.Sprintf("link %v, op %d: %v", link, n, err)
			got := snapshot(t, s.dir)
			if theirs := got["sub/x.md"]; !link && theirs != "-rw-r--r-- theirs" {
				t.Fatalf("%s: %q", at, theirs)
			}
			if data, _ := os.ReadFile(filepath.Join(outside, "x.md")); string(data) != "old x" {
				t.Fatalf("%s: written through the link: %q", at, data)
			}
			if was := got["moved/x.md"]; was != "-rw-r--r-- old x" && was != "-rw-r--r-- new x" {
				t.Fatalf("%s: %q", at, was)
			}
			if lines, rerr := Recover(t.Context(), root, state); rerr != nil || len(lines) > 0 {
				t.Fatalf("%s, at the next start: %q, %v", at, lines, rerr)
			}
			if err == nil {
				written++
			} else if got := snapshot(t, s.dir); got["a.md"] != "-rw-r--r-- old a" {
				t.Fatalf("%s: half: %q", at, got)
			}
			s.done()
		}
		t.Logf("link %v: %d moments, %d of them too late", link, runs, written)
	}
}
