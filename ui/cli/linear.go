package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/check"
	"dreamgate/memory/desk"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// verb is an answer to the question what becomes of a hunk.
type verb struct {
	word, about string
	// hunk says that it is about one, tells that the place is told again after it.
	hunk, tells bool
	do          func(*linear, context.Context) error
}

// verbs are the answers. Of two that begin alike the first one has the letter.
func verbs() []verb {
	return []verb{
		{"accept", "take this hunk, and go to the next undecided one", true, true, func(l *linear, ctx context.Context) error { return l.decide(ctx, model.Accepted) }},
		{"reject", "refuse it, and go to the next undecided one", true, true, func(l *linear, ctx context.Context) error { return l.decide(ctx, model.Rejected) }},
		{"split", "part it into pieces that are decided by themselves", true, true, (*linear).split},
		{"edit", "write yourself what it adds", true, true, (*linear).edit},
		{"note", "say something of it: the commit has it, and where it is refused the next dream", true, false, (*linear).note},
		{"back", "go to the hunk before", false, true, (*linear).back},
		{"undo", "take back what you did last", false, true, (*linear).undo},
		{"commit", "hear what would be written, and say yes or no to it", false, true, nil},
		{"quit", "leave; what you decided stays", false, false, func(*linear, context.Context) error { return errLeft }},
		{"help", "explain these words", false, false, (*linear).help},
		{"skip", "leave it undecided for now, and go to the next undecided one", true, true, (*linear).skip},
		{"rest clean", "accept all undecided hunks that carry no flag and delete no note", false, true, (*linear).rest},
		{"join", "take the splits of this hunk back, or its edit", true, true, (*linear).join},
		{"lines", "make a hunk of its own of some of its lines", true, true, (*linear).lines},
		{"rules", "accept or reject many hunks by a rule: deletions, additions, lines of the index, a type, a file, a folder, a group", false, true, (*linear).rules},
		{"reject all", "refuse everything, also what is accepted, after a yes", false, true, (*linear).rejectAll},
		{"redo", "do again what undo took back", false, true, (*linear).redo},
		{"tell", "tell this again", false, true, func(*linear, context.Context) error { return nil }},
		{"open", "go over what is undecided from the beginning", false, true, func(l *linear, _ context.Context) error { l.seek(0); return nil }},
		{"merge", "make the review anew where the notes have changed since", false, true, (*linear).merge},
		{"note review", "say something of the review as a whole: the commit has it, and the next dream", false, false, (*linear).noteWhole},
		{"undecide", "take back what was decided of this hunk, and of no other", true, true, (*linear).undecide},
		{"next", "go to the next hunk, also one that is decided", true, true, (*linear).onward},
		{"flagged", "go to the next hunk that carries a flag", false, true, (*linear).flagged},
		{"find", "go to the next hunk with some words", false, true, (*linear).findWords},
		{"cited", "hear what was said before and after the lines that this hunk rests on", true, false, (*linear).cited},
		{"result", "hear the file as it would be with what is accepted", true, false, (*linear).result},
		{"history", "hear what became of the note before", true, false, (*linear).became},
		{"queue", "leave the review for another one that waits; what you decided stays", false, false, func(*linear, context.Context) error { return errQueue }},
		{"menu", "leave the review for the notes, dreams and tasks; what you decided stays", false, false, func(*linear, context.Context) error { return errMenu }},
	}
}

// plain are the answers of who takes the question for one of yes and no, as the keys of the screen do.
var plain = map[string]string{"y": "accept", "yes": "accept", "n": "reject", "no": "reject", "?": "help"}

// verbOf finds an answer by its word or the beginning of it.
func verbOf(word string) (verb, bool) {
	word = cmp.Or(plain[word], word)
	for _, v := range verbs() {
		if word != "" && strings.HasPrefix(v.word, word) {
			return v, true
		}
	}
	return verb{}, false
}

func (l *linear) help(context.Context) error {
	for _, v := range verbs() {
		short := v.word
		for n := 1; n < len(v.word); n++ {
			if first, _ := verbOf(v.word[:n]); first.word == v.word && v.word[n-1] != ' ' {
				short = v.word[:n]
				break
			}
		}
		if len(short)+1 >= len(v.word) { // it saves nothing to learn that
			l.out().linef("%s: %s.", v.word, v.about)
			continue
		}
		l.out().linef("%s, in short %s: %s.", v.word, short, v.about)
	}
	l.out().linef("yes and no, in short y and n, are accept and reject.")
	return nil
}

