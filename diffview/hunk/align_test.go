package hunk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// longest is the length of the longest common subsequence, the slow way.
func longest(a, b []int32) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		last := 0
		for j, y := range b {
			keep := row[j+1]
			if x == y {
				row[j+1] = last + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			last = keep
		}
	}
	return row[len(b)]
}

func randomIDs(rng *rand.Rand, n, symbols int) []int32 {
	ids := make([]int32, rng.IntN(n+1))
	for i := range ids {
		ids[i] = int32(rng.IntN(symbols))
	}
	return ids
}

// TestAlign holds that what is kept is the same on both sides, and the most that can be, also where
// every step is cut; with the smallest limits it is still the same on both sides.
func TestAlign(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for i := range 4000 {
		n := 1 + rng.IntN(12)
		a, b := randomIDs(rng, 40, n), randomIDs(rng, 40, n)
		for _, lim := range []limits{lineLimits, {exact: 4, most: 1600}, {exact: 20, most: 100, halve: true}, {exact: 20, most: 20}} {
			keepA, keepB := align(a, b, n, lim)
			x, y := pick(a, keepA), pick(b, keepB)
			if !slices.Equal(x, y) {
				t.Fatalf("%d: %v kept of %v, %v of %v", i, x, a, y, b)
			}
			if want := longest(a, b); lim.most >= 1000 && len(x) != want {
				t.Fatalf("%d: %d kept of %v and %v, want %d", i, len(x), a, b, want)
			}
		}
	}
}

func pick(ids []int32, keep []bool) []int32 {
	out := []int32{}
	for i, k := range keep {
		if k {
			out = append(out, ids[i])
		}
	}
	return out
}

// TestAlignLong compares sequences that are cut many times: nothing may be lost by it.
func TestAlignLong(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, symbols := range []int{2, 30, 1000} {
		a, b := randomIDs(rng, 3000, symbols), randomIDs(rng, 3000, symbols)
		keepA, keepB := align(a, b, symbols, lineLimits)
		if x := pick(a, keepA); !slices.Equal(x, pick(b, keepB)) || len(x) != longest(a, b) {
			t.Errorf("%d symbols: %d kept, want %d", symbols, len(x), longest(a, b))
		}
	}
}

// TestLaws holds the laws for random files.
func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	for range 1500 {
		base, proposed := model.Tree{}, model.Tree{}
		for i := range 1 + rng.IntN(3) {
			old, new, there, stays := hunktest.Random(rng)
			p := fmt.Sprintf("n%d.md", i)
			if there {
				base[p] = old
			}
			if stays || !there {
				proposed[p] = new
			}
		}
		laws(t, base, proposed, Diff(base, proposed))
		if t.Failed() {
			t.Fatalf("of %v\nand %v", base, proposed)
		}
	}
}

func FuzzDiff(f *testing.F) {
	for _, c := range hunktest.Cases {
		f.Add(c.Base["a.md"].Data, c.Proposed["a.md"].Data, uint64(5))
	}
	f.Fuzz(func(t *testing.T, old, new []byte, bits uint64) {
		base, proposed := model.Tree{"a.md": hunktest.Text(string(old))}, model.Tree{"a.md": hunktest.Text(string(new))}
		changes := Diff(base, proposed)
		laws(t, base, proposed, changes)
		d := model.Decisions{}
		for _, c := range changes {
			for i, h := range c.Hunks {
				d[h.ID] = model.Decision(1 + bits>>(i%64)&1)
			}
		}
		half, err := Apply(base, changes, d)
		if err != nil {
			t.Fatal(err)
		}
		// What is left between the half and the whole leads from one to the other.
		rest, err := Apply(half, Diff(half, proposed), all(Diff(half, proposed), model.Accepted))
		if err != nil {
			t.Fatal(err)
		}
		if err := same(rest, proposed); err != nil {
			t.Error(err)
		}
	})
}

// TestLongFiles holds that many lines neither stop the library nor blur what changed.
func TestLongFiles(t *testing.T) {
	var b strings.Builder
	for i := range 70_000 {
		fmt.Fprintln(&b, i+1)
	}
	old := b.String()
	new := strings.Replace(old, "\n65000\n", "\nsixty five thousand\n", 1)
	changes := Diff(model.Tree{"huge.md": hunktest.Text(old)}, model.Tree{"huge.md": hunktest.Text(new)})
	if len(changes) != 1 || len(changes[0].Hunks) != 1 || shape(changes[0].Hunks[0]) != "text -65000,1 +65000,1 1" {
		t.Errorf("changes %v", changes)
	}
}

// TestSettleTrims holds that a comparison that was cut short marks no line that stays at the edge of
// a run, and that the rest of the run then slides.
func TestSettleTrims(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want run
	}{
		{"x a y", "x b y", run{1, 2, 1, 2}},
		{"x y", "x b y", run{1, 1, 1, 2}},
		{"x a a y", "x a y", run{2, 3, 2, 2}},
		{"x y", "x y", run{}},
	} {
		a, b := strings.Fields(c.a), strings.Fields(c.b)
		got := settle([]run{{0, len(a), 0, len(b)}}, a, b)
		if want := []run{c.want}; c.want.empty() && len(got) > 0 || !c.want.empty() && !slices.Equal(got, want) {
			t.Errorf("%q and %q: %v, want %v", c.a, c.b, got, want)
		}
	}
}
