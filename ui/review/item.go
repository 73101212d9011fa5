package review

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// item is a hunk as the screen has it: what one key decides. A rename is one item made of the
// deletion and the addition that it consists of; every other item is one hunk. Where it is parted, what changes in
// the text follows it.
type item struct {
	// file is its row, change and at its place in the review (of a rename: the added side's).
	file, change, at int
	// ids are the hunks that are decided with it.
	ids []string
	// group is the range of items that only blank lines part; alone is its usual size.
	groupFrom, groupTo int
	flags              []model.Flag
	// before is the refusal of the same change in an earlier review.
	before model.PastRefusal
	// removes says that accepting it takes a whole file's text away.
	removes bool
	// edited says that a person wrote what it adds.
	edited bool
}

// file is a row of the list: one change, or the two that make a rename.
type file struct {
	path string
	// old is the former path of a rename, "" for any other change.
	old    string
	status model.ChangeStatus
	// change is its place in the review, other that of a rename's deletion (-1 for none).
	change, other int
	// from and to are its items.
	from, to       int
	removed, added int
	flags          int
	// locked says why the live file must not be written, "" if it may.
	locked string
	// links is the number of names that the file has on disk, where there is more than one.
	links int
}

// sheet is a proposal laid out for the screen: files, items, and what can be counted once.
type sheet struct {
	files []file
	items []item
	sum   totals
}

// totals are the figures of the whole proposal.
type totals struct {
	hunks, removed, added int
	// flagged counts items with a flag, refused those that were refused before.
	flagged, refused int
	byState          map[model.ChangeStatus]int
	renamed          int
	// notes are the topic files of the base, gone those that the proposal deletes (a rename does
	// not), blank those that it empties.
	notes, gone, blank int
	// goneFiles are all files deleted or emptied, notes or not.
	goneFiles []string
}

// newSheet lays out a review.
func newSheet(r *model.Review) sheet {
	s := sheet{sum: totals{byState: map[model.ChangeStatus]int{}}}
	deleted := map[string]int{}
	for i, c := range r.Changes {
		if c.Status == model.Deleted {
			deleted[c.Path] = i
		}
	}
	joined := map[int]bool{}
	for _, c := range r.Changes {
		if d, ok := deleted[c.RenameOf]; ok && c.RenameOf != "" {
			joined[d] = true
		}
	}
	for i, c := range r.Changes {
		if joined[i] || len(c.Hunks) == 0 {
			continue
		}
		other := -1
		if d, ok := deleted[c.RenameOf]; ok && c.RenameOf != "" {
			other = d
		}
		s.add(r, i, other)
	}
	for p := range r.Proposal.Base {
		if model.IsNote(p) { // links too, as every list counts them
			s.sum.notes++
		}
	}
	return s
}

// add lays out one change as a row.
func (s *sheet) add(r *model.Review, at, other int) {
	c := r.Changes[at]
	f := file{path: c.Path, status: c.Status, change: at, other: other, from: len(s.items)}
	f.removed, f.added = hunk.Size(c)
	var parted []model.Hunk // what changes in the text of a renamed file, where that is decided apart
	if other >= 0 {
		f.old, parted = r.Changes[other].Path, r.Changes[other].Hunks[1:]
		f.removed, f.added = hunk.Rewritten(r.Changes[other], c)
	}
	for _, path := range []string{f.path, f.old} {
		if live, ok := r.Proposal.Base[path]; ok {
			f.locked = live.Special()
			f.links = live.Links
		}
	}
	put := func(change, i int, with ...model.Hunk) {
		h := r.Changes[change].Hunks[i]
		it := item{
			file: len(s.files), change: change, at: i, ids: []string{h.ID},
			flags: r.Check.Hunks[h.ID].Flags, removes: h.Removes() || len(with) > 0, edited: h.Edited,
			before: r.Check.Hunks[h.ID].Before,
		}
		for _, d := range with {
			it.ids = append(it.ids, d.ID)
			it.flags = append(slices.Clip(it.flags), r.Check.Hunks[d.ID].Flags...)
		}
		if len(it.flags) > 0 {
			f.flags++
		}
		if it.before.Known() {
			s.sum.refused++
		}
		s.items = append(s.items, it)
	}
	for i := range c.Hunks {
		if other >= 0 && i == 0 {
			put(at, i, r.Changes[other].Hunks[0])
			continue
		}
		put(at, i)
	}
	for i := range parted {
		put(other, i+1)
	}
	f.to = len(s.items)
	s.group(r, f)
	s.files = append(s.files, f)
	s.count(f, s.items[f.from:f.to])
}

// group gives the items of a file the range of their group.
func (s *sheet) group(r *model.Review, f file) {
	of := func(i int) model.Hunk { return r.Changes[s.items[i].change].Hunks[s.items[i].at] }
	for from := f.from; from < f.to; {
		to := from + 1
		for g := of(from).Group; to < f.to && g > 0 && of(to).Group == g; {
			to++
		}
		for i := from; i < to; i++ {
			s.items[i].groupFrom, s.items[i].groupTo = from, to
		}
		from = to
	}
}

func (s *sheet) count(f file, items []item) {
	t := &s.sum
	t.removed += f.removed
	t.added += f.added
	t.flagged += f.flags
	t.hunks += len(items)
	if f.old != "" {
		t.renamed++
		return
	}
	t.byState[f.status]++
	if f.status == model.Deleted || f.status == model.Emptied {
		gone := f.path
		if f.status == model.Emptied { // what is counted as deleted is fewer then
			gone += " (emptied)"
		}
		t.goneFiles = append(t.goneFiles, gone)
		switch note := model.IsNote(f.path); {
		case note && f.status == model.Deleted:
			t.gone++
		case note:
			t.blank++
		}
	}
}

// losses says how many notes would be gone, "" if none.
func (t totals) losses() string {
	var parts []string
	if t.gone > 0 {
		parts = append(parts, fmt.Sprintf("deletes %d", t.gone))
	}
	if t.blank > 0 {
		parts = append(parts, fmt.Sprintf("empties %d", t.blank))
	}
	if len(parts) == 0 {
		return ""
	}
	s := strings.Join(parts, ", ") + fmt.Sprintf(" of %d", t.notes)
	if len(parts) == 1 {
		s += " notes"
	}
	return s
}

// label is the word for what happens to a file.
func (f file) label() string {
	switch {
	case f.old != "":
		return "renamed"
	case f.status == model.Added:
		return "new"
	case f.status == model.ModeOnly:
		return "mode"
	case f.status == model.Modified:
		return ""
	}
	return string(f.status)
}
