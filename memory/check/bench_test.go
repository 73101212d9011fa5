package check

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// words are what the generated talk and notes are made of.
var words = strings.Fields("gateway port server build deploy release note review branch token cache queue worker " +
	"index parser budget limit timeout version image label cluster node schema table column backup restore mirror " +
	"camera sensor motor battery charge route carrier parcel invoice order refund coupon cart session login cookie " +
	"theme layout banner font colour palette sample buffer threshold filter export import pipeline partition")

func sentence(rnd *rand.Rand) string {
	w := func() string { return words[rnd.Intn(len(words))] }
	return fmt.Sprintf("the %s %s of the %s uses %s %d and %s-%d since the %s changed", w(), w(), w(), w(), rnd.Intn(5000), w(), rnd.Intn(40), w())
}

// talks writes about size bytes of transcripts of which the given share is conversation.
func talks(b *testing.B, size int, share float64) []transcript.File {
	b.Helper()
	rnd := rand.New(rand.NewSource(4))
	dir := b.TempDir()
	noise := `{"type":"attachment","attachment":{"type":"prompt_snapshot","text":"` +
		strings.Repeat(`a line of a prompt with \"quotes\" and \n ends, {braces} and \"user\" words `, 110) + `"},"uuid":"u"}` + "\n"
	for n := 0; n < size; n += 10 << 20 {
		var buf bytes.Buffer
		talk := 0
		for at := 0; buf.Len() < 10<<20; at++ {
			if float64(talk) < share*float64(buf.Len()+1) {
				line := record([]string{"u", "a", "t"}[at%3], sentence(rnd)+". "+sentence(rnd), time.Unix(int64(1.78e9)+int64(at), 0))
				talk += len(line)
				buf.WriteString(line)
				continue
			}
			buf.WriteString(noise)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%08d.jsonl", n)), buf.Bytes(), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	files, _, err := transcript.Files([]string{dir})
	if err != nil {
		b.Fatal(err)
	}
	return files
}

// proposal makes a memory of notes in which every third line was changed.
func proposal(hunks int) (base, proposed model.Tree, changes string) {
	rnd := rand.New(rand.NewSource(5))
	base, proposed = model.Tree{}, model.Tree{}
	for n := 0; n < hunks; n += 10 {
		var old, new strings.Builder
		path := fmt.Sprintf("note-%03d.md", n)
		for i := range 30 {
			s := sentence(rnd)
			old.WriteString(s + ".\n")
			if i%3 == 1 {
				s = sentence(rnd)
			}
			new.WriteString(s + ".\n")
		}
		changes += fmt.Sprintf("- %s: brought up to date [00000000:%d]\n", path, 10+n)
		base[path] = model.File{Mode: 0o600, Data: []byte(old.String())}
		proposed[path] = model.File{Mode: 0o600, Data: []byte(new.String())}
	}
	return base, proposed, changes
}

func benchmarkRun(b *testing.B, size int, share float64) {
	base, proposed, text := proposal(300)
	in := Input{
		Base: base, Proposed: proposed, Changes: hunk.Diff(base, proposed), Text: text, Origin: model.OriginModel,
		Transcripts: talks(b, size, share), Zone: time.UTC,
	}
	count := 0
	for _, c := range in.Changes {
		count += len(c.Hunks)
	}
	b.ReportAllocs()
	runtime.GC()
	peak := uint64(0)
	for b.Loop() {
		stop := make(chan struct{})
		done := make(chan struct{})
		go func() { // the heap at its highest, as the budget is one of memory in use
			defer close(done)
			for {
				select {
				case <-stop:
					return
				case <-time.After(20 * time.Millisecond):
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					peak = max(peak, m.HeapInuse)
				}
			}
		}()
		if _, _, err := Run(context.Background(), in); err != nil {
			b.Fatal(err)
		}
		close(stop)
		<-done
	}
	b.ReportMetric(float64(peak)/1e6, "peak-MB")
	b.ReportMetric(float64(count), "hunks")
}

// The budget: 300 hunks against 100 MB of which 5% is conversation, 2 s and 150 MB.
func BenchmarkRun300Hunks100MB(b *testing.B) { benchmarkRun(b, 100<<20, 0.05) }

// A stream that is all conversation, for how the time grows.
func BenchmarkRun300HunksAllTalk(b *testing.B) { benchmarkRun(b, 100<<20, 1) }
