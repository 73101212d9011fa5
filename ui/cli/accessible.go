package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/note"
)

// linear is a review by questions and answers, line by line: for a screen reader, for a terminal that only
// prints, and for a program at the other end of a pipe. It draws nothing, and no state is told by a colour or
// a mark alone. What is answered is saved at once.
type linear struct {
	*app
	in *bufio.Reader
	r  model.Review
	// at is the place among the hunks, counted from 0; behind the last one is the end of the review.
	at int
	// standing knows what of a hunk's removed lines stands elsewhere.
	standing whereabouts
}

// errLeft ends a review that is left as it is; errEnded does so because no answer comes any more.
var (
	errLeft  = errors.New("left")
	errEnded = errors.New("the input ended")
	// errMenu leaves a review for the menu.
	errMenu = errors.New("to the menu")
)

// accessible reports whether reviews are held by questions and answers.
func (a *app) accessible() bool { return a.spoken || a.settings.accessible }

// open opens the screen, or asks and tells in its place.
func (a *app) openScreen(ctx context.Context, at Start) error {
	if !a.accessible() {
		return a.parts.Screen(ctx, at)
	}
	return a.linear().choose(ctx, at.Dir)
}

// openReview opens a review on the screen, or by questions and answers.
func (a *app) openReview(ctx context.Context, s model.Store, id string) error {
	if a.accessible() {
		return a.linear().open(ctx, s, id)
	}
	if s.Kind == model.KindFolder {
		if _, err := a.parts.Library.Folder(ctx, s.Dir); err != nil { // the screen is to find the same by it
			return err
		}
	}
	return a.parts.Screen(ctx, Start{Dir: s.Dir, Review: id, Preselect: a.preselect == preselectAccept})
}

func (a *app) linear() *linear { return &linear{app: a, in: bufio.NewReader(a.stdin)} }

// choose lists the reviews that wait, and asks for one if there are several.
func (l *linear) choose(ctx context.Context, dir string) error {
	stores, err := l.reviewed(ctx, dir)
	if err != nil {
		return err
	}
	var in []model.Store
	var ids []string
	for _, s := range stores {
		for _, p := range l.waiting(ctx, s) {
			in, ids = append(in, s), append(ids, p.ID)
			l.out().linef("Review %d: of the memory %s, by %s, made %s, %s, %d decided, %d flagged.", len(ids), s.Name,
				orElse(p.Engine, string(p.Origin)), stamp(p.Created), model.Count(p.Hunks, "hunk"), p.Decided, p.Flagged)
		}
	}
	switch len(ids) {
	case 0:
		l.out().linef("No review waits.")
		return l.menu(ctx, dir)
	case 1:
		return l.open(ctx, in[0], ids[0])
	}
	for {
		word, err := l.ask(ctx, fmt.Sprintf("Which review, 1 to %d, menu for the rest of the program, or quit?", len(ids)))
		if err == nil && word != "" && strings.HasPrefix("menu", word) {
			return l.menu(ctx, dir)
		}
		if err != nil || word != "" && strings.HasPrefix("quit", word) {
			return l.left(ctx, err)
		}
		if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(ids) {
			return l.open(ctx, in[n-1], ids[n-1])
		}
		l.unanswered(word, fmt.Sprintf("a number from 1 to %d, menu, or quit", len(ids)))
	}
}

// open holds one review.
func (l *linear) open(ctx context.Context, s model.Store, id string) error {
	// What others have overtaken is made anew; where that cannot be, it is told as it was made.
	now, told, err := l.parts.Desk.Refresh(ctx, s, id)
	if err != nil {
		now, told = id, nil
	}
	if err := l.load(ctx, s, now); err != nil {
		return err
	}
	l.tellReview()
	for _, line := range told {
		l.out().linef("Since it was made: %s.", line)
	}
	if l.r.State == model.ReviewUncommitted {
		l.out().linef("It is applied, and git refused the commit. What is left to try is the commit.")
		l.at = l.count()
	} else {
		l.seek(0)
		if l.preselect == preselectAccept {
			if err := l.preselected(ctx); err != nil {
				return err
			}
		}
	}
	return l.left(ctx, l.run(ctx))
}

// load reads the review anew, and stays at its place.
func (l *linear) load(ctx context.Context, s model.Store, id string) error {
	r, err := l.parts.Desk.Review(ctx, s, id)
	if err != nil {
		return err
	}
	if r.Decisions == nil {
		r.Decisions = model.Decisions{}
	}
	another := l.r.Proposal.ID != r.Proposal.ID
	if l.r = r; another {
		l.standing = standing(r, func() ([]model.Change, model.Decisions) { return l.r.Changes, l.r.Decisions })
	}
	l.at = min(l.at, l.count())
	return nil
}

// left says what stays of a review that is not carried out.
func (l *linear) left(ctx context.Context, err error) error {
	ended := errors.Is(err, errEnded)
	if err == nil || !ended && !errors.Is(err, errLeft) && !errors.Is(err, errMenu) {
		return err
	}
	dir := l.r.Proposal.Store.Dir
	if ended {
		l.out().linef("The input ended.")
	}
	if l.r.Proposal.ID != "" {
		l.out().linef("Nothing was written to the memory. All that you decided is saved: %s undecided. To go on: dreamgate review --accessible --memory %s %s",
			model.Count(undecided(l.r), "hunk"), dir, l.r.Proposal.ID)
	}
	if errors.Is(err, errMenu) {
		l.r, l.at = model.Review{}, 0
		return l.menu(ctx, dir)
	}
	return nil
}