// rule saves a ruling as one step. The review is read anew only where its hunks are others.
func (l *linear) rule(ctx context.Context, ru model.Ruling, shaped bool) error {
	p := l.r.Proposal
	if l.r.State != model.ReviewPending {
		return refuse("it is applied, and nothing in it is decided any more; commit tries the commit again")
	}
	was := l.r.Ruling()
	made, _ := hunk.Made(was, ru)
	made.ID, made.What = desk.NewID(l.clock()), l.stepWord(made)
	if h, _, ok := l.hunk(); ok {
		made.Place = h.ID
	}
	b, err := l.parts.Desk.Decide(ctx, p.Store, p.ID, was, ru, model.Turn{Step: made})
	if err != nil {
		return err
	}
	if b.Others {
		return l.beside(ctx, ru, b.Kept)
	}
	if shaped {
		return l.load(ctx, p.Store, p.ID)
	}
	l.r.Decisions, l.r.Notes = ru.Decisions, ru.Notes
	return nil
}

// with is the present ruling with some hunks decided.
func (l *linear) with(to model.Decision, ids ...string) model.Ruling {
	ru := l.r.Ruling()
	ru.Decisions = maps.Clone(ru.Decisions)
	for _, id := range ids {
		ru.Decisions[id] = to
	}
	return ru
}

// words for decisions, as one says them.
var did = map[model.Decision]string{model.Accepted: "Accepted", model.Rejected: "Rejected"}

// decide decides the hunk, and offers what belongs to it: a note and its line of the index should not part. Of a run
// of lines of the index only those of the note are meant.
func (l *linear) decide(ctx context.Context, to model.Decision) error {
	h, _, _ := l.hunk()
	ids := hunk.Halves(l.r.Changes, h.ID)
	shape, loose := hunk.Apart(l.r.Whole, l.r.Shape, ids, view(l.r).Loose(ids...), func(changes []model.Change) map[string][]string {
		return bulk.Tie(l.r.Proposal.Base, changes)
	})
	if len(loose) > 0 {
		word, err := l.offered(ctx, to, shape, loose)
		switch {
		case err != nil:
			return err
		case word == "skip":
			return l.skip(ctx)
		}
		if ids = append(ids, loose...); word == "no" {
			ids, shape = hunk.Halves(l.r.Changes, h.ID), l.r.Shape
		}
	}
	ru, parted := l.with(to, ids...), !maps.EqualFunc(shape.Cuts, l.r.Shape.Cuts, slices.Equal)
	if parted {
		ru = hunk.Reruled(l.r.Whole, l.r.Ruling(), shape)
		for _, id := range ids {
			ru.Decisions[id] = to
		}
	}
	if err := l.rule(ctx, ru, parted); err != nil {
		return err
	}
	l.out().linef("%s, %s. Still undecided: %d.", did[to], model.Count(l.number(ids), "hunk"), undecided(l.r))
	for i := 0; parted && i < l.count(); i++ { // the pieces of the index stand before most notes
		if l.at = i; l.isHunk(h.ID) {
			break
		}
	}
	l.seek(l.at + 1)
	return nil
}

// offered tells what belongs to the hunk, in the shape that it would have, and asks whether it is decided as well.
func (l *linear) offered(ctx context.Context, to model.Decision, shape model.Shape, loose []string) (string, error) {
	changes, judged, err := hunk.Shaped(l.r.Whole, l.r.Proposal.Check, shape, check.Surface)
	if err != nil {
		return "", err
	}
	was := l.r
	defer func() { l.r = was }()
	if l.r.Whole != nil {
		l.r.Changes, l.r.Check = changes, judged
	}
	places := make([]string, len(loose))
	for i, id := range loose {
		places[i] = l.placeOf(id)
		if to == model.Accepted { // nothing is taken unheard
			l.out().linef("")
			l.out().linef("This belongs to it:")
			l.tellAt(id)
		}
	}
	return l.oneOf(ctx, fmt.Sprintf("%s to this one: %s. The same for %s? yes, no for this one alone, or skip to decide neither?",
		model.Counted(l.number(loose), "hunk", "belongs", "belong"), strings.Join(places, "; "), model.Verb(l.number(loose), "it", "them")), "yes", "no", "skip")
}

