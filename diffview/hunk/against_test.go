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

func approved(path, text string) model.Approvals {
	return model.Approvals{Files: map[string]model.Approval{path: {There: true, File: hunktest.Text(text)}}}
}

func TestAgainst(t *testing.T) {
	const a = "a.md"
	for _, c := range []struct {
		name, was, now, proposed string
		// since counts what was changed and not reviewed; mixed is the hunk against the approved text, "" if it is as it was.
		since int
		mixed string
	}{
		{"nothing since", "1\n2\n3\n", "1\n2\n3\n", "1\nb\n3\n", 0, ""},
		{"elsewhere", "1\n2\n3\n", "one\n2\n3\n", "one\n2\nc\n", 1, ""},
		{"the same line", "1\n2\n3\n", "1\nagent\n3\n", "1\ndream\n3\n", 1, "2: 2|dream"},
		{"put back", "1\n2\n3\n", "1\nagent\n3\n", "1\n2\n3\n", 1, "2: 2|2"},
		{"a part of what came", "1\n2\n", "1\nx\ny\nz\n2\n", "1\nx\nb\nz\n2\n", 1, "1: |x b z"},
		{"into what came", "1\n2\n", "1\nx\ny\n2\n", "1\nx\nnew\ny\n2\n", 1, "1: |x new y"},
		{"over two", "1\n2\n3\n4\n5\n", "1\nx\n3\ny\n5\n", "1\nB\n5\n", 2, "2: 2 3 4|B"},
		{"behind it", "1\n2\n", "1\nx\n2\n", "1\nx\n2\n3\n", 1, ""},
	} {
		base := one(a, c.now)
		since := Since(approved(a, c.was), base)
		n := Total(since)
		change := model.Change{}
		if len(since) > 0 {
			change = since[0]
		}
		got := ""
		for _, h := range Diff(base, one(a, c.proposed))[0].Hunks {
			if out, mixed := Against(h, []byte(c.now), change); mixed {
				flat := func(s []string) string { return strings.TrimSpace(strings.ReplaceAll(strings.Join(s, ""), "\n", " ")) }
				got += fmt.Sprintf("%d: %s|%s", out.OldStart, flat(out.Removed), flat(out.Added))
			}
		}
		if n != c.since || got != c.mixed {
			t.Errorf("%s: %d since, against the approved it is %q, want %d and %q", c.name, n, got, c.since, c.mixed)
		}
	}
	if got := Since(model.Approvals{Files: map[string]model.Approval{a: {}}}, one(a, "x\n")); len(got) != 1 || got[0].Status != model.Added {
		t.Errorf("a note that was let go and is back: %+v", got)
	}
	if got := Since(model.Approvals{}, one(a, "x\n")); got != nil {
		t.Errorf("nothing was ever approved: %+v", got)
	}
}

// TestAgainstLaws: a hunk against the approved text, put into the base in the place of its lines, is the hunk; and
// into the approved text, what is approved and proposed.
func TestAgainstLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 3))
	text := func(from []string) []string {
		out := slices.Clone(from)
		for range rng.IntN(5) {
			i := rng.IntN(len(out) + 1)
			out = slices.Insert(out, i, fmt.Sprintf("%d\n", rng.IntN(9)))
			if j := rng.IntN(len(out)); rng.IntN(2) == 0 {
				out = slices.Delete(out, j, j+1)
			}
		}
		return out
	}
	mixed := 0
	for range 20_000 {
		was := text([]string{"a\n", "b\n", "c\n", "d\n"})
		now := text(was)
		proposed := text(now)
		base := one("a.md", strings.Join(now, ""))
		since := Since(approved("a.md", strings.Join(was, "")), base)
		changes := Diff(base, one("a.md", strings.Join(proposed, "")))
		if len(since) == 0 || len(changes) == 0 {
			continue
		}
		for _, h := range changes[0].Hunks {
			out, ok := Against(h, base["a.md"].Data, since[0])
			if !ok {
				continue
			}
			mixed++
			from := out.OldStart - 1
			if len(out.Removed) == 0 {
				from = out.OldStart
			}
			if from < 0 || from+len(out.Removed) > len(was) || !slices.Equal(was[from:from+len(out.Removed)], out.Removed) {
				t.Fatalf("%q to %q to %q: %+v takes away what was not approved there", was, now, proposed, out)
			}
			at := out.NewStart - 1
			if len(out.Added) == 0 {
				at = out.NewStart
			}
			alone, err := Apply(base, changes, model.Decisions{h.ID: model.Accepted})
			if err != nil {
				t.Fatal(err)
			}
			// Where it stands if it alone is accepted: what the hunks before it add and take away is not there.
			for _, other := range changes[0].Hunks {
				if other.ID == h.ID {
					break
				}
				at -= len(other.Added) - len(other.Removed)
			}
			made := Lines(alone["a.md"].Data)
			if at < 0 || at+len(out.Added) > len(made) || !slices.Equal(made[at:at+len(out.Added)], out.Added) {
				t.Fatalf("%q to %q to %q: %+v brings what is not proposed there", was, now, made, out)
			}
		}
	}
	if mixed < 1000 {
		t.Errorf("only %d", mixed)
	}
}
