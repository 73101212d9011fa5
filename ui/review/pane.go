package review

import (
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/bulk"
	"dreamgate/ui/style"
)

// Pane is the review of one proposal. New makes one; it shows nothing until Open.
type Pane struct {
	o    Options
	ink  inks
	w, h int

	// r is as it is shown, with the hunks and the judgement that the book's shape makes of them; its
	// decisions are those of when it was opened, book has those of now.
	r      model.Review
	behind Behind
	// real are the hunks of r as they are.
	real []model.Change
	// ties are the hunks that belong together.
	ties bulk.Ties
	// names are the notes that the index names, of the base.
	names *bulk.Names
	// apart says of hunks whether they come apart, as far as that was asked.
	apart map[string]bool
	// offer is what belongs to the hunk that the last key decided.
	offer offer
	sheet sheet
	book  book
	// selection and noting are modes in which keys mean something else; nil while they are not.
	selection *selection
	noting    *noting
	// sought is a search for words, nil while there is none; lastWords are those of the last one.
	sought    *finding
	lastWords string

	// at is the item of the cursor; summary stands before the first.
	at int
	// selected is what the memory would be with what is accepted, nil while nobody knows.
	selected *Selected
	// before are the findings that the notes have as they are, once they are known.
	before []model.Finding
	// moved says that the notes have changed since the proposal was made, movedFiles which, where that is known.
	moved      bool
	movedFiles []string
	// approved is what was approved last, nil while nobody has asked; against draws the hunks from it.
	approved *approved
	against  bool
	// nth is which one of so many reviews that wait it is, from 1; 0 where nobody knows.
	nth, queue int
	// onList says that the list of files has the focus, else the hunks.
	onList bool
	// only hides what is decided, wrap folds long lines, result shows the file as it would be. sides puts what
	// was beside what is, where there is room. whole shows hunks in their file instead of each alone.
	only, wrap, result, sides, whole bool
	// words marks what changed in a line; alone gives the screen to list or hunks.
	words, alone bool
	// contextAt is how many lines are shown around a hunk, as an index into contexts; folds are the hunks of which
	// only the heads are shown, by their ids.
	contextAt int
	folds     map[string]bool
	// fresh says that the cursor came to another hunk, which is to be seen; read is the file that was last read
	// as a whole, to which top belongs.
	fresh bool
	read  int
	// top is the first row shown of what is on the right, left the first cell of unwrapped lines.
	top, left int
	// listTop is the first row shown of the list.
	listTop int
	// confirm does what was asked; nil while nothing is asked.
	confirm func() Outcome

	pages pages
	// frame is the last drawing; it stands until anything changes.
	frame string
	drawn bool
}

// summary is the place of the cursor before all items: the proposal at a glance.
const summary = -1

// New makes an empty pane.
func New(o Options) *Pane {
	p := &Pane{o: o.whole(), wrap: true, sides: true, words: true, contextAt: usualContext, at: summary}
	p.ink = newInks(p.o.Styles)
	p.open(model.Review{}, Behind{})
	return p
}

