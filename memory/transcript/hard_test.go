package transcript

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// spokenAt is a record of a user at a minute of a day; text is JSON-safe.
func spokenAt(day, minute int, text string) string {
	return fmt.Sprintf(`{"type":"user","timestamp":"2026-11-%02dT08:%02d:00Z","cwd":"/p","message":{"role":"user","content":"%s"}}`+"\n",
		day, minute, text)
}

// vast writes a transcript in which a line of so many bytes, all of them a hole in the file, stands
// between two things that were said.
func vast(t *testing.T, dir, name string, size int64) File {
	t.Helper()
	path := filepath.Join(dir, name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	begin := `{"type":"user","message":{"role":"user","content":"`
	for _, do := range []func() error{
		func() error { _, err := f.WriteString(spokenAt(5, 0, "before in "+name) + begin); return err },
		func() error { _, err := f.Seek(size, io.SeekCurrent); return err },
		func() error { _, err := f.WriteString(`"}}` + "\n" + spokenAt(5, 1, "after in "+name)); return err },
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	found, err := At(path)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// peak measures the most bytes that are in use while something is done. What is garbage is collected
// early, so that it is not counted long.
func peak(do func()) (most uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(30))
	stop := make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	})
	do()
	close(stop)
	work.Wait()
	return most
}

// texts are the words of a digest's files, in order.
func texts(got map[string][]DigestLine, session string) (list []string) {
	for _, l := range got["transcripts/"+session+".txt"] {
		list = append(list, l.Text)
	}
	return list
}

// TestDigestOfMuch reads a line of 200 MB, and hundreds of them in sessions, in little memory. What is left
// out is named.
func TestDigestOfMuch(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 800 MB")
	}
	dir := t.TempDir()
	files := []File{vast(t, dir, "long.jsonl", 200<<20)}
	for i := range 10 {
		files = append(files, vast(t, dir, fmt.Sprintf("s%02d.jsonl", i), 60<<20))
	}
	var report DigestReport
	var got map[string][]DigestLine
	used := peak(func() { report, got = digestOf(t, DigestOptions{}, files...) })
	if used > 120<<20 {
		t.Errorf("%d MB were used", used>>20)
	}
	if report.Sessions != 11 || report.Lines != 22 {
		t.Errorf("%+v", report)
	}
	if said := texts(got, "long"); !slices.Equal(said, []string{"before in long.jsonl", "after in long.jsonl"}) {
		t.Errorf("around the long line: %q", said)
	}
	if !slices.Contains(report.Remarks, "long: line 2 is too long, skipped") || len(report.Remarks) != 11 {
		t.Errorf("remarks: %q", report.Remarks)
	}
}

