package hunk

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"dreamgate/model"
)

const (
	// similarEnough is the share of text that makes an addition the continuation of a deletion, as
	// in git.
	similarEnough = 0.5
	// renameCost bounds the search for similar text, counted in pairs of words that are compared.
	renameCost = 20_000_000
)

// join sets RenameOf of each added file that carries on the text of a deleted one. Equal text comes
// first, then the most similar. Every file takes part once; ties go to the same file name, then to
// the first path, so the result depends on the trees alone.
func join(changes []model.Change) {
	var gone, come []*model.Change
	for i := range changes {
		switch c := &changes[i]; c.Status {
		case model.Deleted:
			gone = append(gone, c)
		case model.Added:
			come = append(come, c)
		}
	}
	if len(gone) == 0 || len(come) == 0 {
		return
	}
	gone, come = joinEqual(gone, come)
	joinSimilar(gone, come)
}

// joinEqual joins files of the very same bytes and returns the rest. Empty files are equal without
// being the same.
func joinEqual(gone, come []*model.Change) (restGone, restCome []*model.Change) {
	byText := map[string][]*model.Change{}
	for _, g := range gone {
		text := strings.Join(g.Hunks[0].Removed, "")
		byText[text] = append(byText[text], g)
	}
	taken := map[*model.Change]bool{}
	for _, c := range come {
		text := strings.Join(c.Hunks[0].Added, "")
		best := (*model.Change)(nil) // the one of the same file name, else the first
		for _, g := range byText[text] {
			if text == "" || taken[g] {
				continue
			}
			if best == nil || path.Base(best.Path) != path.Base(c.Path) && path.Base(g.Path) == path.Base(c.Path) {
				best = g
			}
		}
		if best == nil {
			restCome = append(restCome, c)
			continue
		}
		taken[best] = true
		c.RenameOf = best.Path
	}
	for _, g := range gone {
		if !taken[g] {
			restGone = append(restGone, g)
		}
	}
	return restGone, restCome
}

// joinSimilar joins the pairs that have most of their text in common. Beyond the cost it joins
// nothing: a missed rename is still a deletion and an addition.
func joinSimilar(gone, come []*model.Change) {
	bags := func(cs []*model.Change) (out []bag, words int) {
		for _, c := range cs {
			b := shingles(c.Hunks[0])
			out = append(out, b)
			words += len(b.weight)
		}
		return out, words
	}
	from, n := bags(gone)
	to, m := bags(come)
	if n*len(come)+m*len(gone) > renameCost {
		return
	}
	type pair struct {
		gone, come *model.Change
		score      float64
	}
	var pairs []pair
	for i, g := range gone {
		for j, c := range come {
			if s := from[i].like(to[j]); s >= similarEnough {
				pairs = append(pairs, pair{g, c, s})
			}
		}
	}
	// Both lists are sorted by path and the sort is stable, so ties go to the first path.
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	taken := map[*model.Change]bool{}
	for _, p := range pairs {
		if !taken[p.gone] && !taken[p.come] {
			taken[p.gone], taken[p.come] = true, true
			p.come.RenameOf = p.gone.Path
		}
	}
}

// bag is a text as its pairs of neighbouring words, each with the bytes that it stands for. Pairs
// survive a new line break, which lines do not, and unrelated notes share few of them, while they
// share many single words.
type bag struct {
	weight map[[2]string]int
	total  int
}

func shingles(h model.Hunk) bag {
	b := bag{weight: map[[2]string]int{}}
	if IsBinary(h) {
		return b
	}
	last := ""
	for _, side := range [][]string{h.Removed, h.Added} {
		for _, line := range side {
			for word := range strings.FieldsSeq(line) {
				b.weight[[2]string{last, word}] += len(word)
				b.total += len(word)
				last = word
			}
		}
	}
	return b
}

// like is the share of the larger text that also stands in the other, 0 to 1.
func (b bag) like(o bag) float64 {
	if len(b.weight) > len(o.weight) {
		b, o = o, b
	}
	both := 0
	for k, w := range b.weight {
		both += min(w, o.weight[k])
	}
	return float64(both) / float64(max(b.total, o.total, 1))
}
