package hunk

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dreamgate/model"
)

// Reshape returns changes with their hunks split and edited as a person did. The changes that it is given
// stay as they are. An error names a hunk that is not there, or a place where it cannot be cut: then
// the shape is that of another proposal.
//
// A piece keeps its place in the base, so that any choice among pieces is carried out as any choice
// among hunks is. What is the same on both sides of a cut-out piece is no change, and is left out.
func Reshape(changes []model.Change, s model.Shape) ([]model.Change, error) {
	if len(s.Cuts) == 0 && len(s.Edits) == 0 {
		return changes, nil
	}
	cuts, edits := len(s.Cuts), len(s.Edits)
	roots := rootsOf(s)
	out := slices.Clone(parted(changes, s))
	for i := range out {
		c := &out[i]
		if !touches(*c, roots) {
			continue
		}
		hunks := make([]model.Hunk, 0, len(c.Hunks))
		for _, h := range c.Hunks {
			pieces := []model.Hunk{h}
			if at, ok := s.Cuts[h.ID]; ok {
				cuts--
				var err error
				if pieces, err = cutUp(h, at); err == nil && c.RenameOf != "" {
					err = errRename
				}
				if err != nil {
					return nil, fmt.Errorf("split hunk %s of %q: %w", h.ID, h.Path, err)
				}
				if c.Status == model.Deleted {
					regrouped(pieces, h.Removed)
				}
			}
			for j, p := range pieces {
				if text, ok := s.Edits[p.ID]; ok {
					edits--
					if !Editable(p) || c.RenameOf != "" || strings.Contains(text, "\x00") {
						return nil, fmt.Errorf("edit hunk %s of %q: there is no text in it, or none in its place", p.ID, p.Path)
					}
					pieces[j] = edited(p, text)
				}
			}
			hunks = append(hunks, pieces...)
		}
		renumber(c.Hunks, hunks, s)
		c.Hunks = hunks
	}
	if cuts != 0 || edits != 0 {
		return nil, fmt.Errorf("%s split or edited and not in this proposal", model.Counted(cuts+edits, "hunk", "was", "were"))
	}
	return out, nil
}

// rootsOf are the hunks that a shape makes something of. Most changes of a large proposal have none of
// them, and are not looked through.
func rootsOf(s model.Shape) map[string]bool {
	roots := make(map[string]bool, len(s.Cuts)+len(s.Edits))
	for id := range s.Cuts {
		roots[id] = true
	}
	for id := range s.Edits {
		roots[model.RootOf(id)] = true
	}
	return roots
}

func touches(c model.Change, roots map[string]bool) bool {
	return slices.ContainsFunc(c.Hunks, func(h model.Hunk) bool { return roots[h.ID] })
}

// errRename says why a part of half a rename is no hunk: both its sides hold the whole text.
var errRename = errors.New("a rename is taken or left as a whole")

// Editable reports whether a person may write the added side of a hunk: there must be a text to write.
func Editable(h model.Hunk) bool {
	return (h.Kind == model.HunkText || h.Kind == model.HunkAdded) && !IsBinary(h)
}

// splittable hunks have a text of which a part can be taken. A deletion has not: half of it would be a
// change that nobody proposed.
func splittable(h model.Hunk) bool {
	return (h.Kind == model.HunkText || h.Kind == model.HunkAdded || h.Kind == model.HunkEmptied) && !IsBinary(h) && !h.Edited
}

// cutUp makes pieces of a hunk.
func cutUp(h model.Hunk, cuts []model.Cut) ([]model.Hunk, error) {
	if !splittable(h) {
		return nil, fmt.Errorf("a change of kind %s is taken or left as a whole", h.Kind)
	}
	old, new := strings.Join(h.Removed, ""), strings.Join(h.Added, "")
	last, end := model.Cut{}, model.Cut{Old: len(old), New: len(new)}
	for _, c := range cuts {
		if c.Old < last.Old || c.New < last.New || c.Old > end.Old || c.New > end.New || c == last || c == end {
			return nil, fmt.Errorf("there is no place after byte %d of the old and %d of the new text", c.Old, c.New)
		}
		if !fits(old, new, c) {
			return nil, fmt.Errorf("a line would be torn after byte %d of the old and %d of the new text", c.Old, c.New)
		}
		last = c
	}
	var pieces []model.Hunk
	at := knifeFor(h, old, new)
	between(old, new, cuts, func(from, to model.Cut) { pieces = append(pieces, at.piece(from, to)) })
	return pieces, nil
}

// between goes through what cuts make of two texts, without what is the same in both.
func between(old, new string, cuts []model.Cut, yield func(from, to model.Cut)) {
	from := model.Cut{}
	for _, to := range append(slices.Clone(cuts), model.Cut{Old: len(old), New: len(new)}) {
		if old[from.Old:to.Old] != new[from.New:to.New] {
			yield(from, to)
		}
		from = to
	}
}

