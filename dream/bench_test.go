package dream

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine/offline"
	"dreamgate/model"
)

// large makes a memory of n notes and about n/10 MB of transcripts, a twentieth of it conversation,
// which is what a session of the agent holds.
func large(b *testing.B, n int) Request {
	b.Helper()
	dir := b.TempDir()
	b.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	memory, sessions := filepath.Join(dir, "memory"), filepath.Join(dir, "sessions")
	for _, d := range []string{memory, sessions} {
		if err := os.Mkdir(d, 0o700); err != nil {
			b.Fatal(err)
		}
	}
	var index strings.Builder
	for i := range n {
		fmt.Fprintf(&index, "- [Note %d](note-%d.md) — about matter %d\n", i, i, i)
		text := fmt.Sprintf("---\nname: Note %d\ndescription: about matter %d\ntype: project\n---\n\n", i, i) +
			strings.Repeat(fmt.Sprintf("Matter %d is handled by tool%d, and checked by hand once a week.\n", i, i%97), 20)
		if err := os.WriteFile(filepath.Join(memory, fmt.Sprintf("note-%d.md", i)), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(memory, "MEMORY.md"), []byte(index.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	noise := `{"type":"api-request-shape","data":"` + strings.Repeat("x", 19_000) + `"}`
	for s := range 20 {
		f, err := os.Create(filepath.Join(sessions, fmt.Sprintf("s%d.jsonl", s)))
		if err != nil {
			b.Fatal(err)
		}
		w := bufio.NewWriter(f)
		for i := range n / 4 {
			at := noon.Add(-time.Duration(s*1000+i) * time.Minute).Format(time.RFC3339)
			say := func(who, text string) {
				fmt.Fprintf(w, `{"type":%q,"timestamp":%q,"cwd":"/p","sessionId":"s%d","message":{"role":%q,"content":%q}}`+"\n", who, at, s, who, text)
			}
			say("user", fmt.Sprintf("please look at matter %d and tell me why it is slow; it was fine before, I think", i))
			say("assistant", strings.Repeat("I looked at it and found nothing that explains it. ", 8))
			if i%50 == 0 {
				say("user", fmt.Sprintf("we moved from tool%d to instrument%d", i%97, s))
			}
			fmt.Fprintln(w, noise)
		}
		if err := w.Flush(); err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
	return Request{Memory: memory, Transcripts: []string{sessions}, Engine: offline.New(), Now: noon, Zone: time.UTC}
}

// BenchmarkOffline measures a whole offline dream, from the notes to the judged proposal, at three
// sizes. The largest is the one of the budget: 1,000 notes, 100 MB of transcripts.
func BenchmarkOffline(b *testing.B) {
	for _, n := range []int{250, 500, 1000} {
		b.Run(fmt.Sprintf("%d notes", n), func(b *testing.B) {
			r := large(b, n)
			b.ReportAllocs()
			for b.Loop() {
				got, err := Propose(b.Context(), r)
				if err != nil || got.Unchanged {
					b.Fatal(err, got.Unchanged)
				}
			}
		})
	}
}

// BenchmarkChatter is what one line of a program that says millions of them costs.
func BenchmarkChatter(b *testing.B) {
	r := &run{d: &Dreamer{opt: Options{Now: time.Now}, changed: make(chan struct{}, 1)}}
	b.ReportAllocs()
	for b.Loop() {
		r.hear(model.Event{Text: "a step"})
	}
}
