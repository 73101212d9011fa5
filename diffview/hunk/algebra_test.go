package hunk

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// TestOrder: in which order hunks were decided, and how often one was decided anew, does not show in the
// result, nor does the order of the files.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 5))
	for round := range 500 {
		base, proposed := model.Tree{}, model.Tree{}
		for i := range 3 {
			old, new, there, stays := hunktest.Random(rng)
			p := fmt.Sprintf("n%d.md", i)
			if there {
				base[p] = old
			}
			if stays || !there {
				proposed[p] = new
			}
		}
		changes := Diff(base, proposed)
		last := model.Decisions{}
		var ids []string
		for _, c := range changes {
			for _, h := range c.Hunks {
				ids = append(ids, h.ID)
				last[h.ID] = model.Decision(rng.IntN(3))
			}
		}
		want, err := Apply(base, changes, last)
		if err != nil {
			t.Fatal(err)
		}
		d := model.Decisions{}
		for _, i := range rng.Perm(2 * len(ids)) {
			d[ids[i%len(ids)]] = model.Decision(rng.IntN(3))
		}
		for _, i := range rng.Perm(len(ids)) {
			d[ids[i]] = last[ids[i]]
		}
		turned := slices.Clone(changes)
		rng.Shuffle(len(turned), func(i, j int) { turned[i], turned[j] = turned[j], turned[i] })
		got, err := Apply(base, turned, d)
		if err == nil {
			err = same(got, want)
		}
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
}

// TestOneByOne: hunks that are carried out one at a time, in any order, each on what the one before it
// left, come to what all of them come to at once.
func TestOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 31))
	steps := 0
	for round := range 400 {
		// No two lines are the same: of two that are, either may be the one that goes.
		base, proposed, _, _ := distinct(rng)
		r := reviewOf(model.Tree{"a.md": hunktest.Text(base)}, model.Tree{"a.md": hunktest.Text(proposed)})
		for len(r.Whole) > 0 {
			hunks := r.Whole[0].Hunks
			h := hunks[rng.IntN(len(hunks))]
			live, err := Apply(r.Base, r.Whole, model.Decisions{h.ID: model.Accepted})
			if err != nil {
				t.Fatal(err)
			}
			next, moved, err := Rebase(r, live)
			if err != nil || moved.Done != 1 || len(moved.Clashes)+len(moved.Left) > 0 {
				t.Fatalf("round %d: %+v, %v of %q and %q", round, moved, err, base, proposed)
			}
			r = next
			steps++
		}
		if got := string(r.Base["a.md"].Data); got != proposed {
			t.Fatalf("round %d: %q, not %q", round, got, proposed)
		}
	}
	if steps < 1000 {
		t.Errorf("only %d steps were taken", steps)
	}
}

// TestEditAnyhow edits random hunks, split or not, and holds the result against one that is put together
// from the lines around them: what a person wrote stands there as it was written, but for the end
// of its last line, which is that of the place.
func TestEditAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 41))
	edits := 0
	for round := range 2000 {
		old, new, _, _ := hunktest.Random(rng)
		base := model.Tree{"a.md": old}
		changes := Diff(base, model.Tree{"a.md": new})
		if len(changes) == 0 || changes[0].Hunks[0].Kind != model.HunkText {
			continue
		}
		lines := Lines(old.Data)
		mine, d := model.Shape{}, model.Decisions{}
		var want strings.Builder
		at := 0
		for _, h := range changes[0].Hunks {
			want.WriteString(strings.Join(lines[at:above(h)], ""))
			at = below(h)
			words, end := fmt.Sprintf("mine %d\nand %s", edits, strings.Repeat("x", rng.IntN(3))), lineEnd(h)
			ok := true
			if end == "\n" { // the others are written as their neighbours are: TestEdit says how
				mine, ok = Edit(mine, h.ID, words+"\n"[:rng.IntN(2)])
			}
			if d[h.ID] = model.Decision(rng.IntN(3)); !ok {
				t.Fatalf("round %d: %s cannot be edited", round, shape(h))
			}
			switch {
			case d[h.ID] != model.Accepted:
				want.WriteString(strings.Join(h.Removed, ""))
			case end == "\n":
				edits++
				want.WriteString(words + end)
			default:
				want.WriteString(strings.Join(h.Added, ""))
			}
		}
		want.WriteString(strings.Join(lines[at:], ""))
		shaped, err := Reshape(changes, mine)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Apply(base, shaped, d)
		if err != nil || string(got["a.md"].Data) != want.String() {
			t.Fatalf("round %d: %q, %v; want %q", round, got["a.md"].Data, err, want.String())
		}
	}
	if edits < 500 {
		t.Errorf("only %d edits were tried", edits)
	}
}

// lineEnd is the end that the added side of a hunk asks of a text in its place: "\n", or another.
func lineEnd(h model.Hunk) string {
	side := h.Added
	if len(side) == 0 {
		side = h.Removed
	}
	if last := side[len(side)-1]; strings.HasSuffix(last, "\n") && !strings.HasSuffix(last, "\r\n") && !crlf(side) {
		return "\n"
	}
	return ""
}

// merged is what two changes of one text come to. Apart says that neither side touched what the other
// did: they took away different lines, put nothing in at one place, and nothing inside what the
// other took away.
type merged struct {
	text  string
	apart bool
}