// TestDigestOverTheBound: of more talk than the bound no more is kept in memory, and each session says
// what it lost.
func TestDigestOverTheBound(t *testing.T) {
	const sessions, lines = 40, 2000
	dir := t.TempDir()
	var files []File
	for i := range sessions {
		var b strings.Builder
		for j := range lines {
			b.WriteString(spokenAt(1+i%28, j%60, fmt.Sprintf("line %d of session %d %s", j, i, strings.Repeat("word ", 40))))
		}
		path := filepath.Join(dir, fmt.Sprintf("s%02d.jsonl", i))
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := At(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	var report DigestReport
	used := peak(func() { report, _ = digestOf(t, DigestOptions{Max: 1 << 20}, files...) })
	if used > 60<<20 || report.Bytes > 1<<20+4096 {
		t.Errorf("%d MB were used for a digest of %d bytes", used>>20, report.Bytes)
	}
	if report.Lines+report.LeftOut != sessions*lines {
		t.Errorf("%d lines kept, %d left out, of %d", report.Lines, report.LeftOut, sessions*lines)
	}
	left := 0
	for _, r := range report.Read {
		if left += r.LeftUser; r.Kept+r.LeftUser != lines || r.Lines != lines {
			t.Errorf("%s: %d kept, %d left out, %d read", r.File.Session, r.Kept, r.LeftUser, r.Lines)
		}
		if named := slices.ContainsFunc(report.Remarks, func(s string) bool { return strings.HasPrefix(s, r.File.Session+": over the size bound") }); named != (r.LeftUser > 0) {
			t.Errorf("%s lost %d lines, which is named: %v", r.File.Session, r.LeftUser, named)
		}
	}
	if left != report.LeftOut {
		t.Errorf("%d lines left out by session, %d in all", left, report.LeftOut)
	}
}

// TestDigestOfDamage: NUL bytes, bytes that are no text, and a last line that is cut anywhere neither stop
// the reading nor get into the digest.
func TestDigestOfDamage(t *testing.T) {
	nul := strings.Repeat("\x00", 5000)
	f := store(t, "s.jsonl", spokenAt(5, 0, "one")+nul+"\n"+spokenAt(5, 1, "raw\x00in\x01it")+"\xff\xfe\x80\n"+
		spokenAt(5, 2, "bad \xc3\x28 \xf0\x9f bytes")+spokenAt(5, 3, `escaped \u0000 and \u001b[31m`)+nul)
	report, got := digestOf(t, DigestOptions{}, f)
	want := []string{"one", "rawinit", "bad \ufffd( \ufffd bytes", "escaped and [31m"}
	if said := texts(got, "s"); !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
	remarks := []string{"s: lines 2, 4 are damaged", "s: line 7 is incomplete: still being written"}
	if !slices.Equal(report.Remarks, remarks) || report.Read[0].Lines != 6 {
		t.Errorf("remarks %q, %d lines read", report.Remarks, report.Read[0].Lines)
	}
	// Wherever the last record is cut, nothing is made of the part, and it is read once it is whole.
	last := `{"parentUuid":{},"note":"a}","type":"user","timestamp":"2026-11-05T08:09:00Z","message":{"role":"user","content":"last"}}`
	for cut := range len(last) {
		f := store(t, "t.jsonl", spokenAt(5, 0, "one")+last[:cut])
		report, got := digestOf(t, DigestOptions{}, f)
		if said := texts(got, "t"); len(said) != 1 || report.Read[0].Lines != 1 {
			t.Fatalf("cut at %d: said %q, %d lines read", cut, said, report.Read[0].Lines)
		}
	}
}

// TestDigestOfGrowing: a session that is written on while it is read is read up to where it was when it
// was listed, and the rest is what the next reading gets, once.
func TestDigestOfGrowing(t *testing.T) {
	f := store(t, "s.jsonl", spokenAt(5, 0, "first")+spokenAt(5, 1, "second")+`{"type":"us`)
	w, err := os.OpenFile(f.Path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	stop := make(chan struct{})
	var work sync.WaitGroup
	write := func(s string) {
		if _, err := w.WriteString(s); err != nil {
			t.Error(err)
		}
	}
	write(`er","timestamp":"2026-11-05T08:02:00Z","message":{"role":"user","content":"third"}}` + "\n")
	work.Go(func() {
		more := strings.Repeat(spokenAt(5, 3, "more"), 500)
		// So much goes into a digest whole, however slow the reader is.
		for range 100 {
			select {
			case <-stop:
				return
			default:
				write(more)
			}
		}
	})
	report, got := digestOf(t, DigestOptions{}, f)
	close(stop)
	work.Wait()
	if said := texts(got, "s"); !slices.Equal(said, []string{"first", "second"}) || report.Read[0].Lines != 2 {
		t.Errorf("said %q, %d lines read", said, report.Read[0].Lines)
	}
	grown, err := At(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	_, got = digestOf(t, DigestOptions{From: map[string]int{f.Path: report.Read[0].Lines}}, grown)
	if said := texts(got, "s"); len(said) < 1 || said[0] != "third" || slices.Contains(said, "second") {
		t.Errorf("the next time it is %d lines from %q on", len(said), said[:min(1, len(said))])
	}
}

// TestDigestWindow: a window takes what was said in it, also what was read before, and counts what was
// never read and lies outside.
func TestDigestWindow(t *testing.T) {
	f := store(t, "s.jsonl", spokenAt(1, 0, "read long ago")+spokenAt(2, 0, "old and never read")+spokenAt(9, 0, "new")+
		`{"type":"user","message":{"role":"user","content":"who knows when"}}`+"\n"+spokenAt(10, 0, "newer"))
	since := time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		from  int
		older int
	}{{0, 3}, {1, 2}, {3, 1}, {5, 0}} {
		report, got := digestOf(t, DigestOptions{Since: since, From: map[string]int{f.Path: c.from}}, f)
		if said := texts(got, "s"); !slices.Equal(said, []string{"new", "newer"}) {
			t.Errorf("from %d: said %q", c.from, said)
		}
		if r := report.Read[0]; r.Older != c.older || r.Lines != 5 || report.LeftOut != c.older || len(report.Remarks) != min(1, c.older) {
			t.Errorf("from %d: %d older, left out %d, %q", c.from, r.Older, report.LeftOut, report.Remarks)
		}
	}
}