func (l *linear) skip(context.Context) error {
	l.seek(l.at + 1)
	return nil
}

func (l *linear) back(context.Context) error {
	if l.at == 0 {
		return refuse("this is the first hunk")
	}
	l.at--
	return nil
}

func (l *linear) undo(ctx context.Context) error {
	if l.r.State == model.ReviewUncommitted {
		return l.unapply(ctx)
	}
	return l.turn(ctx, l.parts.Desk.Undo, "Undone")
}

// redo does again what undo took back.
func (l *linear) redo(ctx context.Context) error {
	return l.turn(ctx, l.parts.Desk.Redo, "Done again")
}

// turn takes a step back or does it again, says which, and goes to where it was done.
func (l *linear) turn(ctx context.Context, do func(context.Context, model.Store, string) (model.Step, error), did string) error {
	p := l.r.Proposal
	step, err := do(ctx, p.Store, p.ID)
	if errors.Is(err, desk.ErrNoStep) || errors.Is(err, desk.ErrNoRedo) {
		return refusal{err}
	}
	if err != nil {
		return err
	}
	l.out().linef("%s: %s.", did, step.What)
	if err := l.load(ctx, p.Store, p.ID); err != nil {
		return err
	}
	for i := range l.count() {
		if was := l.at; step.Place != "" {
			if l.at = i; l.isHunk(step.Place) {
				break
			}
			l.at = was
		}
	}
	return nil
}

// stepWord says what a step did.
func (l *linear) stepWord(s model.Step) string {
	if s.Reshapes() {
		return "split, joined or edited a hunk"
	}
	ids := map[model.Decision][]string{}
	for id, d := range s.Is.Decisions {
		ids[d] = append(ids[d], id)
	}
	for _, d := range []model.Decision{model.Accepted, model.Rejected, model.Undecided} {
		if len(ids[d]) > 0 {
			return decided[d][1] + " " + model.Count(l.number(ids[d]), "hunk")
		}
	}
	if _, whole := s.Is.Notes[model.WholeReview]; whole {
		return "noted on the review"
	}
	return "noted on a hunk"
}

func (l *linear) rest(ctx context.Context) error {
	rule, _ := bulk.Parse(bulk.Everything, l.r.Proposal)
	ids, left := rule.Accepts(view(l.r))
	if len(ids) == 0 {
		if len(left) == 0 {
			return refuse("nothing is undecided")
		}
		if s := l.r.Check.Loss.Warning(); s != "" {
			return refuse("%s", s)
		}
		return refuse("no undecided hunk is clean; %d %s a look each", l.number(left), model.Verb(l.number(left), "wants", "want"))
	}
	if err := l.rule(ctx, l.with(model.Accepted, ids...), false); err != nil {
		return err
	}
	l.out().linef("Accepted, %s. Left to look at: %d.", model.Count(l.number(ids), "hunk"), l.number(left))
	l.seek(0)
	return nil
}

// preselected accepts what is clean as the review opens; that there is nothing is no end of it.
func (l *linear) preselected(ctx context.Context) error {
	err := l.rest(ctx)
	var said refusal
	if errors.As(err, &said) {
		l.out().linef("Nothing is preselected: %s.", said.Error())
		return nil
	}
	return err
}

// shape gives the hunks another shape.
func (l *linear) shape(ctx context.Context, next model.Shape) error {
	return l.rule(ctx, hunk.Reruled(l.r.Whole, l.r.Ruling(), next), true)
}

func (l *linear) split(ctx context.Context) error {
	h, _, _ := l.hunk()
	next, ok := hunk.Split(l.r.Whole, l.r.Shape, h.ID)
	if !ok {
		return refuse("this hunk has no parts that could be decided by themselves")
	}
	before := l.count()
	if err := l.shape(ctx, next); err != nil {
		return err
	}
	l.out().linef("Split into %s.", model.Count(l.count()-before+1, "piece"))
	return nil
}