// fits reports whether a hunk can be cut at a place: at the end of a line on both sides, or inside one
// on both sides. So whichever pieces are chosen, no line loses its end and no two become one.
func fits(old, new string, c model.Cut) bool {
	ended := func(s string) bool { return s == "" || s[len(s)-1] == '\n' }
	return ended(old[:c.Old]) == ended(new[:c.New])
}

// counted is a text of which the lines are counted on from place to place: a new note of ten thousand lines has as many
// cuts, and would else be counted from its top for each.
type counted struct {
	text      string
	at, lines int
}

// before is the number of line ends before a place, which is not before the last one.
func (c *counted) before(at int) int {
	c.lines, c.at = c.lines+strings.Count(c.text[c.at:at], "\n"), at
	return c.lines
}

// knife cuts a hunk from its top to its end.
type knife struct {
	h        model.Hunk
	old, new counted
}

func knifeFor(h model.Hunk, old, new string) *knife {
	return &knife{h: h, old: counted{text: old}, new: counted{text: new}}
}

// piece is what lies between two cuts of a hunk.
func piece(h model.Hunk, old, new string, from, to model.Cut) model.Hunk {
	k := knifeFor(h, old, new)
	return k.piece(from, to)
}

// piece is what lies between two cuts, which are below those before.
func (k *knife) piece(from, to model.Cut) model.Hunk {
	h, old, new := k.h, k.old.text, k.new.text
	p := h
	p.Of = h.ID
	p.Removed, p.Added = Lines([]byte(old[from.Old:to.Old])), Lines([]byte(new[from.New:to.New]))
	before := k.old.before(from.Old)
	p.Skip = from.Old - 1 - strings.LastIndexByte(old[:from.Old], '\n')
	// above counts the lines that stand before the hunk; an insertion between lines names the one before.
	p.OldStart = above(h) + before
	if len(p.Removed) > 0 || p.Skip > 0 {
		p.OldStart++
	}
	p.NewStart = h.NewStart + k.new.before(from.New)
	if len(h.Added) > 0 && len(p.Added) == 0 && lineStart(new, from.New) {
		p.NewStart-- // a removal names the line before it
	}
	var d digester
	sum := d.sum(p, 0)
	d.buf = d.buf[:0]
	for _, n := range []int{from.Old, to.Old, from.New, to.New} {
		d.field(strconv.Itoa(n))
	}
	d.field(h.ID)
	d.field(string(sum[:]))
	full := d.hash()
	p.ID = h.ID + "." + hex.EncodeToString(full[:])[:pieceDigits]
	return p
}

// pieceDigits tell the pieces of one hunk apart, in hex digits.
const pieceDigits = 6

// edited is a hunk whose added side a person wrote. The text ends as the side that it stands for does:
// an editor that adds or drops a last line end changes nothing of the file around it. Nor does one that ends
// lines in its own way.
func edited(h model.Hunk, text string) model.Hunk {
	like := h.Added
	if len(like) == 0 {
		like = h.Removed
	}
	if crlf(like) {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
	}
	// Of a piece that begins inside a line the end is that of what stands before it, too.
	if n := len(like); n > 0 && (text != "" || h.Skip > 0) {
		end := ""
		if last := like[n-1]; strings.HasSuffix(last, "\r\n") {
			end = "\r\n"
		} else if strings.HasSuffix(last, "\n") {
			end = "\n"
		}
		text = strings.TrimRight(text, "\r\n") + end
	}
	was := len(h.Added) > 0
	h.Added, h.Edited = Lines([]byte(text)), true
	switch is := len(h.Added) > 0; {
	case h.Skip > 0:
	case was && !is && h.NewStart > 0:
		h.NewStart-- // a removal names the line before it
	case is && !was:
		h.NewStart++
	}
	return h
}

// renumber moves the places of hunks in the new text by the lines that edits above them put in or take out.
func renumber(roots, hunks []model.Hunk, s model.Shape) {
	if len(s.Edits) == 0 {
		return
	}
	proposed := map[string]int{}
	for _, h := range roots {
		old, new := strings.Join(h.Removed, ""), strings.Join(h.Added, "")
		proposed[h.ID] = strings.Count(new, "\n")
		if cuts, ok := s.Cuts[h.ID]; ok {
			at := knifeFor(h, old, new)
			between(old, new, cuts, func(from, to model.Cut) {
				proposed[at.piece(from, to).ID] = strings.Count(new[from.New:to.New], "\n")
			})
		}
	}
	by := 0
	for i := range hunks {
		h := &hunks[i]
		h.NewStart += by
		if h.Edited {
			by += strings.Count(strings.Join(h.Added, ""), "\n") - proposed[h.ID]
		}
	}
}

// crlf reports whether all lines end with a carriage return and a line feed.
func crlf(lines []string) bool {
	for _, l := range lines {
		if !strings.HasSuffix(l, "\r\n") {
			return false
		}
	}
	return len(lines) > 0
}
