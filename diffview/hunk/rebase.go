package hunk

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dreamgate/model"
)

// Review is a proposal with what was decided of it: what Rebase takes and gives.
type Review struct {
	Base, Proposed model.Tree
	// Whole are the hunks from Base to Proposed.
	Whole  []model.Change
	Check  model.Check
	Ruling model.Ruling
}

// Moved says what became of a review in Rebase.
type Moved struct {
	// Clashes are the hunks, by id, at whose place the base was changed as well, with a sentence that says so.
	Clashes map[string]string
	// Open counts what was decided, of hunks and of their pieces, and is to be decided anew; Done the hunks that the
	// new base has already.
	Open, Done int
	// Unmade are the files of those that are to be decided anew and were accepted.
	Unmade []string
	// Left are the files for which nothing can be proposed any more, with a word why.
	Left []string
	// Said is what a person wrote where no hunk is left that it could be read at, with a word of what it was on.
	Said []string
}

// Rebase carries a review over to a base that has moved on. Each file is merged three ways, line by line.
// A hunk that comes out as it was keeps its decision, its pieces, its edit, its note and its evidence;
// any other is undecided, has the notes of those whose place it takes, and where both sides changed the same
// lines its removed side is what stands there now. Nothing is decided that was not: of hunks of one text of which some are gone, all are
// undecided. A text that a person wrote in the place of a hunk that did not come through is
// proposed from now on.
func Rebase(r Review, live model.Tree) (Review, Moved, error) {
	next, moved, lost := rebase(r, live)
	if len(lost.Edits) == 0 {
		return withWhole(next, r), moved, nil
	}
	// What a person wrote there must not go: it takes the place of what was proposed.
	changes, err := Reshape(r.Whole, lost)
	if err != nil {
		return r, moved, fmt.Errorf("carry an edit over: %w", err)
	}
	own := r
	if own.Proposed, err = Apply(r.Base, changes, allOf(changes, model.Accepted)); err != nil {
		return r, moved, fmt.Errorf("carry an edit over: %w", err)
	}
	own.Whole = Diff(own.Base, own.Proposed)
	own, then := baked(r, own, lost)
	open, said := then.Open, then.Said
	next, then, _ = rebase(own, live)
	then.Open, then.Said = then.Open+open, append(then.Said, said...)
	// The text is proposed by another hunk now: that the old one was accepted is not to be forgotten.
	for _, path := range moved.Unmade {
		if !slices.Contains(then.Unmade, path) {
			then.Unmade = append(then.Unmade, path)
		}
	}
	return withWhole(next, r), then, nil
}

func allOf(changes []model.Change, d model.Decision) model.Decisions {
	ds := model.Decisions{}
	for _, c := range changes {
		for _, h := range c.Hunks {
			ds[h.ID] = d
		}
	}
	return ds
}

// baked carries the ruling of a review over to one in which some edits are part of what is proposed. It counts the
// decisions that it has no place for: those of pieces that are one hunk there.
func baked(r, own Review, lost model.Shape) (Review, Moved) {
	own.Ruling, own.Check = emptyRuling(), model.Check{Hunks: map[string]model.Evidence{}, Audit: r.Check.Audit, Loss: r.Check.Loss}
	left := r.Ruling
	left.Shape = clone(left.Shape)
	for id := range lost.Edits {
		delete(left.Shape.Edits, id)
	}
	of := r
	of.Ruling = left
	var moved Moved
	rest := clone(model.Shape{})
	own.Base = r.Base
	found, fresh := carrier{of, &own, nil, &rest, &moved}.again(), map[string][]model.Hunk{}
	carry := func(old, next model.Hunk) {
		found[old.ID] = true
		carryRuling(left, old, next, &own.Ruling)
		carryEvidence(r.Check, left.Shape, old, next, own.Check)
	}
	for _, p := range together(pairs(r.Whole, own.Whole), of, r.Base, own.Whole) {
		if p.old != nil {
			carry(*p.old, p.hunk)
		} else {
			fresh[p.hunk.Path] = append(fresh[p.hunk.Path], p.hunk)
		}
	}
	was := renames(r.Whole)
	var gone []model.Hunk
	for _, c := range r.Whole {
		for _, h := range c.Hunks {
			if found[h.ID] {
				continue
			}
			gone = append(gone, h)
			for _, part := range was[h.ID].parts(h, r.Ruling.Shape) {
				moved.Open += decided(r.Ruling, part)
			}
		}
	}
	moved.Open -= doubled(r, gone, func(id string) bool { return r.Ruling.Decisions[id] != model.Undecided })
	moved.Said = noted(r, gone, fresh, r.Base, own.Ruling)
	return own, moved
}

