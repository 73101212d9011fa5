package transcript

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/memory"
)

// generated writes transcripts of the given size, 5% of it conversation, as long sessions are.
func generated(b *testing.B, size int) []File {
	b.Helper()
	dir := b.TempDir()
	noise := `{"type":"attachment","attachment":{"type":"prompt_snapshot","text":"` +
		strings.Repeat(`a line of a prompt with \"quotes\" and \n ends, {braces} and a \"user\" `, 120) + `"},"uuid":"u"}` + "\n"
	var talk strings.Builder
	for i := range 3 {
		talk.WriteString(turn("user", fmt.Sprintf("please run step %d of the plan with pnpm test and tell me", i)))
		talk.WriteString(turn("assistant", "I ran it; 214 tests pass and the lint is clean"))
	}
	var files []File
	for n := 0; n < size; n += 10 << 20 {
		var buf bytes.Buffer
		for buf.Len() < 10<<20 {
			buf.WriteString(noise)
			if buf.Len()%(20*talk.Len()) < len(noise) {
				buf.WriteString(talk.String())
			}
		}
		path := filepath.Join(dir, fmt.Sprintf("s%d.jsonl", n))
		if err := os.WriteFile(path, buf.Bytes(), 0o600); err != nil {
			b.Fatal(err)
		}
		f, err := At(path)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

func total(files []File) (n int64) {
	for _, f := range files {
		n += f.Size
	}
	return n
}

func BenchmarkScan100MB(b *testing.B) {
	files := generated(b, 100<<20)
	b.SetBytes(total(files))
	for b.Loop() {
		lines := 0
		for _, f := range files {
			if _, err := Scan(context.Background(), f, func(Line) error { lines++; return nil }); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(lines), "lines")
	}
}

func BenchmarkSearch100MB(b *testing.B) {
	files := generated(b, 100<<20)
	b.SetBytes(total(files))
	for b.Loop() {
		if _, err := Search(context.Background(), files, Query{Words: "zebra"}, func(Hit) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDigest100MB(b *testing.B) {
	files := generated(b, 100<<20)
	b.SetBytes(total(files))
	for b.Loop() {
		root, err := memory.OpenRoot(b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Digest(context.Background(), files, DigestOptions{}, root.Volatile()); err != nil {
			b.Fatal(err)
		}
		root.Close()
	}
}
