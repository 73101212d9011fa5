package kept

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/memory"
)

// lay makes a state folder of a store, with a link out of it, and one of another store beside it.
func lay(t *testing.T) (place Place, outside string) {
	t.Helper()
	base := t.TempDir()
	t.Setenv("XDG_STATE_HOME", filepath.Join(base, "state"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(base, "cache"))
	t.Setenv("TMPDIR", filepath.Join(base, "tmp"))
	outside = filepath.Join(base, "outside")
	state := filepath.Join(base, "state", "dreamgate")
	for _, f := range []string{state + "/shop-1/runs/a.json", state + "/shop-1/runs/deep/b.json", state + "/shop-1/closed/c.json",
		state + "/shop-1/aside/d.md", state + "/other-2/runs/e.json", outside + "/theirs.md"} {
		must(t, os.MkdirAll(filepath.Dir(f), 0o700))
		must(t, os.WriteFile(f, []byte("x"), 0o600))
	}
	must(t, os.Symlink(outside, state+"/shop-1/closed/link"))
	places, err := Places()
	must(t, err)
	for _, p := range places {
		if p.Store == "shop-1" {
			return p, outside
		}
	}
	t.Fatalf("%+v", places)
	return Place{}, ""
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// left is what is still there of a place.
func left(t *testing.T, dir string) (names []string) {
	t.Helper()
	_ = filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, filepath.Base(p))
		}
		return nil
	})
	return names
}

// TestRemove takes away what was asked for and its folder, and nothing that a link leads to.
func TestRemove(t *testing.T) {
	p, outside := lay(t)
	must(t, p.Only([]Kind{Reports, Aside}).Remove())
	if got := strings.Join(left(t, p.Dir), " "); got != "c.json link" {
		t.Errorf("left: %s", got)
	}
	must(t, p.Only([]Kind{Reviews}).Remove())
	if _, err := os.Lstat(p.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the empty folder stays: %v", err)
	}
	if got := left(t, outside); len(got) != 1 {
		t.Errorf("behind the link: %q", got)
	}
	if got := left(t, filepath.Join(filepath.Dir(p.Dir), "other-2")); len(got) != 1 {
		t.Errorf("of another store: %q", got)
	}
}

// TestRemoveFailsAnywhere has each operation fail, or be the last: the error names what stays, no other thing does, and
// another try takes the rest.
func TestRemoveFailsAnywhere(t *testing.T) {
	defer memory.FaultEverywhere(func(string, string) error { return nil })
	for _, dies := range []bool{false, true} {
		points := 0
		for n := 1; ; n++ {
			p, outside := lay(t)
			count, at := 0, ""
			memory.FaultEverywhere(func(op, path string) error {
				if count++; count == n || dies && count > n {
					if at = op + " " + path; dies {
						panic("crash")
					}
					return errors.New("the disk is gone")
				}
				return nil
			})
			err := attempt(p)
			memory.FaultEverywhere(func(string, string) error { return nil })
			if at == "" {
				must(t, err)
				break
			}
			points++
			stays := left(t, p.Dir)
			if !dies && (err == nil || !strings.Contains(err.Error(), "the disk is gone") || len(stays) > 3) {
				t.Fatalf("%s: %v, left: %q", at, err, stays)
			}
			must(t, again(t, p))
			if got := left(t, p.Dir); len(got) > 0 || len(left(t, outside)) != 1 {
				t.Fatalf("%s: left after the second try: %q", at, got)
			}
		}
		t.Logf("dies %v: %d operations", dies, points)
		if points < 20 {
			t.Errorf("only %d operations", points)
		}
	}
}

// attempt removes a place, if it does not die of it.
func attempt(p Place) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("died")
		}
	}()
	return p.Remove()
}

// again is another try, unless the first one has left nothing at all.
func again(t *testing.T, p Place) error {
	t.Helper()
	if _, err := os.Lstat(p.Dir); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return p.Remove()
}
