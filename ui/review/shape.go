package review

import (
	"errors"
	"fmt"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// Behind is what stands behind a review that is shown. Hunks are split and edited as they really are: a
// secret that is covered on the screen has the same length there, and other words.
type Behind struct {
	Real model.Review
	// Cover makes a text fit to be shown; nil shows it as it is.
	Cover func(string) string
	// Judge looks through what a person writes; nil finds nothing.
	Judge func(model.Hunk) []model.Flag
	// Stands are where the lines that hunks take away stand elsewhere (evidence.Stands).
	Stands map[string][]model.Stand
}

// whole fills in what was left out.
func (b Behind) whole() Behind {
	if b.Real.Whole == nil {
		b.Real.Whole, b.Real.Proposal.Check = b.Real.Changes, b.Real.Check
	}
	if b.Cover == nil {
		b.Cover = func(s string) string { return s }
	}
	return b
}

// reshape lays the review out in the shape of the book.
func (p *Pane) reshape() {
	if s := p.book.shape; !s.Shaped() {
		p.real, p.r.Changes, p.r.Check = p.behind.Real.Whole, p.r.Whole, p.r.Proposal.Check
	} else if err := p.shaped(s); err != nil {
		// The desk has seen to it that a shape fits; one that does not is of another review.
		p.book.shape = model.Shape{}
		p.real, p.r.Changes, p.r.Check = p.behind.Real.Whole, p.r.Whole, p.r.Proposal.Check
	}
	p.sheet, p.apart = newSheet(&p.r), map[string]bool{}
	p.ties = bulk.Tie(p.behind.Real.Proposal.Base, p.real)
	p.pages.clear()
}

func (p *Pane) shaped(s model.Shape) error {
	real, check, err := hunk.Shaped(p.behind.Real.Whole, p.r.Proposal.Check, s, p.behind.Judge)
	if err == nil {
		p.real, p.r.Check = real, check
		p.r.Changes = hunk.Mirror(p.behind.Real.Whole, real, p.r.Whole, s, p.behind.Cover)
	}
	return err
}

// hunkID names the hunk at the cursor, "" on the summary.
func (p *Pane) hunkID() string {
	if p.at == summary {
		return ""
	}
	return p.sheet.items[p.at].ids[0]
}

// find is the item of a hunk, or of what has become of it; the summary if there is none.
func (p *Pane) find(id string) int {
	like := summary
	for i, it := range p.sheet.items {
		for _, other := range it.ids {
			if other == id && id != "" {
				return i
			}
			if like == summary && id != "" && model.RootOf(other) == model.RootOf(id) {
				like = i
			}
		}
	}
	return like
}

// actual is the hunk at the cursor as it really is.
func (p *Pane) actual() model.Hunk {
	it := p.sheet.items[p.at]
	return p.real[it.change].Hunks[it.at]
}

// remake makes another ruling of the review as one step, and goes to a hunk.
func (p *Pane) remake(next model.Ruling, to, what string) Outcome {
	if !p.book.rule(next, p.hunkID(), what) {
		return Outcome{Hint: "nothing is changed by that"}
	}
	p.reshape()
	p.toHunk(p.find(to))
	return Outcome{Changed: true}
}

// shapes are the actions that make something else of the hunk at the cursor.
func (p *Pane) shapes(a keymap.Action) (func() Outcome, bool) {
	switch a {
	case keymap.Split:
		return p.split, true
	case keymap.Join:
		return p.join, true
	case keymap.Select:
		return p.choosing, true
	case keymap.EditHunk:
		return p.edit, true
	case keymap.Note:
		return p.note, true
	}
	return nil, false
}

// split parts the hunk at the cursor, the finer the more often.
func (p *Pane) split() Outcome {
	it, h := p.sheet.items[p.at], p.actual()
	what := "split " + p.name(it)
	shape, ok := hunk.Split(p.behind.Real.Whole, p.book.shape, h.ID)
	if !ok {
		return Outcome{Hint: p.unsplit(it, h)}
	}
	out := p.remake(hunk.Reruled(p.behind.Real.Whole, p.book.ruling(), shape), h.ID, what)
	if out.Changed {
		pieces, finer := 0, false
		for _, other := range p.sheet.items {
			if model.RootOf(other.ids[0]) == model.RootOf(h.ID) {
				pieces++
				_, more := hunk.Split(p.behind.Real.Whole, p.book.shape, other.ids[0])
				finer = finer || more
			}
		}
		out.Hint = model.Count(pieces, "piece") + "; "
		if finer {
			out.Hint += p.o.key(keymap.Review, keymap.Split) + " again splits finer, "
		}
		out.Hint += p.o.key(keymap.Review, keymap.Join) + " joins"
		if len(it.ids) > 1 {
			out.Hint = fmt.Sprintf("the name, and %s of the text; %s joins them", model.Count(pieces-1, "change"), p.o.key(keymap.Review, keymap.Join))
		}
	}
	return out
}

// unsplit says why a hunk does not come apart.
func (p *Pane) unsplit(it item, h model.Hunk) string {
	switch {
	case len(it.ids) > 1 && h.Of != "":
		return "what changes in the text is a hunk of its own already; " + p.o.key(keymap.Review, keymap.Join) + " joins it with the name"
	case len(it.ids) > 1 && p.splits():
		return "a rename: " + p.o.key(keymap.Review, keymap.Split) + " parts the name from what changes in the text first"
	case len(it.ids) > 1:
		return "a rename of which only the name changes: there is nothing finer to decide"
	case h.Edited:
		return "an edited hunk is not split; " + p.o.key(keymap.Review, keymap.Join) + " takes the edit back"
	case h.Kind == model.HunkDeleted:
		return "a deletion is decided as a whole"
	}
	return "there is nothing finer to decide in this hunk"
}

// join takes splits back; of a hunk that is edited and no piece, the edit.
func (p *Pane) join() Outcome {
	it, h := p.sheet.items[p.at], p.actual()
	what := "joined the pieces in " + model.PrintableLine(p.sheet.files[it.file].path)
	shape, ok := hunk.Join(p.book.shape, h.ID)
	if !ok {
		what = "took back the edit of " + p.name(it)
		shape, ok = hunk.Unedit(p.book.shape, h.ID)
	}
	if !ok {
		return Outcome{Hint: "this hunk is neither split nor edited"}
	}
	out := p.remake(hunk.Reruled(p.behind.Real.Whole, p.book.ruling(), shape), model.RootOf(h.ID), what)
	out.Hint = what
	return out
}

// Edit is a text that the user's editor is asked to change, of a hunk, and how that is decided.
type Edit struct {
	ID, Text string
	Decision model.Decision
}

// edit asks for the editor.
func (p *Pane) edit() Outcome {
	it, h := p.sheet.items[p.at], p.actual()
	if why := p.uneditable(it, h); why != "" {
		return Outcome{Hint: why}
	}
	return Outcome{Edit: &Edit{h.ID, strings.Join(h.Added, ""), p.book.now[h.ID]}}
}

func (p *Pane) uneditable(it item, h model.Hunk) string {
	switch {
	case len(it.ids) > 1:
		return "what changes in the text of a renamed file is edited by itself; " + p.o.key(keymap.Review, keymap.Split) + " parts it from the name"
	case !hunk.Editable(h):
		return "this hunk adds no text that could be edited"
	}
	return ""
}

// Edited puts what a person wrote in the place of what a hunk adds. An error says why it cannot stand
// there: then nothing is changed.
func (p *Pane) Edited(id, text string) (Outcome, error) {
	at := p.find(id)
	if at == summary || p.sheet.items[at].ids[0] != id {
		return Outcome{}, errors.New("the hunk is not there any more")
	}
	if why := p.sealed(); why != "" {
		return Outcome{}, errors.New(why)
	}
	if strings.Contains(text, "\x00") {
		return Outcome{}, errors.New("a note holds no NUL byte")
	}
	shape, ok := hunk.Edit(p.book.shape, id, text)
	if ok {
		_, err := hunk.Reshape(p.behind.Real.Whole, shape)
		if err != nil {
			return Outcome{}, err
		}
	}
	what := "edited " + p.name(p.sheet.items[at])
	out := p.remake(hunk.Reruled(p.behind.Real.Whole, p.book.ruling(), shape), id, what)
	if out.Changed {
		out.Hint = fmt.Sprintf("%s; %s accepts it, %s takes it back", what, p.o.key(keymap.Review, keymap.Accept), p.o.key(keymap.Review, keymap.Undo))
	}
	out.Handled = true
	p.settle(out)
	return out, nil
}
