package hunk

import (
	"maps"
	"slices"
	"strings"

	"dreamgate/model"
)

// noteMark stands between the notes of several people, or of several pieces, on one hunk.
const noteMark = "; "

// Beside puts what one person did to a review, who read it as was and leaves it as ru, on top of what it holds now.
// Where somebody else decided, split or edited the same hunk meanwhile, and otherwise, that stays: it was not seen by
// who would replace it; kept are these hunks. Of notes both stay, one behind the other. What is split or edited on
// one side is one thing with all that is decided of its pieces: either side means its own pieces. Renames are those
// of the proposal (Renames), of which both halves are one thing as well.
func Beside(renames map[string]string, now, was, ru model.Ruling) (out model.Ruling, kept []string) {
	m := besiding{now: now, was: was, ru: ru, come: map[string]string{}, theirs: map[string]bool{}, mine: map[string]bool{}, apart: map[string]bool{}}
	for come, gone := range renames {
		m.come[gone] = come
	}
	m.reshaped = m.changed()
	stays := map[string]bool{}
	out = model.Ruling{Decisions: model.Decisions{}, Shape: m.shape(stays), Notes: map[string]string{}}
	for id := range keys(now.Decisions, was.Decisions, ru.Decisions) {
		d, root := now.Decisions[id], m.root(id)
		switch {
		case m.reshaped[root]:
			if m.takes(root) {
				d = ru.Decisions[id]
			}
		case ru.Decisions[id] == was.Decisions[id] || ru.Decisions[id] == d:
		case d == was.Decisions[id]:
			d = ru.Decisions[id]
		default:
			stays[id] = true
		}
		if d != model.Undecided {
			out.Decisions[id] = d
		}
	}
	for id := range keys(now.Notes, was.Notes, ru.Notes) {
		if text := BothNotes(now.Notes[id], was.Notes[id], ru.Notes[id]); text != "" {
			out.Notes[id] = text
		}
	}
	return out, slices.Sorted(maps.Keys(stays))
}

// besiding is one Beside. Theirs and mine are the hunks, as proposed, that are split or edited on some side and to
// which others, or this one, did something; apart are those to which both did something, and not the same.
type besiding struct {
	now, was, ru        model.Ruling
	come                map[string]string
	reshaped            map[string]bool
	theirs, mine, apart map[string]bool
}

// root is the hunk as proposed that an id belongs to; both halves of a rename are one.
func (m *besiding) root(id string) string {
	root := model.RootOf(id)
	if come, ok := m.come[root]; ok {
		return come
	}
	return root
}

// takes reports whether this one's word counts on a hunk that is reshaped.
func (m *besiding) takes(root string) bool { return m.mine[root] && !m.theirs[root] }

// changed finds the hunks that somebody split or edited, and who did something to them.
func (m *besiding) changed() map[string]bool {
	reshaped := map[string]bool{}
	reshapedIn(m.now.Shape, m.was.Shape, m.root, m.theirs)
	reshapedIn(m.ru.Shape, m.was.Shape, m.root, m.mine)
	reshapedIn(m.now.Shape, m.ru.Shape, m.root, m.apart)
	maps.Copy(reshaped, m.theirs)
	maps.Copy(reshaped, m.mine)
	if len(reshaped) == 0 {
		return reshaped
	}
	for id := range keys(m.now.Decisions, m.was.Decisions, m.ru.Decisions) {
		root, now, was, ru := m.root(id), m.now.Decisions[id], m.was.Decisions[id], m.ru.Decisions[id]
		m.theirs[root] = m.theirs[root] || now != was
		m.mine[root] = m.mine[root] || ru != was
		m.apart[root] = m.apart[root] || now != ru
	}
	return reshaped
}

// shape is that of both sides. Stays takes the hunks at which this one's word does not count.
func (m *besiding) shape(stays map[string]bool) model.Shape {
	out := clone(m.now.Shape)
	for root := range m.reshaped {
		if m.mine[root] && m.theirs[root] && m.apart[root] {
			stays[root] = true
		}
	}
	own := func(id string) bool { return m.reshaped[m.root(id)] && m.takes(m.root(id)) }
	maps.DeleteFunc(out.Cuts, func(id string, _ []model.Cut) bool { return own(id) })
	maps.DeleteFunc(out.Edits, func(id, _ string) bool { return own(id) })
	for id, cuts := range m.ru.Shape.Cuts {
		if own(id) {
			out.Cuts[id] = cuts
		}
	}
	for id, text := range m.ru.Shape.Edits {
		if own(id) {
			out.Edits[id] = text
		}
	}
	return out
}

// BothNotes is a note that was read as was, is now another one, and that somebody wants to be ru: it has what both
// sides made of it. Who has seen words may take them back, and nobody else. Pieces are often noted in the same words:
// those are kept once.
func BothNotes(now, was, ru string) string {
	switch {
	case ru == was || ru == now:
		return now
	case now == was:
		return ru
	}
	words := func(note string) []string {
		if note == "" {
			return nil
		}
		return strings.Split(note, noteMark)
	}
	before, mine := words(was), words(ru)
	out := slices.DeleteFunc(words(now), func(w string) bool { return slices.Contains(before, w) && !slices.Contains(mine, w) })
	for _, w := range mine {
		if !slices.Contains(before, w) && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return strings.Join(out, noteMark)
}

// Settled moves notes on hunks that are there no more, because somebody else split or joined them, to the first
// piece of what they were made on: nobody's words are lost by that. Changes are as the ruling shapes them.
func Settled(changes []model.Change, ru model.Ruling) model.Ruling {
	there, first := map[string]bool{}, map[string]string{}
	for _, c := range changes {
		for _, h := range c.Hunks {
			there[h.ID] = true
			if _, ok := first[model.RootOf(h.ID)]; !ok {
				first[model.RootOf(h.ID)] = h.ID
			}
		}
	}
	copied := false
	for _, id := range slices.Sorted(maps.Keys(ru.Notes)) {
		to, ok := first[model.RootOf(id)]
		if there[id] || !ok {
			continue
		}
		if !copied {
			ru.Notes, copied = maps.Clone(ru.Notes), true
		}
		ru.Notes[to] = BothNotes(ru.Notes[to], "", ru.Notes[id])
		delete(ru.Notes, id)
	}
	return ru
}

// Same reports whether two rulings say the same, whether or not they name what is undecided.
func Same(a, b model.Ruling) bool {
	for id := range keys(a.Decisions, b.Decisions) {
		if a.Decisions[id] != b.Decisions[id] {
			return false
		}
	}
	for id := range keys(a.Notes, b.Notes) {
		if a.Notes[id] != b.Notes[id] {
			return false
		}
	}
	return maps.Equal(a.Shape.Edits, b.Shape.Edits) && maps.EqualFunc(a.Shape.Cuts, b.Shape.Cuts, slices.Equal)
}

// keys are those of several maps, each once.
func keys[M ~map[string]V, V any](all ...M) map[string]struct{} {
	out := make(map[string]struct{}, len(all[0]))
	for _, m := range all {
		for id := range m {
			out[id] = struct{}{}
		}
	}
	return out
}