// distinct makes a text in which no two lines are the same, and two changes of it. What these come to is
// known from how they were made: a line goes if one side took it away, and what a side put in stands
// where it put it.
func distinct(rng *rand.Rand) (base, ours, theirs string, both merged) {
	both.apart = true
	line := func(who string, i int) string {
		return []string{"", "日本 ", "\xff", "- "}[rng.IntN(4)] + who + fmt.Sprint(i) + []string{"\n", "\n", "\r\n"}[rng.IntN(3)]
	}
	churn := 2 + rng.IntN(12)
	var b, m strings.Builder
	var sides [2]strings.Builder
	var gone [2]bool // whether the line above went
	n := rng.IntN(25)
	for i := range n + 1 {
		var in, goes [2]bool
		for s, who := range []string{"ours", "theirs"} {
			if in[s] = rng.IntN(churn) == 0; in[s] {
				l := line(who, i)
				sides[s].WriteString(l)
				m.WriteString(l)
			}
			goes[s] = i < n && rng.IntN(churn) == 0
		}
		for s := range sides {
			both.apart = both.apart && !(in[0] && in[1]) && !(goes[0] && goes[1]) && !(in[s] && gone[1-s] && goes[1-s])
		}
		if gone = goes; i == n {
			break
		}
		l := line("base", i)
		b.WriteString(l)
		for s := range sides {
			if !goes[s] {
				sides[s].WriteString(l)
			}
		}
		if !goes[0] && !goes[1] {
			m.WriteString(l)
		}
	}
	both.text = m.String()
	return b.String(), sides[0].String(), sides[1].String(), both
}

// TestMergeFile holds Merge against `git merge-file`.
func TestMergeFile(t *testing.T) { mergeFiles(t, rand.New(rand.NewPCG(17, 19)), 400) }

// mergeFiles merges random texts. Where git merges, Merge makes the same of them. Where the two sides touched
// different lines, Merge always merges: git does so only where a line stands between their changes,
// and what is right is known there from how the texts were made.
func mergeFiles(t *testing.T, rng *rand.Rand, n int) {
	t.Helper()
	dir := t.TempDir()
	agreed, neighbours, clashed := 0, 0, 0
	for i := range n {
		base, ours, theirs, both := distinct(rng)
		got, clashes := Merge([]byte(base), []byte(ours), []byte(theirs))
		if both.apart && (len(clashes) > 0 || string(got) != both.text) {
			t.Fatalf("%d: %q to %q and %q is %q, %+v", i, base, ours, theirs, got, clashes)
		}
		want, ok := mergeFile(t, dir, base, ours, theirs)
		switch {
		case ok && (len(clashes) > 0 || want != string(got)):
			t.Fatalf("%d: %q to %q and %q is %q, %+v; git has %q", i, base, ours, theirs, got, clashes, want)
		case ok:
			agreed++
		case len(clashes) > 0:
			clashed++
		default:
			neighbours++
		}
	}
	t.Logf("%d merged as git does, %d with changes side by side, which git leaves, %d clashes", agreed, neighbours, clashed)
	if agreed < n/10 || neighbours < n/20 || clashed < n/20 {
		t.Error("that is no test")
	}
}

// TestMergeFileRepeats merges texts of a few lines that stand there again and again. Where git merges, so
// does Merge, and nearly always to the same text: which of some equal lines was taken away is not to be
// told, and the two may settle for different ones.
func TestMergeFileRepeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 99))
	words := []string{"a\n", "b\n", "\n", "- x\n", "c\n", "d\n"}
	change := func(text string) string {
		var b strings.Builder
		for _, l := range Lines([]byte(text)) {
			switch rng.IntN(10) {
			case 0:
			case 1:
				b.WriteString(words[rng.IntN(len(words))] + l)
			case 2:
				b.WriteString(words[rng.IntN(len(words))])
			default:
				b.WriteString(l)
			}
		}
		if rng.IntN(6) == 0 {
			return strings.TrimSuffix(b.String(), "\n")
		}
		return b.String()
	}
	dir := t.TempDir()
	agreed, apart := 0, 0
	for i := range 300 {
		old, _, _, _ := hunktest.Random(rng)
		base := string(old.Data)
		if strings.Contains(base, "\x00") {
			continue // git merges no binary files
		}
		ours, theirs := change(base), change(base)
		want, ok := mergeFile(t, dir, base, ours, theirs)
		got, clashes := Merge([]byte(base), []byte(ours), []byte(theirs))
		switch {
		case ok && len(clashes) > 0:
			t.Fatalf("%d: %q to %q and %q is %q, %+v; git has %q", i, base, ours, theirs, got, clashes, want)
		case ok && want == string(got):
			agreed++
		case ok:
			apart++
		}
	}
	t.Logf("%d merged as git does, %d otherwise", agreed, apart)
	if agreed < 50 || apart > agreed/50 {
		t.Error("the two merge differently")
	}
}

// mergeFile is what git makes of three texts, not ok where it finds a conflict.
func mergeFile(t *testing.T, dir, base, ours, theirs string) (string, bool) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for name, text := range map[string]string{"base": base, "ours": ours, "theirs": theirs} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("git", "merge-file", "-p", "ours", "base", "theirs")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir)}
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	if code := cmd.ProcessState.ExitCode(); err != nil && (code < 0 || code > 127) {
		t.Fatalf("git merge-file: %v", err)
	}
	return out.String(), err == nil
}
