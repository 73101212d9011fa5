package bulk_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// anyReview makes a proposal of everything at random, decides some of it, flags some of it, parts renames and
// has a person write into it.
func anyReview(rng *rand.Rand) (model.Proposal, bulk.View) {
	base, proposed := model.Tree{}, model.Tree{}
	words := []string{"alpha", "beta", "gamma", "delta"}
	text := func(i int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "---\nname: N%d\ntype: %s\n---\n\n", i, []string{"user", "project"}[rng.IntN(2)])
		for j := range 1 + rng.IntN(8) {
			fmt.Fprintf(&b, "%s %d of %d\n\n", words[rng.IntN(4)], j, i)
		}
		return b.String()
	}
	file := func(s string) model.File { return model.File{Mode: 0o644, Data: []byte(s)} }
	index, next := "# Memory\n\n", "# Memory\n\n"
	for i := range 3 + rng.IntN(8) {
		path, line := fmt.Sprintf("%sn%d.md", []string{"", "topics/"}[rng.IntN(2)], i), fmt.Sprintf("- [N%d](n%d.md): thing\n", i, i)
		was := text(i)
		switch rng.IntN(7) {
		case 0:
			proposed[path], next = file(was), next+line
		case 1:
			base[path], index = file(was), index+line
		case 2:
			base[path], proposed[path] = file(was), model.File{Mode: 0o644}
		case 3:
			base[path], proposed["moved-"+path] = file(was), file(strings.Replace(was, "0 of", "zero of", 1))
		case 4:
			base[path], proposed[path] = file(was), model.File{Mode: 0o755, Data: []byte(was)}
		default:
			base[path], proposed[path], index, next = file(was), file(text(i)), index+line, next+strings.Replace(line, "thing", "other", rng.IntN(2))
		}
	}
	base["MEMORY.md"], proposed["MEMORY.md"] = file(index), file(next)
	whole, shape := hunk.Diff(base, proposed), model.Shape{}
	for _, c := range whole {
		for _, h := range c.Hunks {
			if s, ok := hunk.Split(whole, shape, h.ID); ok && rng.IntN(3) == 0 {
				shape = s
			} else if s, ok := hunk.Edit(shape, h.ID, "mine\n"); ok && rng.IntN(8) == 0 && hunk.Editable(h) && c.RenameOf == "" {
				shape = s
			}
		}
	}
	changes, err := hunk.Reshape(whole, shape)
	if err != nil {
		panic(err)
	}
	v := bulk.View{Changes: changes, Decisions: model.Decisions{}, Check: model.Check{Hunks: map[string]model.Evidence{}}, Ties: bulk.Tie(base, changes)}
	if rng.IntN(12) == 0 {
		v.Check.Loss = model.Loss{Lost: 9, Text: 10}
	}
	for _, c := range changes {
		for _, h := range c.Hunks {
			v.Decisions[h.ID] = model.Decision(max(0, rng.IntN(6)-3))
			if rng.IntN(4) == 0 {
				v.Check.Hunks[h.ID] = model.Evidence{Flags: []model.Flag{{Kind: "unsourced"}}}
			}
		}
	}
	return model.Proposal{Base: base, Proposed: proposed}, v
}

// means says of a hunk, from the name of a rule alone, whether the rule may mean it.
func means(rule string, p model.Proposal, c model.Change, other string, h model.Hunk) bool {
	word, value, _ := strings.Cut(rule, "=")
	switch word {
	case bulk.Deletions:
		return h.Removes() && other == ""
	case bulk.IndexLines:
		return c.Path == "MEMORY.md"
	case bulk.Additions:
		return len(h.Removed) == 0
	case bulk.Keeping:
		return len(h.Removed) == 0 || len(h.Added) > 0
	case bulk.OfType:
		return bulk.TypeOf(c.Path, p) == value || bulk.TypeOf(other, p) == value
	case bulk.InFile:
		return c.Path == value || other == value
	case bulk.InDir:
		return strings.HasPrefix(c.Path, value+"/") || strings.HasPrefix(other, value+"/")
	}
	return true
}

// TestRulesAnyhow: whatever lies in a review, a rule takes nothing that it does not name; accepts nothing that
// carries a flag, that a person wrote, that is decided, that is part of a rename or that takes a file away, but for
// deletions by their rule; and says beforehand how many it takes and leaves.
func TestRulesAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	taken, deleted, left := 0, 0, 0
	for round := range 3000 {
		p, v := anyReview(rng)
		other := map[string]string{}
		for _, c := range v.Changes {
			if c.RenameOf != "" {
				other[c.Path], other[c.RenameOf] = c.RenameOf, c.Path
			}
		}
		names := []string{bulk.Everything, bulk.Deletions, bulk.IndexLines, bulk.Additions, bulk.Keeping, "type=user", "type=project", "file=n1.md", "dir=topics"}
		for _, name := range names {
			r, ok := bulk.Parse(name, p)
			if !ok {
				t.Fatalf("there is no rule %s", name)
			}
			accepts, leaves := r.Accepts(v)
			rejects := r.Rejects(v)
			taken, left = taken+len(accepts), left+len(leaves)
			if len(accepts)+len(leaves) != len(rejects) {
				t.Fatalf("round %d: %s accepts %d, leaves %d and rejects %d", round, name, len(accepts), len(leaves), len(rejects))
			}
			for _, c := range v.Changes {
				for i, h := range c.Hunks {
					accepted, rejected := slices.Contains(accepts, h.ID), slices.Contains(rejects, h.ID)
					half := other[c.Path] != "" && (c.RenameOf != "" || i == 0)
					switch {
					case accepted && !rejected, rejected && v.Decisions[h.ID] != model.Undecided, rejected && !means(name, p, c, other[c.Path], h):
						t.Fatalf("round %d: %s takes %s of %s", round, name, h.Kind, c.Path)
					case !accepted:
					case len(v.Check.Hunks[h.ID].Flags) > 0, h.Edited, half, v.Check.Loss.Destroys(), h.Removes() && name != bulk.Deletions:
						t.Fatalf("round %d: %s accepts %s of %s unseen", round, name, h.Kind, c.Path)
					case h.Removes():
						deleted++
					}
				}
			}
		}
	}
	if taken < 10_000 || deleted < 500 || left < 10_000 {
		t.Errorf("%d taken, %d of them deletions, %d left: that is no test", taken, deleted, left)
	}
}
