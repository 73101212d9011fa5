package hunk

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// Grain is how fine a hunk is split.
type Grain int

// The grains, coarse to fine. A block is a list item with what belongs to it, a paragraph, a heading or
// a field of a frontmatter.
const (
	Blocks Grain = iota
	SingleLines
	Sentences
	grains
)

// Split splits one hunk, or one piece, by the coarsest grain that parts it, and returns the shape with
// that; changes are those of the proposal, unshaped. It is not ok, and the shape stays, where the
// hunk has no finer parts or was edited. A rename, named by either of its halves, comes apart into the new
// name and what changes in its text.
func Split(changes []model.Change, s model.Shape, id string) (model.Shape, bool) {
	for g := Blocks; g < grains; g++ {
		if finer, ok := SplitBy(changes, s, id, g); ok {
			return finer, true
		}
	}
	return s, false
}

// SplitBy is Split by one grain.
func SplitBy(changes []model.Change, s model.Shape, id string, g Grain) (model.Shape, bool) {
	if r, ok := renames(changes)[id]; ok {
		return r.part(s)
	}
	c, root, ok := find(parted(changes, s), model.RootOf(id))
	if !ok || !splittable(root) || c.RenameOf != "" {
		return s, false
	}
	if _, edited := s.Edits[id]; edited {
		return s, false
	}
	old, new := strings.Join(root.Removed, ""), strings.Join(root.Added, "")
	from, to, ok := bounds(root, old, new, s.Cuts[root.ID], id)
	if !ok {
		return s, false
	}
	var fresh []model.Cut
	for _, c := range parts(old[from.Old:to.Old], new[from.New:to.New], g) {
		fresh = append(fresh, model.Cut{Old: from.Old + c.Old, New: from.New + c.New})
	}
	return cutMore(s, root, from, to, fresh)
}

// cutMore adds places between two others to those at which a hunk is cut. It is not ok where that makes
// no more pieces.
func cutMore(s model.Shape, root model.Hunk, from, to model.Cut, fresh []model.Cut) (model.Shape, bool) {
	old, new := strings.Join(root.Removed, ""), strings.Join(root.Added, "")
	fresh = slices.DeleteFunc(fresh, func(c model.Cut) bool { return c == from || c == to || !fits(old, new, c) })
	cuts := s.Cuts[root.ID]
	all := slices.Concat(cuts, fresh)
	slices.SortFunc(all, func(a, b model.Cut) int { return cmp.Or(a.Old-b.Old, a.New-b.New) })
	all = slices.Compact(all)
	before, _ := cutUp(root, cuts)
	after, err := cutUp(root, all)
	if err != nil || len(after) <= len(before) {
		return s, false
	}
	out := clone(s)
	out.Cuts[root.ID] = all
	return out, true
}

// Join takes back all splits of a hunk, named by itself or by a piece, and what was written in its
// pieces. It is not ok where there are none.
func Join(s model.Shape, id string) (model.Shape, bool) {
	root := model.RootOf(id)
	if _, ok := s.Cuts[root]; !ok {
		return s, false
	}
	out := clone(s)
	delete(out.Cuts, root)
	maps.DeleteFunc(out.Edits, func(id, _ string) bool { return id != root && model.RootOf(id) == root })
	return out, true
}

// Edit returns the shape with the added side of a hunk or a piece as a person wrote it. It is not ok for
// a hunk that is split, whose pieces are edited instead. The text is not looked at: who takes it has to
// look for secrets in it.
func Edit(s model.Shape, id, text string) (model.Shape, bool) {
	if _, split := s.Cuts[id]; split {
		return s, false
	}
	out := clone(s)
	out.Edits[id] = text
	return out, true
}

// Unedit takes back what a person wrote in the place of a hunk or a piece. It is not ok where that is
// nothing.
func Unedit(s model.Shape, id string) (model.Shape, bool) {
	if _, ok := s.Edits[id]; !ok {
		return s, false
	}
	out := clone(s)
	delete(out.Edits, id)
	return out, true
}

func clone(s model.Shape) model.Shape {
	out := model.Shape{Cuts: maps.Clone(s.Cuts), Edits: maps.Clone(s.Edits)}
	if out.Cuts == nil {
		out.Cuts = map[string][]model.Cut{}
	}
	if out.Edits == nil {
		out.Edits = map[string]string{}
	}
	return out
}

