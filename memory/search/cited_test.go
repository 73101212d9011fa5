package search

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/memory/archive"
	"dreamgate/model"
)

// TestCitedLine: a line that something rests on is known by its session and number alone, and opens with
// what stands around it, also where only a line is kept of a session that is gone.
func TestCitedLine(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	shop := memoryAt(t, "shop", map[string]string{
		"memory/MEMORY.md": "- none\n",
		"s1.jsonl":         turn("user", "the port is 5432") + "{}\n" + turn("user", "the port is 6543 now") + turn("assistant", "noted"),
		"s2.jsonl":         turn("user", "one") + turn("user", "two of it") + turn("user", "three"),
	})
	shop.ID = "shop-1"
	gone := filepath.Join(shop.Transcripts[0], "s2.jsonl")
	if err := archive.Keep(context.Background(), shop.ID, []archive.Kept{{Session: "s2", Path: gone, Lines: []int{2}, New: 1}}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		session string
		line    int
		words   string
		lines   []int
		at      int
		kept    bool
		err     string
	}{
		{session: "s1", line: 3, words: "6543", lines: []int{1, 3, 4}, at: 1},
		{session: "s1", line: 1, lines: []int{1, 3, 4}},
		{session: "s1", line: 2, err: "nobody's words"},
		{session: "s1", line: 9, err: "no line 9: it has 4 lines"},
		{session: "s2", line: 2, words: "two", lines: []int{2}, kept: true},
		{session: "s2", line: 3, err: "not among those that were kept"},
		{session: "s3", line: 1, err: "the session is gone"},
	} {
		// The store as a run on disk has it is found again by its folder.
		for _, store := range []model.Store{shop, {Dir: shop.Dir}} {
			got, err := New(library{stores: []model.Store{shop}}).Passage(context.Background(), model.Hit{Store: store, Session: c.session, Line: c.line}, c.words)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("%s:%d: %v, want %q", c.session, c.line, err, c.err)
				}
				continue
			}
			if err != nil || got.At != c.at || got.Kept != c.kept || len(got.Lines) != len(c.lines) {
				t.Errorf("%s:%d: %+v %v", c.session, c.line, got, err)
				continue
			}
			for i, l := range got.Lines {
				if l.Line != c.lines[i] {
					t.Errorf("%s:%d: line %d is %d", c.session, c.line, i, l.Line)
				}
			}
			if marks := got.Lines[got.At].Marks; len(marks) > 0 != (c.words != "") {
				t.Errorf("%s:%d: marks %v", c.session, c.line, marks)
			}
		}
	}
}
