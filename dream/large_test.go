package dream

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// A memory that is larger than what an engine may add is dreamt of like any other; only what is added counts.
func TestLargeMemory(t *testing.T) {
	grow := func(by int) fake {
		return fake{"grows", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
			p := filepath.Join(job.Dir, engine.MemoryDir, "large.md")
			f, err := os.OpenFile(p, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = f.WriteString(strings.Repeat("x", by-1) + "\n")
			return err
		}}
	}
	for _, c := range []struct {
		by          int
		err, report string
	}{
		{by: 100},
		{by: 1500, report: "large.md: it has grown to"},
		{by: 3000, err: "more than the"},
	} {
		w := newWorld(t)
		w.write("large.md", strings.Repeat("line of a large note\n", 500))
		r := w.request(grow(c.by))
		r.Caps = Caps{NoteBytes: 1000, TotalBytes: 2000}
		got, err := Propose(t.Context(), r)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%d more: %v, want %q", c.by, err, c.err)
			}
			continue
		}
		report := strings.Join(got.Proposal.Report, "\n")
		if err != nil || got.Unchanged != (c.report != "") || !strings.Contains(report, c.report) || c.report == "" && report != "" {
			t.Errorf("%d more: %v, unchanged %v, %s", c.by, err, got.Unchanged, report)
		}
	}
}
