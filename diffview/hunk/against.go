package hunk

import (
	"maps"
	"slices"

	"dreamgate/model"
)

// Since are the changes from the approved versions of files to those in a tree: what stands there and nobody
// looked at. Of a file of which nothing was ever approved there are none.
func Since(a model.Approvals, base model.Tree) []model.Change {
	old, now := model.Tree{}, model.Tree{}
	for path, was := range a.Files {
		if was.There {
			old[path] = was.File
		}
		if f, ok := base[path]; ok {
			if was.There && f.Regular() {
				f.Mode = was.File.Mode // git keeps no more of it than whether it can be run, and nobody reviews that
			}
			now[path] = f
		}
	}
	changes := Diff(old, now)
	for i := range changes {
		changes[i].RenameOf = ""
	}
	return changes
}

// Against is a hunk as it looks against the approved text: where what it changes was changed since, the removed
// side is what was approved, and the hunk is as large as both. Since is what was changed in its file; mixed says
// that there was such. The hunk keeps its id. A piece and a hunk of a whole file are given back as they are.
func Against(h model.Hunk, base []byte, since model.Change) (out model.Hunk, mixed bool) {
	if h.Kind != model.HunkText || h.Of != "" {
		return h, false
	}
	lines := Lines(base)
	from, to := oldRange(h)
	lo, hi := from, to
	var over []model.Hunk
	for _, u := range since.Hunks {
		a, b := newRange(u)
		if u.Kind == model.HunkText && (a < hi && lo < b || a == b && lo < a && a < hi || lo == hi && a < lo && lo < b) {
			lo, hi = min(lo, a), max(hi, b)
			over = append(over, u)
		}
	}
	if len(over) == 0 || hi > len(lines) {
		return h, false
	}
	out = h
	out.Added = slices.Concat(lines[lo:from], h.Added, lines[to:hi])
	out.Removed = nil
	at := lo
	for _, u := range over {
		a, b := newRange(u)
		out.Removed = slices.Concat(out.Removed, lines[at:a], u.Removed)
		at = b
	}
	out.Removed = slices.Concat(out.Removed, lines[at:hi])
	old, _ := oldRange(over[0])
	first, _ := newRange(over[0])
	out.OldStart = startOf(old-(first-lo), len(out.Removed))
	fresh, _ := newRange(h)
	out.NewStart = startOf(fresh-(from-lo), len(out.Added))
	return out, true
}

// startOf is how a hunk names a place in lines from 0.
func startOf(from, n int) int {
	if n == 0 {
		return from
	}
	return from + 1
}

// oldRange and newRange are the lines of a hunk's sides, from 0.
func oldRange(h model.Hunk) (from, to int) { return sideRange(h.OldStart, len(h.Removed)) }
func newRange(h model.Hunk) (from, to int) { return sideRange(h.NewStart, len(h.Added)) }

func sideRange(start, n int) (from, to int) {
	if n == 0 {
		return start, start // an insertion names the line before it
	}
	return start - 1, start - 1 + n
}

// Elsewhere are the files in which something stands that nobody approved, and which a proposal does not change. Where
// nothing at all was ever approved there are none: that is said once, and not of each.
func Elsewhere(a model.Approvals, base model.Tree, since, proposal []model.Change) []string {
	found := map[string]bool{}
	for _, c := range since {
		found[c.Path] = true
	}
	for path, f := range base {
		if _, ok := a.Files[path]; !ok && f.Regular() && len(a.Files) > 0 {
			found[path] = true
		}
	}
	for _, c := range proposal {
		delete(found, c.Path)
	}
	return slices.Sorted(maps.Keys(found))
}
