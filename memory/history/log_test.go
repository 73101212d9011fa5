package history

import (
	"testing"
	"time"
)

func TestRewrites(t *testing.T) {
	r := newRepo(t)
	commit := func(message string, at string, files ...string) {
		t.Helper()
		for _, f := range files {
			r.put(f, message+at)
		}
		t.Setenv("GIT_COMMITTER_DATE", at)
		r.git("add", "-A")
		r.git("commit", "-q", "-m", message)
	}
	commit("Accept 2\n\nDreamgate-Review: a\nDreamgate-Origin: model\nDreamgate-Engine: x", "2026-01-02T03:04:05Z", "tone.md", "new\nline.md")
	commit("Accept 1\n\nDreamgate-Origin: rules", "2026-02-02T03:04:05Z", "tone.md")
	commit("Accept 1\n\nDreamgate-Origin: person", "2026-03-02T03:04:05Z", "tone.md", "rule.md")
	commit("It says \"Dreamgate-Origin: model\" in the midst of a line", "2026-03-03T03:04:05Z", "rule.md")
	got, err := Rewrites(t.Context(), r.dir)
	must(t, err)
	if len(got) != 2 {
		t.Errorf("rewritten are %v", got)
	}
	for path, want := range map[string]int{"tone.md": 2, "new\nline.md": 1, "rule.md": 0} {
		if got[path].Count != want || want > 0 && !got[path].Known {
			t.Errorf("%q was rewritten %+v, want %d", path, got[path], want)
		}
	}
	if at := time.Date(2026, 2, 2, 3, 4, 5, 0, time.UTC); !got["tone.md"].Last.Equal(at) {
		t.Errorf("last rewritten at %s, want %s", got["tone.md"].Last, at)
	}
}

func TestRewritesWithoutHistory(t *testing.T) {
	got, err := Rewrites(t.Context(), bare(t).dir)
	if got != nil || err != nil {
		t.Errorf("got %v, %v; want nothing to count in", got, err)
	}
}