// doubled is the number of renames of which both halves are among hunks, and count: each is one change.
func doubled(r Review, hunks []model.Hunk, counts func(id string) bool) int {
	in := map[string]bool{}
	for _, h := range hunks {
		in[h.ID] = true
	}
	return Doubled(Renames(r.Whole), func(id string) bool { return in[model.RootOf(id)] && counts(id) })
}

func emptyRuling() model.Ruling {
	return model.Ruling{Decisions: model.Decisions{}, Shape: clone(model.Shape{}), Notes: map[string]string{}}
}

// rebase is one try; lost is what of the shape did not come through.
func rebase(r Review, live model.Tree) (next Review, moved Moved, lost model.Shape) {
	moved.Clashes = map[string]string{}
	next = Review{Base: live, Proposed: maps.Clone(live), Ruling: emptyRuling(), Check: r.Check}
	clashes, was := map[string]clashed{}, renames(r.Whole)
	for _, c := range r.Whole {
		f, keep, how := carriedOver(r, c, was, live)
		switch {
		case how.left != "":
			moved.Left = append(moved.Left, c.Path+": "+how.left)
		case keep:
			next.Proposed[c.Path] = f
		default:
			delete(next.Proposed, c.Path)
		}
		clashes[c.Path] = how
	}
	next.Whole = Diff(live, next.Proposed)
	next.Check.Hunks = map[string]model.Evidence{}
	lost = clone(model.Shape{})
	found, renamed := map[string]bool{}, carrier{r, &next, clashes, &lost, &moved}.again()
	fresh := map[string][]model.Hunk{}
	for _, p := range together(pairs(r.Whole, next.Whole), r, live, next.Whole) {
		if p.old == nil {
			fresh[p.hunk.Path] = append(fresh[p.hunk.Path], p.hunk)
			continue
		}
		found[p.old.ID] = true
		carryRuling(r.Ruling, *p.old, p.hunk, &next.Ruling)
		carryEvidence(r.Check, r.Ruling.Shape, *p.old, p.hunk, next.Check)
	}
	gone := map[string][]model.Hunk{}
	var anew, settled []model.Hunk
	for _, c := range r.Whole {
		for _, h := range c.Hunks {
			switch {
			case found[h.ID]:
			case renamed[h.ID]:
				gone[h.Path] = append(gone[h.Path], h) // its evidence goes to the lines that are still there
			case clashes[h.Path].left == "" && !written(r.Ruling, was[h.ID].parts(h, r.Ruling.Shape)) && done(r.Base, live, c, h):
				moved.Done++
				settled = append(settled, h)
			default:
				gone[h.Path], anew = append(gone[h.Path], h), append(anew, h)
				for _, part := range was[h.ID].parts(h, r.Ruling.Shape) {
					miss(r.Ruling, part, &lost, &moved)
				}
			}
		}
	}
	moved.Done -= doubled(r, settled, func(string) bool { return true })
	moved.Open -= doubled(r, anew, func(id string) bool { return r.Ruling.Decisions[id] != model.Undecided })
	moved.Said = append(noted(r, anew, fresh, live, next.Ruling), noted(r, settled, nil, live, next.Ruling)...)
	doubt(r, fresh, gone, clashes, next, moved)
	return next, moved, lost
}

// doubt gives hunks that are new what is known of those in whose place they came, and says where both sides changed
// the same.
func doubt(r Review, fresh, gone map[string][]model.Hunk, clashes map[string]clashed, next Review, moved Moved) {
	for path, hunks := range fresh {
		for _, h := range hunks {
			e := gathered(r.Check, gone[path], h)
			if pieces := next.pieces(h.ID); len(pieces) > 0 {
				clash(pieces, clashes[path], next, moved)
			} else if why := clashes[path].at(h); why != "" {
				moved.Clashes[h.ID] = why
				e.Flags = append(slices.Clip(e.Flags), model.Flag{Kind: model.FlagConflict, Line: max(1, h.NewStart), Reason: why})
			}
			next.Check.Hunks[h.ID] = e
		}
	}
}

// pieces are those of what changes in the text of a renamed file, by the id of the addition; none of any other hunk.
func (r Review) pieces(id string) []model.Hunk {
	n, ok := renames(r.Whole)[id]
	cuts, cut := r.Ruling.Shape.Cuts[id]
	if !ok || !cut {
		return nil
	}
	out, _ := cutUp(n.text(), cuts) // they were cut before
	return out
}