// whole fills in what was left out.
func (o Options) whole() Options {
	if o.Styles == nil {
		o.Styles = style.New(style.Options{})
	}
	if o.Keys == nil {
		o.Keys = keymap.Default()
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	return o
}

// key names the key of an action of the review.
func (o Options) key(c keymap.Context, a keymap.Action) string {
	return keymap.Spell(o.Keys.Key(c, a))
}

// SetStyles changes the look.
func (p *Pane) SetStyles(st *style.Styles) {
	p.o.Styles = st
	p.ink = newInks(st)
	p.pages.clear()
	p.touch()
}

// SetSize gives the pane w by h cells.
func (p *Pane) SetSize(w, h int) {
	if w == p.w && h == p.h {
		return
	}
	p.w, p.h = max(0, w), max(0, h)
	p.reflowed()
	p.clamp()
	p.touch()
}

// Open shows a review. One with the id of the review that is open keeps the place.
func (p *Pane) Open(r model.Review) { p.OpenOver(r, Behind{Real: r}) }

// OpenOver is Open for a review that is shown in the place of another.
func (p *Pane) OpenOver(r model.Review, behind Behind) {
	if r.Proposal.ID == "" || r.Proposal.ID != p.r.Proposal.ID {
		p.open(r, behind)
		return
	}
	place := p.hunkID()
	top, onList := p.top, p.onList
	p.load(r, behind)
	p.at, p.onList = p.find(place), onList
	if p.at != summary && p.hunkID() == place {
		p.top, p.fresh = top, p.whole
	}
	p.clamp()
}

// open starts a review at its beginning: the summary while nothing is decided, so that what the
// proposal does as a whole is seen first; later the first hunk that is left.
func (p *Pane) open(r model.Review, behind Behind) {
	p.load(r, behind)
	p.only, p.result, p.whole, p.listTop, p.folds = false, false, false, 0, map[string]bool{}
	p.at, p.top, p.left, p.onList = summary, 0, 0, true
	if p.book.all.Decided() == p.arrived() {
		return
	}
	if i, ok := p.seek(summary, 1, p.book.open); ok {
		p.at, p.onList = i, false
	}
}

// arrived counts the hunks that nobody decided here: they were refused before, and came rejected.
func (p *Pane) arrived() (n int) {
	for _, it := range p.sheet.items {
		if d, part := p.book.of(it); it.before.Known() && d == model.Rejected && !part {
			n += len(it.ids)
		}
	}
	return n
}

func (p *Pane) load(r model.Review, behind Behind) {
	p.r, p.behind, p.movedFiles = r, behind.whole(), nil
	p.names = bulk.NamesOf(p.behind.Real.Proposal.Base)
	p.selected, p.before = nil, nil
	p.approved, p.against = nil, false
	p.selection, p.noting, p.sought, p.confirm, p.moved = nil, nil, nil, nil, false
	p.book = newBook(p.behind.Real)
	p.book.renames = hunk.Renames(p.behind.Real.Whole)
	if p.r.Whole == nil {
		// Nothing is made of hunks here but what they are.
		p.r.Whole, p.r.Proposal.Check = r.Changes, r.Check
	}
	p.reshape()
	p.recount()
}

// recount follows a change of decisions.
func (p *Pane) recount() {
	p.book.count(&p.r, p.sheet)
	p.pages.decided()
	p.touch()
}

// Moved says whether notes that it changes have changed since the proposal was made, or last refreshed, and which,
// where that is known.
func (p *Pane) Moved(is bool, files []string) {
	if p.r.State == model.ReviewPending {
		p.moved, p.movedFiles = is, files
		p.touch()
	}
}

// Queue says which one of so many reviews that wait it is, from 1; 0 where it is none of them.
func (p *Pane) Queue(nth, of int) {
	p.nth, p.queue = nth, of
	p.touch()
}

// touch makes the next Render draw anew.
func (p *Pane) touch() { p.drawn = false }

// Review returns the review as it is decided now, not as it is shown. Nothing of it changes any more.
func (p *Pane) Review() model.Review {
	r, ru := p.behind.Real, p.book.ruling()
	r.Changes, r.Decisions, r.Shape, r.Notes = p.real, ru.Decisions, ru.Shape, ru.Notes
	return r
}

// Turns are the steps that were done or taken back since they were asked for, to be kept with what came of them.
func (p *Pane) Turns() []model.Turn {
	turns := p.book.turns
	p.book.turns = nil
	return turns
}

// sealed says why decisions cannot be changed any more, "" if they can.
func (p *Pane) sealed() string {
	switch p.r.State {
	case model.ReviewUncommitted:
		return "already applied; " + p.o.key(keymap.Review, keymap.OpenCommit) + " tries the commit again, or puts the notes back"
	case model.ReviewClosed:
		return "this review is closed"
	}
	return ""
}

// small says that there is no room for two panes, nor for frames and long words.
func (p *Pane) small() bool { return p.w < normalWidth }

// narrow says that list and hunks take turns.
func (p *Pane) narrow() bool { return p.small() || p.alone }

// file is the row of the cursor, -1 on the summary.
func (p *Pane) file() int {
	if p.at == summary {
		return -1
	}
	return p.sheet.items[p.at].file
}
