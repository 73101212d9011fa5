package check

import (
	"fmt"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestOverLimit: an index that is cut before and after is no new fault of a proposal that makes it
// smaller, and one of a proposal that makes it larger.
func TestOverLimit(t *testing.T) {
	index := func(lines int) model.Tree {
		var b strings.Builder
		for i := range lines {
			fmt.Fprintf(&b, "- fact %d\n", i)
		}
		return model.Tree{model.IndexName: {Mode: 0o644, Data: []byte(b.String())}}
	}
	for _, c := range []struct {
		old, now int
		flagged  bool
	}{{300, 250, false}, {300, 310, true}, {190, 210, true}, {300, 190, false}} {
		in := Input{Base: index(c.old), Proposed: index(c.now), Origin: model.OriginPerson}
		in.Changes = hunk.Diff(in.Base, in.Proposed)
		got, _, err := Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		flagged := false
		for _, e := range got.Hunks {
			for _, f := range e.Flags {
				flagged = flagged || f.Kind == flagOverLimit
			}
		}
		if flagged != c.flagged {
			t.Errorf("%d lines to %d: over the limit is %v, want %v", c.old, c.now, flagged, c.flagged)
		}
	}
}