func find(changes []model.Change, id string) (model.Change, model.Hunk, bool) {
	for _, c := range changes {
		for _, h := range c.Hunks {
			if h.ID == id {
				return c, h, true
			}
		}
	}
	return model.Change{}, model.Hunk{}, false
}

// bounds are the cuts around a piece; around the whole hunk, if that is meant and not split.
func bounds(root model.Hunk, old, new string, cuts []model.Cut, id string) (from, to model.Cut, ok bool) {
	end := model.Cut{Old: len(old), New: len(new)}
	if id == root.ID {
		return model.Cut{}, end, len(cuts) == 0
	}
	at := knifeFor(root, old, new)
	between(old, new, cuts, func(a, b model.Cut) {
		if !ok && at.piece(a, b).ID == id {
			from, to, ok = a, b, true
		}
	})
	return from, to, ok
}

// parts finds the cuts of a grain in two texts.
func parts(old, new string, g Grain) []model.Cut {
	cut := blocks
	if g != Blocks {
		cut = func(s string) []string { return Lines([]byte(s)) }
	}
	var cuts []model.Cut
	matched(cut(old), cut(new), func(at model.Cut, a, b string) {
		cuts = append(cuts, at)
		if g == Sentences && a != "" && b != "" {
			matched(sentences(a), sentences(b), func(in model.Cut, _, _ string) {
				cuts = append(cuts, model.Cut{Old: at.Old + in.Old, New: at.New + in.New})
			})
		}
	})
	return cuts
}

// matched goes through the units of two texts in order: those that carry each other on together, the
// others alone, each with the place before it.
func matched(old, new []string, yield func(at model.Cut, a, b string)) {
	at := model.Cut{}
	step := func(a, b string) {
		yield(at, a, b)
		at.Old, at.New = at.Old+len(a), at.New+len(b)
	}
	i, j := 0, 0
	for _, p := range append(Pairs(old, new), [2]int{len(old), len(new)}) {
		for ; i < p[0]; i++ {
			step(old[i], "")
		}
		for ; j < p[1]; j++ {
			step("", new[j])
		}
		if i < len(old) && j < len(new) {
			step(old[i], new[j])
			i, j = i+1, j+1
		}
	}
}

// blocks parts a text at list items, headings, fields, and after blank lines. A whole frontmatter is one
// block: half of one is none.
func blocks(text string) []string {
	var out []string
	wasBlank := false
	lines := Lines([]byte(text))
	if n := front(lines); n > 0 {
		out, lines, wasBlank = append(out, strings.Join(lines[:n], "")), lines[n:], true
	}
	for _, line := range lines {
		isBlank := blank(line)
		if len(out) == 0 || begins(line) || wasBlank && !isBlank && !indented(line) {
			out = append(out, line)
		} else {
			out[len(out)-1] += line
		}
		wasBlank = isBlank
	}
	return out
}

// front is the number of lines of the frontmatter that a text begins with.
func front(lines []string) int {
	fence := func(line string) bool { return strings.TrimRight(line, " \t\r\n") == "---" }
	if len(lines) == 0 || !fence(lines[0]) {
		return 0
	}
	return 1 + slices.IndexFunc(lines[1:], fence) + 1
}

func indented(line string) bool { return line[0] == ' ' || line[0] == '\t' }

// begins reports whether a line starts something of its own: "- item", "1. item", "# heading", "key: value".
func begins(line string) bool {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if word == "" {
		return false
	}
	switch word {
	case "-", "*", "+":
		return rest != ""
	}
	if strings.Trim(word, "#") == "" || strings.HasPrefix(word, "```") {
		return !indented(line)
	}
	if digits := strings.TrimRight(word, ".)"); len(digits) == len(word)-1 && len(digits) < 4 {
		return strings.TrimLeft(digits, "0123456789") == ""
	}
	key, isKey := strings.CutSuffix(word, ":")
	return isKey && !indented(line) && strings.IndexFunc(key, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	}) < 0
}

// sentences parts a line after full stops and their like, each with the blanks behind it.
func sentences(line string) []string {
	var out []string
	from := 0
	for i, r := range line {
		next := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			next = i + 1
		}
		var ends bool
		switch r {
		case '.', '!', '?':
			ends = next < len(line) && line[next] == ' '
		case '。', '！', '？':
			ends = true
		}
		if !ends {
			continue
		}
		for next < len(line) && line[next] == ' ' {
			next++
		}
		if next < len(line) && line[next] != '\n' && line[next] != '\r' {
			out = append(out, line[from:next])
			from = next
		}
	}
	return append(out, line[from:])
}