// run asks for one hunk after another until the review is carried out or left.
func (l *linear) run(ctx context.Context) error {
	for told := -1; ; {
		if told != l.at {
			if err := l.hear(ctx); err != nil {
				return err
			}
		}
		question := l.endQuestion()
		if h, c, ok := l.hunk(); ok {
			if told != l.at {
				l.out().linef("")
				l.tellHunk(c, h)
			}
			question = "accept, reject, split, edit, note, back, skip, undo, rest clean, rules, commit, quit, help?"
		} else if told != l.at {
			l.tellEnd()
		}
		told = l.at
		word, err := l.ask(ctx, question)
		if err != nil {
			return err
		}
		done, again, err := l.answer(ctx, word)
		if done || err != nil {
			return err
		}
		if again {
			told = -1
		}
	}
}

// answer does what an answer says. Done means that the review is carried out, again that the hunk is to be
// told once more.
func (l *linear) answer(ctx context.Context, word string) (done, again bool, err error) {
	v, ok := verbOf(word)
	switch {
	case !ok && word == "":
		l.out().linef("Nothing is done. Answer with a word, or with yes and no; help names the short forms.")
		return false, false, nil
	case !ok:
		l.out().linef("%q is none of the answers; help explains them.", note.Shorten(word, 40))
		return false, false, nil
	}
	if v.hunk {
		if _, _, ok := l.hunk(); !ok {
			l.out().linef("You are at the end, there is no hunk here: back goes to the last one.")
			return false, false, nil
		}
	}
	if v.word == "commit" {
		done, err = l.commit(ctx)
		return done, true, err
	}
	err = v.do(l, ctx)
	var said refusal
	if errors.As(err, &said) {
		l.out().linef("Not done: %s.", said.Error())
		return false, false, nil
	}
	return false, v.tells, err
}

// refusal is an answer that cannot be carried out, and why; the review goes on.
type refusal struct{ error }

func refuse(format string, a ...any) error { return refusal{fmt.Errorf(format, a...)} }

// ask asks a question and returns the answer in small letters.
func (l *linear) ask(ctx context.Context, question string) (string, error) {
	line, err := l.line(ctx, question)
	return strings.ToLower(strings.Join(strings.Fields(line), " ")), err
}

// yes asks a question to which there are two answers; anything else is asked again.
func (l *linear) yes(ctx context.Context, question string) (bool, error) {
	for {
		word, err := l.ask(ctx, question+" yes or no?")
		switch {
		case err != nil:
			return false, err
		case word != "" && strings.HasPrefix("yes", word):
			return true, nil
		case word != "" && strings.HasPrefix("no", word):
			return false, nil
		}
		l.unanswered(word, "yes or no")
	}
}

// unanswered says of a word that answers no question what would.
func (l *linear) unanswered(word, known string) {
	if word == "" {
		l.out().linef("Nothing is done. Answer with %s.", known)
		return
	}
	l.out().linef("%q is none of the answers. Answer with %s.", note.Shorten(word, 40), known)
}

// line asks a question and returns the line that comes. The question has a line of its own: what is read
// aloud is then the question and nothing else.
func (l *linear) line(ctx context.Context, question string) (string, error) {
	if question != "" {
		l.out().linef("%s", question)
	}
	type answer struct {
		text string
		err  error
	}
	// A read cannot be interrupted; it is left behind, and the program ends.
	came := make(chan answer, 1)
	go func() {
		text, err := l.in.ReadString('\n')
		came <- answer{text, err}
	}()
	select {
	case <-ctx.Done():
		l.out().linef("Interrupted. All that you decided is saved.")
		return "", ctx.Err()
	case a := <-came:
		switch {
		case errors.Is(a.err, io.EOF) && strings.TrimSpace(a.text) != "":
			// Whoever was cut off may have meant to say more: y may be the beginning of "you decide".
			l.out().linef("%q is not taken for an answer: the input ended in the middle of the line.", note.Shorten(strings.TrimSpace(a.text), 40))
			return "", errEnded
		case errors.Is(a.err, io.EOF):
			return "", errEnded
		case a.err != nil:
			return "", fmt.Errorf("read the answer: %w", a.err)
		}
		return strings.TrimRight(a.text, "\r\n"), nil
	}
}

// count is the number of hunks.
func (l *linear) count() int { return hunk.Total(l.r.Changes) }

// hunk is the one at the present place; not ok at the end.
func (l *linear) hunk() (model.Hunk, model.Change, bool) {
	n := l.at
	for _, c := range l.r.Changes {
		if n < len(c.Hunks) {
			return c.Hunks[n], c, true
		}
		n -= len(c.Hunks)
	}
	return model.Hunk{}, model.Change{}, false
}

// seek goes to the next undecided hunk from a place on, or to the end.
func (l *linear) seek(from int) {
	for l.at = from; ; l.at++ {
		if h, _, ok := l.hunk(); !ok || l.r.Decisions[h.ID] == model.Undecided {
			return
		}
	}
}
