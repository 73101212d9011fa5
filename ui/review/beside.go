package review

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// Beside shows what others did to the review since it was read, which led from was to now. What was done here since
// and does not touch that stays; stays are hunks at which others were first. It returns a printable line that says what
// changed, "" for nothing, and whether anything did. Cursor, scroll and what is being typed stay.
func (p *Pane) Beside(was, now model.Ruling, stays []string) (word string, changed bool) {
	mine := p.book.ruling()
	next, more := hunk.Beside(p.book.renames, now, was, mine)
	stays = append(slices.Clip(stays), more...)
	if changed = !hunk.Same(next, mine); !changed && len(stays) == 0 {
		return "", false
	}
	reshaped := !sameShape(next.Shape, mine.Shape)
	place, top, left, list, selection := p.hunkID(), p.top, p.left, p.onList, p.selection
	p.book.adopt(next)
	if reshaped {
		p.reshape()
		p.book.adopt(hunk.Settled(p.real, p.book.ruling()))
		if p.at = p.find(place); p.hunkID() != place {
			top, selection = 0, nil
		}
		p.top, p.left, p.onList, p.selection = top, left, list, selection
	}
	p.pages.clear() // notes stand in them
	p.offer = offer{}
	if changed {
		p.confirm = nil // it was asked of another selection
	}
	p.recount()
	p.clamp()
	return Told(p.r.Changes, mine, p.book.ruling(), stays, p.printable), changed
}

// Told is a line on what somebody else made of a review that was seen as was and holds now; changes are as now shapes
// them. Stays are hunks at which others were first. Show makes a text fit to be shown. It is "" where nothing changed.
func Told(changes []model.Change, was, now model.Ruling, stays []string, show func(string) string) string {
	var one string
	counts := map[string]int{}
	hunks, root := 0, ""
	_, files := hunk.Counts(changes, now.Decisions)
	at := make([]int, len(changes)) // the hunks of each file so far
	for i, halves := range hunk.Ones(changes) {
		h, what := besideHalves(halves, was, now)
		if len(what) > 0 && what[0] == wasSplit && model.RootOf(h.ID) == root {
			what = what[1:] // it was said of the first piece
		}
		root = model.RootOf(h.ID)
		at[i]++
		if len(what) == 0 && !slices.ContainsFunc(halves, func(h model.Hunk) bool {
			return slices.Contains(stays, h.ID) || slices.Contains(stays, model.RootOf(h.ID))
		}) {
			continue
		}
		hunks++
		one = show(changes[i].Path)
		if files[i].Hunks() > 1 {
			one = fmt.Sprintf("hunk %d of %s", at[i], one)
		}
		for j, w := range what {
			counts[w]++
			if w == "noted" {
				what[j] = `noted "` + show(now.Notes[h.ID]) + `"`
			}
		}
		if one += ": " + strings.Join(what, ", "); len(what) == 0 {
			one = strings.TrimSuffix(one, ": ") + " is " + now.Decisions[h.ID].String()
		}
	}
	if note := now.Notes[model.WholeReview]; note != was.Notes[model.WholeReview] && note != "" {
		if hunks++; hunks == 1 {
			one = "noted of the review “" + show(note) + "”"
		}
		counts["noted"]++
	}
	if hunks > 1 {
		var parts []string
		for _, w := range []string{"accepted", "rejected", "undecided again", "noted", wasSplit, "joined", "edited", "edit taken back"} {
			if n := counts[w]; n > 0 {
				parts = append(parts, model.Number(n)+" "+w)
			}
		}
		if one = strings.Join(parts, ", "); one == "" {
			one = model.Count(hunks, "hunk") + " stand as they did there"
		}
	}
	if one == "" && len(stays) == 0 {
		return ""
	}
	if len(stays) > 0 {
		return strings.TrimSuffix("decided elsewhere first, and that stays: "+one, ": ")
	}
	return "elsewhere, " + one
}

// besideHalves are what somebody did to a hunk, or to a rename: he may have noted on either half of it.
func besideHalves(halves []model.Hunk, was, now model.Ruling) (h model.Hunk, what []string) {
	for _, h = range halves {
		if what = besideWords(h, was, now); len(what) > 0 {
			return h, what
		}
	}
	return halves[0], nil
}

// wasSplit is what is said of a hunk that somebody split.
const wasSplit = "split"

// besideWords are what somebody did to a hunk. The pieces of one were decided as it was before it was split.
func besideWords(h model.Hunk, was, now model.Ruling) (what []string) {
	root := model.RootOf(h.ID)
	before, split := was.Shape.Cuts[root]
	cuts, is := now.Shape.Cuts[root]
	switch {
	case is && (!split || !slices.Equal(before, cuts)):
		what = append(what, wasSplit)
	case split && !is:
		what = append(what, "joined")
	}
	text, edited := now.Shape.Edits[h.ID]
	old, had := was.Shape.Edits[h.ID]
	switch {
	case edited && (!had || old != text):
		what = append(what, "edited")
	case had && !edited && len(what) == 0:
		what = append(what, "edit taken back")
	}
	decided, known := was.Decisions[h.ID]
	if !split && !known {
		decided = was.Decisions[root]
	}
	if d := now.Decisions[h.ID]; d != decided {
		word := d.String()
		if d == model.Undecided {
			word = "undecided again"
		}
		what = append(what, word)
	}
	if now.Notes[h.ID] != was.Notes[h.ID] && now.Notes[h.ID] != "" {
		what = append(what, "noted")
	}
	return what
}

// Selecting reports whether lines of a hunk are being selected.
func (p *Pane) Selecting() bool { return p.selection != nil }

// Touched says what others did to a hunk since its text was given to an editor, "" for nothing.
func (p *Pane) Touched(e Edit) string {
	at := p.find(e.ID)
	if at == summary || p.sheet.items[at].ids[0] != e.ID {
		return "the hunk is not there any more"
	}
	it := p.sheet.items[at]
	h := p.real[it.change].Hunks[it.at]
	switch d := p.book.now[e.ID]; {
	case strings.Join(h.Added, "") != e.Text:
		return "somebody else edited this hunk meanwhile"
	case d != e.Decision:
		return "somebody else decided meanwhile that this hunk is " + d.String()
	}
	return ""
}
