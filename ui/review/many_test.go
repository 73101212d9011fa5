package review

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// tidied is a dream that drops a note, and adds one, each with its line of the index.
func tidied() model.Review {
	base := model.Tree{
		"MEMORY.md": text("# Memory\n\n- [Old CI](old-ci.md)\n- [Build](build.md)\n\nMore:\n\n- [Tone](tone.md)\n"),
		"old-ci.md": text("Jenkins.\n"), "tone.md": text("Short.\n"), "topics/build.md": text("make\n"),
	}
	proposed := model.Tree{
		"MEMORY.md":  text("# Memory\n\n- [Build](build.md)\n\nMore:\n\n- [Tone](tone.md)\n- [Deploys](deploys.md)\n"),
		"deploys.md": text("Staging first.\n"), "tone.md": text("Short.\nAnd kind.\n"), "topics/build.md": text("just\n"),
	}
	return review("20261129-1900", base, proposed)
}

// decisionOf is how the hunks of a file stand.
func decisionOf(p *Pane, path string) (out []model.Decision) {
	for _, id := range ids(p.r, path) {
		out = append(out, p.book.now[id])
	}
	return out
}

// TestNoOrphanByOneKey: accepting all that is clean leaves the line of a note whose end is not decided.
func TestNoOrphanByOneKey(t *testing.T) {
	p := opened(tidied(), 120, 30)
	out := press(p, keymap.AcceptClean)
	if !strings.Contains(out.Hint, "1 deletion, 1 index line of theirs left to you") {
		t.Errorf("%+v", out)
	}
	if got := decisionOf(p, "MEMORY.md"); !slices.Equal(got, []model.Decision{model.Undecided, model.Accepted}) {
		t.Errorf("the index: %v", got)
	}
	// Once the end of the note is accepted, so may be its line.
	goTo(t, p, "old-ci.md")
	out = press(p, keymap.Accept)
	if !strings.Contains(out.Hint, "1 hunk of MEMORY.md belongs to it: = accepts it as well") {
		t.Errorf("%+v", out)
	}
	if out = press(p, keymap.Together); !out.Changed || p.book.all.Undecided != 0 {
		t.Errorf("%+v, %+v", out, p.book.all)
	}
	press(p, keymap.Undo)
	if p.book.all.Undecided != 1 {
		t.Error("what belongs to a hunk is no step of its own")
	}
}

func TestTogether(t *testing.T) {
	p := opened(tidied(), 120, 30)
	goTo(t, p, "old-ci.md")
	shows(t, p.Render(), "with  hunk 1 of MEMORY.md, undecided")
	if out := press(p, keymap.Together); out.Changed || !strings.Contains(out.Hint, "decide this hunk first") {
		t.Errorf("%+v", out)
	}
	press(p, keymap.Reject, keymap.NextHunk) // another key takes the offer back
	goTo(t, p, "old-ci.md")
	if out := press(p, keymap.Together); !out.Changed || decisionOf(p, "MEMORY.md")[0] != model.Rejected {
		t.Errorf("%+v", out)
	}
	shows(t, p.Render(), "with  hunk 1 of MEMORY.md, rejected")
	goTo(t, p, "tone.md")
	if out := press(p, keymap.Together); out.Changed || !strings.Contains(out.Hint, "nothing else belongs") {
		t.Errorf("%+v", out)
	}
	r := tidied()
	r.Check.Hunks = map[string]model.Evidence{ids(r, "deploys.md")[0]: {Flags: []model.Flag{{Kind: "unsourced"}}}}
	p = opened(r, 120, 30)
	press(p, keymap.NextHunk, keymap.NextHunk, keymap.Accept)
	if out := press(p, keymap.Together); out.Changed || p.sheet.files[p.file()].path != "deploys.md" {
		t.Errorf("a flagged hunk was accepted unseen: %+v", out)
	}
}

