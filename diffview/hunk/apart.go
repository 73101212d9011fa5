package hunk

import (
	"slices"

	"dreamgate/model"
)

// Apart parts those of some hunks of the index that speak of more than what belongs to other hunks, so that only
// what belongs to these is decided with them: a run of changed lines of the index is one hunk, whatever notes
// they are of. Tie finds out what belongs together. It returns the shape, which is the given one where nothing
// is parted, and in the place of the hunks the ids of what belongs to the others.
func Apart(whole []model.Change, s model.Shape, of, loose []string, tie func([]model.Change) map[string][]string) (model.Shape, []string) {
	var out []string
	for _, id := range loose {
		finer, ids, ok := apart(whole, s, of, id, tie)
		if !ok {
			out = append(out, id)
			continue
		}
		s, out = finer, append(out, ids...)
	}
	return s, out
}

func apart(whole []model.Change, s model.Shape, of []string, id string, tie func([]model.Change) map[string][]string) (model.Shape, []string, bool) {
	c, _, ok := find(whole, model.RootOf(id))
	if !ok || c.Path != model.IndexName {
		return s, nil, false
	}
	finer, ok := SplitBy(whole, s, id, Blocks)
	if !ok {
		return s, nil, false
	}
	before, err := Reshape(whole, s)
	if err != nil {
		return s, nil, false
	}
	after, err := Reshape(whole, finer)
	if err != nil {
		return s, nil, false
	}
	was := map[string]bool{}
	for _, c := range before {
		for _, h := range c.Hunks {
			was[h.ID] = true
		}
	}
	ties := tie(after)
	var mine []string
	made := 0
	for _, c := range after {
		for _, h := range c.Hunks {
			if was[h.ID] {
				continue
			}
			made++
			if slices.ContainsFunc(of, func(id string) bool { return slices.Contains(ties[id], h.ID) }) {
				mine = append(mine, h.ID)
			}
		}
	}
	return finer, mine, len(mine) > 0 && len(mine) < made
}