// clash flags the pieces that lie where both sides changed the same. The first of them has what was said of the whole.
func clash(pieces []model.Hunk, how clashed, next Review, moved Moved) {
	first := pieces[0].Of + nameSuffix
	for _, p := range slices.Backward(pieces) {
		if why := how.at(p); why != "" {
			moved.Clashes[p.ID], first = why, p.ID
			e := next.Check.Hunks[p.ID]
			e.Flags = append(slices.Clip(e.Flags), model.Flag{Kind: model.FlagConflict, Line: max(1, p.NewStart), Reason: why})
			next.Check.Hunks[p.ID] = e
		}
	}
	if note := next.Ruling.Notes[pieces[0].Of]; note != "" {
		delete(next.Ruling.Notes, pieces[0].Of)
		next.Ruling.Notes[first] = BothNotes(next.Ruling.Notes[first], "", note)
	}
}

// done reports whether a tree has already what a hunk would change.
func done(base, live model.Tree, c model.Change, h model.Hunk) bool {
	c.Hunks = []model.Hunk{h}
	alone, err := Apply(base, []model.Change{c}, model.Decisions{h.ID: model.Accepted})
	if err != nil {
		return false
	}
	want, has := side(alone, c.Path), side(live, c.Path)
	if !want.there || !has.there {
		return want.there == has.there
	}
	if executable(want.Mode) != executable(has.Mode) && h.Kind == model.HunkMode {
		return false
	}
	merged, clashes := Merge(base[c.Path].Data, has.Data, want.Data)
	return len(clashes) == 0 && bytes.Equal(merged, has.Data)
}

// miss counts what a hunk that did not come through takes with it.
func miss(ru model.Ruling, h model.Hunk, lost *model.Shape, moved *Moved) {
	for _, p := range changing(partsOf(h, ru.Shape)) {
		missPart(ru, h, p, lost, moved)
	}
}

// missPart is miss for a part of a hunk.
func missPart(ru model.Ruling, h model.Hunk, p part, lost *model.Shape, moved *Moved) {
	d := ru.Decisions[p.id]
	if d != model.Undecided {
		moved.Open++
	}
	if d == model.Accepted && !slices.Contains(moved.Unmade, h.Path) {
		moved.Unmade = append(moved.Unmade, h.Path)
	}
	if text, ok := ru.Shape.Edits[p.id]; ok {
		lost.Edits[p.id] = text
		if cuts, split := ru.Shape.Cuts[h.ID]; split {
			lost.Cuts[h.ID] = cuts
		}
	}
}

// written reports whether a person wrote anything in the place of hunks: then they are not what the notes have.
func written(ru model.Ruling, hunks []model.Hunk) bool {
	return slices.ContainsFunc(hunks, func(h model.Hunk) bool {
		return slices.ContainsFunc(changing(partsOf(h, ru.Shape)), func(p part) bool {
			_, ok := ru.Shape.Edits[p.id]
			return ok
		})
	})
}

// clashed says where in a file both sides changed the same.
type clashed struct {
	// left says why nothing is proposed for the file any more.
	left string
	// whole says why all of the file is in doubt; else places are the lines of the proposed file, from 0.
	whole  string
	places []Clash
}

const wouldComeBack = "the note was deleted since the proposal was made: it would come back"

const bothChanged = "these lines were changed since the proposal was made: what stands there now is the removed side; edit the hunk to keep something of both"

// at is the sentence for a hunk that lies where both sides changed the same, else "".
func (c clashed) at(h model.Hunk) string {
	if c.whole != "" {
		return c.whole
	}
	from := h.NewStart - 1
	if len(h.Added) == 0 {
		from++ // a pure removal names the line before it
	}
	for _, p := range c.places {
		if from <= p.To && p.From <= from+len(h.Added) {
			return bothChanged
		}
	}
	return ""
}

// carried is what is proposed for one file now: keep is false for a deletion.
func carried(base, proposed, live entry) (f model.File, keep bool, how clashed) {
	if live.there && !live.Regular() {
		return live.File, true, clashed{left: "it is " + model.SpecialWord(live.Special()) + " now"}
	}
	same := func(a, b entry) bool { return a.there == b.there && bytes.Equal(a.Data, b.Data) }
	switch {
	case same(base, live) || same(proposed, live):
		return proposed.File, proposed.there, how
	case !proposed.there:
		return f, false, clashed{whole: "the note was changed since the proposal to delete it was made"}
	case !live.there:
		return proposed.File, true, clashed{whole: wouldComeBack}
	case unreadable(base.Data) || unreadable(proposed.Data) || unreadable(live.Data):
		return proposed.File, true, clashed{whole: "the file was changed since the proposal was made, and has no lines that could be merged"}
	case len(proposed.Data) == 0:
		return proposed.File, true, clashed{whole: "the note was changed since the proposal to empty it was made"}
	case !base.there:
		// Two notes of one name have no common past: all of one would stand in the place of the other.
		return proposed.File, true, clashed{whole: "another note of this name was made since the proposal"}
	}
	f = live.File
	merged, clashes := Merge(base.Data, live.Data, proposed.Data)
	f.Data, how.places = besides(merged, clashes)
	if executable(base.Mode) != executable(proposed.Mode) {
		f.Mode = proposed.Mode
	}
	return f, true, how
}

