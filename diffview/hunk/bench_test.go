package hunk

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// pairsOfFiles are the inputs of the benchmarks: name, old, new.
func pairsOfFiles() [][3]string {
	rng := rand.New(rand.NewPCG(9, 9))
	lines := func(n int, line func(int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
			b.WriteByte('\n')
		}
		return b.String()
	}
	fact := func(i int) string {
		return fmt.Sprintf("- fact %d: the service %d listens on port %d", i, i%97, 1000+i)
	}
	scattered := func(i int) string {
		if i%3 == 0 {
			return fact(i) + ", since May"
		}
		return fact(i)
	}
	perm := rng.Perm(10_000)
	small := func(int) string { return fmt.Sprint("line ", rng.IntN(40)) }
	return [][3]string{
		{"10kAllNew", lines(10_000, fact), lines(10_000, func(i int) string { return "now: " + fact(i) })},
		{"10kScattered", lines(30_000, fact), lines(30_000, scattered)},
		{"10kShuffled", lines(10_000, fact), lines(10_000, func(i int) string { return fact(perm[i]) })},
		{"10kRepeated", lines(10_000, small), lines(10_000, small)},
	}
}

// BenchmarkDiff10k stands beside BenchmarkGit10k: a change of 10,000 lines takes no longer than git
// as a process does.
func BenchmarkDiff10k(b *testing.B) {
	for _, p := range pairsOfFiles() {
		base, proposed := model.Tree{"a.md": hunktest.Text(p[1])}, model.Tree{"a.md": hunktest.Text(p[2])}
		b.Run(p[0], func(b *testing.B) {
			for b.Loop() {
				Diff(base, proposed)
			}
		})
		b.Run("git/"+p[0], func(b *testing.B) {
			dir := b.TempDir()
			for i, name := range []string{"old", "new"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(p[i+1]), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				gitIn(b, dir, nil, "diff", "--no-index", "--", "old", "new")
			}
		})
	}
}

// BenchmarkWorst is the input that costs most: nothing stands once, and little is in order.
func BenchmarkWorst(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 9))
	text := func(n, kinds int) string {
		var s strings.Builder
		for range n {
			fmt.Fprintln(&s, "line", rng.IntN(kinds))
		}
		return s.String()
	}
	for _, n := range []int{3_000, 9_900, 20_000, 100_000} {
		for _, kinds := range []int{3, n / 20} {
			base, proposed := model.Tree{"a.md": hunktest.Text(text(n, kinds))}, model.Tree{"a.md": hunktest.Text(text(n, kinds))}
			b.Run(fmt.Sprintf("%d/%d", n, kinds), func(b *testing.B) {
				for b.Loop() {
					Diff(base, proposed)
				}
			})
		}
	}
}