func TestMany(t *testing.T) {
	p := opened(tidied(), 120, 30)
	goTo(t, p, "topics/build.md")
	rules, why := p.Many()
	if why != "" || len(rules) == 0 {
		t.Fatal(why)
	}
	at := map[string]Many{}
	for _, m := range rules {
		at[m.Text] = m
	}
	for text, want := range map[string][3]int{
		"deletions": {1, 1, 0}, "index lines": {1, 2, 1}, "additions": {3, 3, 0}, "everything clean": {4, 6, 2},
		"file topics/build.md": {1, 1, 0}, "folder topics": {1, 1, 0},
	} {
		if m, ok := at[text]; !ok || [3]int{m.Accepts, m.Rejects, m.Leaves} != want {
			t.Errorf("%s: %+v, want %v", text, m, want)
		}
	}
	if out := p.Take(at["deletions"], model.Rejected); !out.Changed || decisionOf(p, "old-ci.md")[0] != model.Rejected || p.book.all.Decided() != 1 {
		t.Errorf("%+v", out)
	}
	if out := p.Take(at["additions"], model.Accepted); !out.Changed || p.book.all.Accepted != 3 {
		t.Errorf("%+v, %+v", out, p.book.all)
	}
	press(p, keymap.Undo)
	if p.book.all.Accepted != 0 || p.book.all.Rejected != 1 {
		t.Error("a rule is not one step")
	}
	p.Take(at["everything clean"], model.Rejected)
	if rules, why = p.Many(); len(rules) != 0 || why == "" {
		t.Errorf("%v, %q", rules, why)
	}
}

// TestBulkKeysAnyhow: no key for many and no rule accepts what carries a flag, was edited, is decided, is half of a
// rename or takes a file away, whatever lies in the review; but for deletions by their own rule.
func TestBulkKeysAnyhow(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	accepted := 0
	for round := range 60 {
		r := shop()
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				ev := r.Check.Hunks[h.ID]
				if ev.Flags = nil; rng.Intn(3) == 0 {
					ev.Flags = []model.Flag{{Kind: "unsourced"}}
				}
				r.Check.Hunks[h.ID] = ev
			}
		}
		p := opened(r, 120, 30)
		for range rng.Intn(4) {
			goTo(t, p, []string{"testing.md", "deploys.md", "db.md", "MEMORY.md"}[rng.Intn(4)])
			press(p, []keymap.Action{keymap.Split, keymap.Reject, keymap.Accept}[rng.Intn(3)])
		}
		for range 6 {
			press(p, keymap.NextHunk)
			before, at, named := p.Review().Decisions, p.at, ""
			switch rules, _ := p.Many(); {
			case rng.Intn(3) == 0 && len(rules) > 0:
				m := rules[rng.Intn(len(rules))]
				named = m.Text
				if p.Take(m, model.Accepted); p.book.all.Accepted-count(p, before, model.Accepted) != m.Accepts {
					t.Fatalf("%s says that it takes %d", m.Text, m.Accepts)
				}
			default:
				press(p, []keymap.Action{keymap.AcceptClean, keymap.AcceptFile, keymap.AcceptGroup}[rng.Intn(3)])
			}
			now := p.Review()
			for _, it := range p.sheet.items {
				for _, id := range it.ids {
					switch {
					case now.Decisions[id] == before[id]:
					case now.Decisions[id] != model.Accepted || len(it.flags) > 0 || it.edited || len(it.ids) > 1 || it.removes && named != "deletions":
						t.Fatalf("round %d at %d, %q: %s became %s", round, at, named, p.name(it), now.Decisions[id])
					default:
						accepted++
					}
				}
			}
		}
	}
	if accepted < 200 {
		t.Errorf("%d hunks accepted are no test", accepted)
	}
}

// TestARuleCountsARenameOnce: what a rule says that it takes is what the header counts then.
func TestARuleCountsARenameOnce(t *testing.T) {
	p := opened(shop(), 120, 30)
	rules, _ := p.Many()
	m := rules[slices.IndexFunc(rules, func(m Many) bool { return m.Text == "everything clean" })]
	if all := p.book.all.Hunks(); m.Rejects != all || m.Accepts+m.Leaves != all {
		t.Errorf("of %d it accepts %d and leaves %d, or rejects %d", all, m.Accepts, m.Leaves, m.Rejects)
	}
	out := p.Take(m, model.Rejected)
	if p.book.all.Rejected != m.Rejects || out.Hint != "rejected 11 hunks: everything clean" {
		t.Errorf("%q, %+v", out.Hint, p.book.all)
	}
}

func count(p *Pane, ds model.Decisions, d model.Decision) (n int) {
	for _, it := range p.sheet.items {
		if ds[it.ids[0]] == d {
			n++
		}
	}
	return n
}
