package history

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestRecent: the newest commits of a folder, and of no other one of its repository.
func TestRecent(t *testing.T) {
	r := bare(t)
	ctx := context.Background()
	if list, err := Recent(ctx, t.TempDir(), 9); err != nil || len(list) > 0 {
		t.Errorf("without a repository: %v, %v", list, err)
	}
	r.git("init", "-q", "-b", "main")
	if list, err := Recent(ctx, r.dir, 9); err != nil || len(list) > 0 {
		t.Errorf("without a commit: %v, %v", list, err)
	}
	for _, c := range [][2]string{{"app/a.go", "Ask twice \x1b[31m"}, {"docs/x.md", "Write it down"}, {"app/a.go", "Ask once"}} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(r.dir, c[0])), 0o700))
		r.put(c[0], c[1])
		r.git("add", "-A")
		r.git("commit", "-q", "-m", c[1]+"\n\nA body.")
	}
	for _, c := range []struct {
		dir  string
		most int
		want []string
	}{
		{".", 9, []string{"Ask once", "Write it down", "Ask twice \x1b[31m"}},
		{".", 2, []string{"Ask once", "Write it down"}},
		{"app", 9, []string{"Ask once", "Ask twice \x1b[31m"}},
		{"docs", 9, []string{"Write it down"}},
	} {
		list, err := Recent(ctx, filepath.Join(r.dir, c.dir), c.most)
		if err != nil || len(list) != len(c.want) {
			t.Errorf("%s: %v, %v", c.dir, list, err)
			continue
		}
		for i, h := range list {
			if h.Subject != c.want[i] || len(h.Hash) < 4 || h.At.IsZero() {
				t.Errorf("%s: %+v, want %q", c.dir, h, c.want[i])
			}
		}
	}
}