func (l *linear) join(ctx context.Context) error {
	h, _, _ := l.hunk()
	if next, ok := hunk.Unedit(l.r.Shape, h.ID); ok {
		if err := l.shape(ctx, next); err != nil {
			return err
		}
		l.out().linef("The edit is taken back.")
		return nil
	}
	next, ok := hunk.Join(l.r.Shape, hunk.Half(l.r.Whole, h.ID))
	if !ok {
		return refuse("this hunk is neither split nor edited")
	}
	if err := l.shape(ctx, next); err != nil {
		return err
	}
	for i := range l.count() { // the pieces before it are gone from in front of it
		if l.at = i; l.isHunk(orElse(h.Of, h.ID)) {
			break
		}
	}
	l.out().linef("Joined.")
	return nil
}

func (l *linear) isHunk(id string) bool {
	s, ok := l.place()
	return ok && slices.ContainsFunc(s.hunks, func(h model.Hunk) bool { return h.ID == id })
}

func (l *linear) note(ctx context.Context) error {
	h, _, _ := l.hunk()
	if err := l.say(ctx, h.ID, "this hunk"); err != nil {
		return err
	}
	l.out().linef("Noted. The hunk is %s.", l.r.Decisions[h.ID].String())
	return nil
}

// noteWhole notes on the review as a whole.
func (l *linear) noteWhole(ctx context.Context) error {
	if err := l.say(ctx, model.WholeReview, "the review"); err != nil {
		return err
	}
	l.out().linef("Noted.")
	return nil
}

// say keeps a note on what has an id.
func (l *linear) say(ctx context.Context, id, what string) error {
	line, err := l.line(ctx, "Your note on "+what+", one line; an empty line takes it away:")
	if err != nil {
		return err
	}
	ru := l.r.Ruling()
	if ru.Notes = maps.Clone(ru.Notes); ru.Notes == nil {
		ru.Notes = map[string]string{}
	}
	ru.Notes[id] = strings.TrimSpace(line)
	return l.rule(ctx, ru, false)
}

// edit takes a new text for what a hunk adds: from the editor on a terminal, else line by line.
func (l *linear) edit(ctx context.Context) error {
	h, c, _ := l.hunk()
	if !hunk.Editable(h) || c.RenameOf != "" {
		return refuse("this hunk adds no text that could be edited")
	}
	s := &reshaping{app: l.app}
	text, err := l.typed, error(nil)
	if l.Terminal && l.parts.Editor != nil {
		text = func(ctx context.Context) (string, error) { return s.edited(ctx, strings.Join(h.Added, "")) }
	}
	made, err := text(ctx)
	switch {
	case errors.Is(err, errEnded) || ctx.Err() != nil:
		return err
	case err != nil:
		return refusal{err}
	}
	next, ok := hunk.Edit(l.r.Shape, h.ID, made)
	if !ok {
		return refuse("this hunk is split; edit one of its pieces")
	}
	if err := l.shape(ctx, next); err != nil {
		if s.draft != "" {
			err = fmt.Errorf("%w; your text is kept in %s", err, s.draft)
		}
		return refusal{err}
	}
	if s.draft != "" {
		if err := os.RemoveAll(s.draft); err != nil {
			return fmt.Errorf("remove the editor's copy: %w", err)
		}
	}
	l.out().linef("Edited. The hunk is undecided now.")
	return nil
}

// typed is a text that is given line by line.
func (l *linear) typed(ctx context.Context) (string, error) {
	l.out().linef("Type what is to stand there instead. A line of one dot ends it, one of two dots leaves all as it was.")
	var b strings.Builder
	for {
		line, err := l.line(ctx, "")
		if err != nil {
			return "", err
		}
		switch line {
		case ".":
			return b.String(), nil
		case "..":
			return "", errors.New("it is left as it was")
		}
		if b.WriteString(line + "\n"); b.Len() > mostText {
			return "", errors.New("it is longer than any note may be")
		}
	}
}

// merge makes the review anew from the notes as they are now.
func (l *linear) merge(ctx context.Context) error {
	p := l.r.Proposal
	id, lines, err := l.parts.Desk.Refresh(ctx, p.Store, p.ID)
	if err != nil {
		return refusal{err}
	}
	if len(lines) == 0 {
		return refuse("the notes of this review have not changed since")
	}
	for _, s := range lines {
		l.out().linef("%s", s)
	}
	if err := l.load(ctx, p.Store, id); err != nil {
		return err
	}
	l.seek(0)
	return nil
}
