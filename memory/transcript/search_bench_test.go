package transcript

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// sizeEnv sets the megabytes of the search benchmark, dirEnv a folder that is kept between runs.
const sizeEnv, dirEnv = "SEARCH_MB", "SEARCH_DIR"

// writeWorld writes transcripts as they are found on disk: lines of 8 KB in the middle, many short and
// some of hundreds of KB, in the middle of it one that is a fifth of everything; half of the bytes are
// snapshots and pictures that nobody said, the rest is talk, code and the output of tools, a part of it
// with all that is not ASCII escaped.
func writeWorld(tb testing.TB, dir string, size int) []File {
	tb.Helper()
	rnd := rand.New(rand.NewPCG(7, 8))
	const per = 24 << 20
	var files []File
	for n, left := 0, size; left > 0; n++ {
		path := filepath.Join(dir, fmt.Sprintf("%08x-session.jsonl", rnd.Uint32()))
		out, err := os.Create(path)
		if err != nil {
			tb.Fatal(err)
		}
		w := bufio.NewWriterSize(out, 1<<20)
		written := 0
		if n == 1 {
			written += pictureLine(w, size/5)
		}
		for room := min(per, left); written < room; {
			written += worldLine(w, rnd)
		}
		left -= written
		if err := w.Flush(); err != nil {
			tb.Fatal(err)
		}
		if err := out.Close(); err != nil {
			tb.Fatal(err)
		}
		f, err := At(path)
		if err != nil {
			tb.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// pictureLine writes a picture that takes so many bytes.
func pictureLine(w *bufio.Writer, size int) int {
	n, _ := w.WriteString(`{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","data":"`)
	block := strings.Repeat("iVBORw0KGgoAAAANSUhEUgAAB4AAAAQ4CAYAAADo08FDAAAAAXNSR0IArs4c6Q", 1024)
	for n < size {
		m, _ := w.WriteString(block)
		n += m
	}
	m, _ := w.WriteString(`"}}]}}` + "\n")
	return n + m
}

var prose = strings.Fields("the a to of and in is that it for on with as this was be are by at from we you run test file " +
	"build error line value return function config update change should would because before after while branch commit " +
	"database migration server client request response token cache query index schema deploy staging release version")

// worldLine writes a record.
func worldLine(w *bufio.Writer, rnd *rand.Rand) int {
	var b strings.Builder
	size := int(8192 * []float64{0.05, 0.2, 0.6, 1, 1, 1.2, 2, 4, 30}[rnd.IntN(9)] * (0.7 + 0.6*rnd.Float64()))
	role := []string{"user", "assistant", "attachment", "system"}[rnd.IntN(4)]
	fmt.Fprintf(&b, `{"parentUuid":"%08x-6d0e-4f7a-8b95-1c2d3e4f5a6b","isSidechain":false,"type":%q,"uuid":"%08x","timestamp":`+
		`"2026-11-05T08:%02d:%02dZ","cwd":"/home/dev/acme","message":{"role":%q,"content":[{"type":"text","text":"`,
		rnd.Uint32(), role, rnd.Uint32(), rnd.IntN(60), rnd.IntN(60), role)
	kind := rnd.IntN(6)
	for b.Len() < size {
		switch word := prose[rnd.IntN(len(prose))]; {
		case kind == 0:
			b.WriteString([]string{"毎秒データ", "を確認する。", "設定", "память", "größer"}[rnd.IntN(5)])
		case kind == 1:
			b.WriteString([]string{`\u6bce\u79d2`, `\u30c7\u30fc\u30bf `, `\u00e9t\u00e9 `}[rnd.IntN(3)])
		case kind == 2:
			fmt.Fprintf(&b, `\tif %s != nil {\n\t\treturn \"%s\"\n\t}\n`, word, word)
		case rnd.IntN(12) == 0:
			b.WriteString(word + `.\n`)
		default:
			b.WriteString(word + " ")
		}
	}
	if rnd.IntN(200) == 0 {
		b.WriteString(" where the zebra crosses ")
	}
	b.WriteString(`"}]}}` + "\n")
	n, _ := w.WriteString(b.String())
	return n
}

// benchWorld makes the world of a benchmark, or takes the one that was kept.
func benchWorld(b *testing.B) (string, []File) {
	b.Helper()
	size := 64
	if s := os.Getenv(sizeEnv); s != "" {
		var err error
		if size, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	dir := os.Getenv(dirEnv)
	if dir == "" {
		dir = b.TempDir()
	}
	files, _, err := Files([]string{dir})
	if err != nil {
		b.Fatal(err)
	}
	if len(files) == 0 {
		files = writeWorld(b, dir, size<<20)
	}
	return dir, files
}

// shownHits is how many hits a search is ended after where nobody asks for all.
const shownHits = 1000

// BenchmarkSearch is our search and that of ripgrep over the same files, one after the other in one run: of words
// that are rare, and of words that stand in most lines, up to a limit and all of them. Set SEARCH_MB=1000 for the
// size that the budget speaks of; it needs the room in the temp folder.
func BenchmarkSearch(b *testing.B) {
	dir, files := benchWorld(b)
	for _, word := range []string{"zebra", "needle", "Redis", "token", "the cache", "毎秒", "память", "größer"} {
		b.Run(word+"/some", func(b *testing.B) { benchSearch(b, dir, files, Query{word, shownHits}) })
		b.Run(word+"/all", func(b *testing.B) { benchSearch(b, dir, files, Query{Words: word}) })
	}
}

func benchSearch(b *testing.B, dir string, files []File, q Query) {
	rg, missing := exec.LookPath("rg")
	b.SetBytes(total(files))
	var ours, theirs time.Duration
	hits := 0
	for b.Loop() {
		hits = 0
		start := time.Now()
		if _, err := Search(context.Background(), files, q, func(Hit) error { hits++; return nil }); err != nil {
			b.Fatal(err)
		}
		ours += time.Since(start)
		if missing == nil {
			b.StopTimer()
			start = time.Now()
			// It fails where it finds nothing, which is no matter here.
			_ = exec.Command(rg, "-F", "-i", "-c", "--no-messages", q.Words, dir).Run()
			theirs += time.Since(start)
			b.StartTimer()
		}
	}
	b.ReportMetric(float64(hits), "hits")
	if missing == nil {
		b.ReportMetric(ours.Seconds()/theirs.Seconds(), "of-rg")
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/(1<<20), "MB-sys")
}