// besides keeps both where two sides put something in at one place: in an index, and at the end of a note,
// they are two entries and no quarrel. What stands there already comes first.
func besides(merged []byte, clashes []Clash) ([]byte, []Clash) {
	if !slices.ContainsFunc(clashes, func(c Clash) bool { return c.Insertion }) {
		return merged, clashes
	}
	open := unended(merged)
	lines := Lines(withEnd(merged))
	var out []string
	var left []Clash
	at := 0
	for _, c := range clashes {
		out = append(out, lines[at:c.From]...)
		at = c.From
		if c.Insertion {
			out = append(out, c.Ours...)
			continue
		}
		moved := len(out) - c.From
		c.From, c.To = c.From+moved, c.To+moved
		left = append(left, c)
	}
	text := []byte(strings.Join(append(out, lines[at:]...), ""))
	if open {
		text = withoutEnd(text)
	}
	return text, left
}

// pair is a hunk of the new review with the one of the old that it is, nil if it is none.
type pair struct {
	hunk model.Hunk
	old  *model.Hunk
}

// pairs finds the hunks that came through: those of one kind and one text in the same file, if there are as
// many of them as there were.
func pairs(old, next []model.Change) []pair {
	was := map[string][]model.Hunk{}
	for _, c := range old {
		for _, h := range c.Hunks {
			was[key(h)] = append(was[key(h)], h)
		}
	}
	count := map[string]int{}
	for _, c := range next {
		for _, h := range c.Hunks {
			count[key(h)]++
		}
	}
	taken := map[string]int{}
	var out []pair
	for _, c := range next {
		for _, h := range c.Hunks {
			p, k := pair{hunk: h}, key(h)
			if len(was[k]) == count[k] {
				p.old = &was[k][taken[k]]
				taken[k]++
			}
			out = append(out, p)
		}
	}
	return out
}

// key is what a hunk does, without its place in the file.
func key(h model.Hunk) string {
	return strings.Join([]string{h.Path, string(h.Kind), fmt.Sprint(executable(h.OldMode), executable(h.NewMode)),
		strings.Join(h.Removed, ""), strings.Join(h.Added, "")}, "\x00")
}

// carryRuling gives a hunk what was done to the one that it was.
func carryRuling(ru model.Ruling, old, next model.Hunk, to *model.Ruling) {
	cuts, split := ru.Shape.Cuts[old.ID]
	if split {
		to.Shape.Cuts[next.ID] = cuts
	}
	fresh := partsOf(next, model.Shape{Cuts: to.Shape.Cuts})
	for i, p := range partsOf(old, model.Shape{Cuts: ru.Shape.Cuts}) {
		if p.id == "" {
			continue
		}
		id := fresh[i].id
		if d := ru.Decisions[p.id]; d != model.Undecided {
			to.Decisions[id] = d
		}
		if text, ok := ru.Shape.Edits[p.id]; ok {
			to.Shape.Edits[id] = text
		}
		if note := ru.Notes[p.id]; note != "" {
			to.Notes[id] = note
		}
	}
}

// carryEvidence gives a hunk what is known of the one that it was, and of the pieces of that.
func carryEvidence(c model.Check, s model.Shape, old, next model.Hunk, to model.Check) {
	give := func(was, is string) {
		if e, ok := c.Hunks[was]; ok {
			to.Hunks[is] = e
		}
	}
	give(old.ID, next.ID)
	cuts, ok := s.Cuts[old.ID]
	if !ok {
		return
	}
	fresh := partsOf(next, model.Shape{Cuts: map[string][]model.Cut{next.ID: cuts}})
	for i, p := range partsOf(old, s) {
		if p.id != "" {
			give(p.id, fresh[i].id)
		}
	}
}

// gathered is what the evidence of hunks that did not come through says of the lines of one that came in
// their place. What it says of no line goes with all.
func gathered(c model.Check, gone []model.Hunk, h model.Hunk) (out model.Evidence) {
	line := map[string]int{}
	for i, l := range h.Added {
		if _, ok := line[l]; !ok {
			line[l] = i
		}
	}
	for _, old := range gone {
		e := c.Hunks[old.ID]
		move := func(s model.Span) (model.Span, bool) {
			if s.End == 0 || s.Line < 0 || s.Line >= len(old.Added) {
				return s, true
			}
			at, ok := line[old.Added[s.Line]]
			s.Line = at
			return s, ok
		}
		part := selected(e, move)
		out.Claims, out.Flags = append(out.Claims, part.Claims...), append(out.Flags, part.Flags...)
		out.Citations = append(out.Citations, e.Citations...)
		if out.Why == "" {
			out.Why = e.Why
		}
	}
	return out
}
