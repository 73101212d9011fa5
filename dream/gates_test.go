package dream

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

// TestOpenSessionsAreNotCounted: a session whose agent runs is going on, however long it has been silent;
// and a dream of anybody's is no session.
func TestOpenSessionsAreNotCounted(t *testing.T) {
	w := newWorld(t)
	const said = `{"type":"user","cwd":"/home/dev/app","message":{"role":"user","content":"hi"}}`
	for _, name := range []string{"s1", "s2", "s3"} {
		w.session(name, said)
	}
	w.session("d1", `{"type":"user","entrypoint":"sdk-cli","cwd":"/home/dev/app","message":{"role":"user","content":"Dream: consolidate the memory files."}}`)
	all, err := os.ReadDir(w.transcripts)
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(w.memory)
	if err != nil {
		t.Fatal(err)
	}
	old := noon.Add(-30 * 24 * time.Hour)
	for _, f := range files {
		if err := os.Chtimes(filepath.Join(w.memory, f.Name()), old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := updateBooks(w.open(), func(b *books) { b.LastRun = noon.Add(-48 * time.Hour) }); err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(w.gates()["sessions"].Have, ",")
	w.store.Open = []model.OpenSession{{Session: "s2", PID: 1}}
	g := w.gates()["sessions"]
	after, _, _ := strings.Cut(g.Have, ",")
	if before != model.Count(len(all)-1, "session") || after != model.Count(len(all)-2, "session") || !strings.Contains(g.Reason, "going on") {
		t.Errorf("%q, then %q: %s", before, after, g.Reason)
	}
}
