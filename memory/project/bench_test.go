package project

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// BenchmarkAudit audits 100 stores of 50 notes and, in the same run, lets cat read the same files:
// the budget is twice the time of cat.
func BenchmarkAudit(b *testing.B) {
	home := b.TempDir()
	files := benchStores(b, home)
	lib := New(filepath.Join(home, ".claude"), time.Now, nil)
	var ours, cat time.Duration
	for b.Loop() {
		start := time.Now()
		memories, err := lib.ReadAll(b.Context())
		ours += time.Since(start)
		if err != nil || len(memories) != 100 || len(memories[0].Notes) != 50 {
			b.Fatalf("%d stores, %v", len(memories), err)
		}
		start = time.Now()
		cmd := exec.Command("cat", files...)
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		cat += time.Since(start)
	}
	b.ReportMetric(float64(ours.Microseconds())/1000/float64(b.N), "ours-ms/op")
	b.ReportMetric(float64(cat.Microseconds())/1000/float64(b.N), "cat-ms/op")
	b.ReportMetric(float64(ours)/float64(cat), "ours/cat")
}

// benchStores writes stores as real ones are: mostly good notes of about a kilobyte, both places of
// the type, a few broken blocks, an orphan and a dead link in every store.
func benchStores(b *testing.B, home string) []string {
	b.Helper()
	var files []string
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
		files = append(files, path)
	}
	for s := range 100 {
		dir := filepath.Join(home, ".claude", "projects", fmt.Sprintf("-w-p%d", s), "memory")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		var index strings.Builder
		index.WriteString("# Memory index\n\n- [Gone](gone.md) — no longer there\n")
		for n := range 50 {
			name := fmt.Sprintf("feedback_rule_%d", n)
			head := fmt.Sprintf("name: rule-%d\ndescription: What to do when the build fails in way %d\n", n, n)
			switch {
			case n%25 == 7:
				head += "origin: a: b\ntype: feedback\n"
			case n%3 == 0:
				head += "metadata:\n  node_type: memory\n  type: feedback\n  originSessionId: 5f0c9d1e-0000-4000-8000-000000000000\n"
			default:
				head += "type: feedback\n"
			}
			write(filepath.Join(dir, name+".md"), "---\n"+head+"---\n\n"+strings.Repeat("Some words of the body of this note. ", 25)+"\n")
			if n != 13 {
				fmt.Fprintf(&index, "- [Rule %d](%s.md) — what to do when the build fails in way %d, and why\n", n, name, n)
			}
		}
		write(filepath.Join(dir, "MEMORY.md"), index.String())
	}
	return files
}

// BenchmarkStores lists 100 stores of three sessions each, as a start of the screen does: a second time in
// one program, and the first time.
func BenchmarkStores(b *testing.B) {
	home := b.TempDir()
	benchStores(b, home)
	for s := range 100 {
		for n := range 3 {
			path := filepath.Join(home, ".claude", "projects", fmt.Sprintf("-w-p%d", s), fmt.Sprintf("s%d-%d.jsonl", s, n))
			text := fmt.Sprintf("{\"type\":\"queue-operation\"}\n{\"type\":\"user\",\"cwd\":\"/w/p%d\",\"message\":{\"role\":\"user\",\"content\":\"hi\"}}\n", s)
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	list := func(lib *Library) {
		if stores, err := lib.Stores(b.Context()); err != nil || len(stores) != 100 || stores[0].Summary.Sessions != 3 {
			b.Fatalf("%d stores, %v", len(stores), err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			list(New(filepath.Join(home, ".claude"), time.Now, nil))
		}
	})
	b.Run("again", func(b *testing.B) {
		lib := New(filepath.Join(home, ".claude"), time.Now, nil)
		for b.Loop() {
			list(lib)
		}
	})
}
