package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
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
	// greeted says that the menu has told how the memory is.
	greeted bool
	// laid are all places of the changes that they are of.
	laid []spot
	of   []model.Change
	// standing knows what of a hunk's removed lines stands elsewhere.
	standing whereabouts
}

// errLeft ends a review that is left as it is; errEnded does so because no answer comes any more.
var (
	errLeft  = errors.New("left")
	errEnded = errors.New("the input ended")
	// errMenu leaves a review for the menu.
	errMenu = errors.New("to the menu")
	// errQueue leaves a review for another one that waits.
	errQueue = errors.New("to the reviews that wait")
)

// accessible reports whether reviews are held by questions and answers.
func (a *app) accessible() bool { return a.spoken || a.settings.accessible }

// open opens the screen, or asks and tells in its place.
func (a *app) openScreen(ctx context.Context, at Start) error {
	if !a.accessible() {
		return a.onScreen(ctx, at)
	}
	l := a.linear()
	if at.Here != "" {
		at.Dir = l.about(ctx, at.Dir) // as on the screen: the memory of this folder, if it has one
	}
	err := l.choose(ctx, at.Dir)
	if err == nil { // it is carried out, and the program goes on as the screen does
		err = errMenu
	}
	return l.onwards(ctx, at.Dir, err)
}

// onScreen opens the screen, which says again what was recovered before it.
func (a *app) onScreen(ctx context.Context, at Start) error {
	at.Recovered = a.mended
	return a.parts.Screen(ctx, at)
}

// openReview opens a review on the screen, or by questions and answers.
func (a *app) openReview(ctx context.Context, s model.Store, id string) error {
	if a.accessible() {
		l := a.linear()
		return l.onwards(ctx, s.Dir, l.open(ctx, s, id))
	}
	if s.Kind == model.KindFolder {
		if _, err := a.parts.Library.Folder(ctx, s.Dir); err != nil { // the screen is to find the same by it
			return err
		}
	}
	return a.onScreen(ctx, Start{Dir: s.Dir, Review: id, Preselect: a.preselect == preselectAccept})
}

func (a *app) linear() *linear { return &linear{app: a, in: bufio.NewReader(a.stdin)} }

// onwards goes on where a review is left for the rest of the program, until that is left too.
func (l *linear) onwards(ctx context.Context, dir string, err error) error {
	for {
		switch {
		case errors.Is(err, errMenu):
			err = l.menu(ctx, l.about(ctx, dir))
		case errors.Is(err, errQueue):
			if err = l.choose(ctx, dir); err == nil {
				err = errMenu
			}
		case errors.Is(err, errLeft), errors.Is(err, errEnded):
			return nil
		default:
			return err
		}
	}
}

// about is the memory that the menu is about where none was named: that of the review which was left, else of this folder.
func (l *linear) about(ctx context.Context, dir string) string {
	if at := l.r.Proposal.Store.Dir; dir == "" && at != "" {
		return at
	}
	if s, ok := l.here(ctx); ok && dir == "" && !s.Untrusted {
		return s.Dir
	}
	return dir
}

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
				maker(p.Engine, p.Origin, p.Extracted), stamp(p.Created), model.Count(p.Hunks, "hunk"), p.Decided, p.Flagged)
		}
	}
	switch len(ids) {
	case 0:
		l.out().linef("No review waits.")
		return errMenu
	case 1:
		return l.open(ctx, in[0], ids[0])
	}
	words := append(numbers(len(ids)), "menu")
	word, err := l.oneOf(ctx, fmt.Sprintf("Which review, 1 to %d, menu for the rest of the program, or quit?", len(ids)), words...)
	switch {
	case errors.Is(err, errEnded):
		l.out().linef("The input ended.")
		return err
	case err != nil:
		return err
	case word == "menu":
		return errMenu
	}
	n, _ := strconv.Atoi(word)
	return l.open(ctx, in[n-1], ids[n-1])
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
	} else if undecided(l.r) == 0 {
		l.out().linef("All of it is decided. next goes from hunk to hunk, commit says what would be written.")
		l.at = 0
	} else {
		l.seek(0)
		if l.preselect == preselectAccept {
			if err := l.preselected(ctx); err != nil {
				return err
			}
		}
	}
	err = l.run(ctx)
	l.left(err)
	return err
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
func (l *linear) left(err error) {
	if errors.Is(err, errEnded) {
		l.out().linef("The input ended.")
	} else if !slices.ContainsFunc([]error{errLeft, errMenu, errQueue}, func(way error) bool { return errors.Is(err, way) }) {
		return
	}
	l.out().linef("Nothing was written to the memory. All that you decided is saved: %s undecided. To go on: dreamgate review --accessible --memory %s %s",
		model.Count(undecided(l.r), "hunk"), model.ShellWord(l.r.Proposal.Store.Dir), l.r.Proposal.ID)
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
		if s, ok := l.place(); ok {
			if told != l.at {
				l.out().linef("")
				l.tell(s)
			}
			question = hunkQuestion
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
		first, _, more := strings.Cut(word, " ")
		if v, ok = verbOf(first); ok && more {
			l.out().linef("Not done: %s stands alone; what it needs to know is asked then.", v.word)
		} else {
			l.out().linef("%q is none of the answers; help explains them.", note.Shorten(word, 40))
		}
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

// yes asks a question to which there are two answers.
func (l *linear) yes(ctx context.Context, question string) (bool, error) {
	word, err := l.oneOf(ctx, question+" yes or no?", "yes", "no")
	return word == "yes", err
}

// oneOf asks until one of the words is said, or the beginning of one. What is meant everywhere is heard at every
// question: help, and quit, which decides nothing and leaves.
func (l *linear) oneOf(ctx context.Context, question string, words ...string) (string, error) {
	for {
		word, err := l.ask(ctx, question)
		if err != nil {
			return "", err
		}
		if at := slices.IndexFunc(words, func(w string) bool { return word != "" && strings.HasPrefix(w, word) }); at >= 0 {
			return words[at], nil
		}
		known := spokenList(words)
		switch {
		case word != "" && strings.HasPrefix("quit", word):
			l.out().linef("This question is left undecided.")
			return "", errLeft
		case word == "?" || word != "" && strings.HasPrefix("help", word):
			l.out().linef("Here the answers are %s. quit decides nothing and leaves; what you decided before stays.", known)
		default:
			l.unanswered(word, known+"; quit leaves")
		}
	}
}

// numbers are the answers from 1 to n.
func numbers(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strconv.Itoa(i + 1)
	}
	return out
}

// spokenList says answers as one says them: a run of numbers by its ends, and "or" before the last.
func spokenList(words []string) string {
	var list []string
	n := 0
	for ; n < len(words) && words[n] == strconv.Itoa(n+1); n++ {
	}
	switch {
	case n > 1:
		list = append(list, fmt.Sprintf("a number from 1 to %d", n))
	case n == 1:
		list = append(list, "1")
	}
	list = append(list, words[n:]...)
	if last := len(list) - 1; last > 0 {
		return strings.Join(list[:last], ", ") + " or " + list[last]
	}
	return list[0]
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

// count is the number of changes that are decided apart, each of which is a place.
func (l *linear) count() int { return len(l.spots()) }

// number is how many changes hunks are.
func (l *linear) number(ids []string) int { return hunk.Number(l.r.Changes, ids) }

// spot is a place of the review: a hunk, or the two of a rename, and the file that it is in.
type spot struct {
	hunks  []model.Hunk
	change model.Change
}

// spots are all places; they are laid out once for each shape of the review.
func (l *linear) spots() []spot {
	if now := l.r.Changes; len(l.laid) > 0 && len(now) == len(l.of) && &now[0] == &l.of[0] {
		return l.laid
	}
	at := map[string]model.Change{}
	for _, c := range l.r.Changes {
		at[c.Path] = c
	}
	l.laid, l.of = nil, l.r.Changes
	for _, one := range hunk.Ones(l.r.Changes) {
		l.laid = append(l.laid, spot{one, at[one[0].Path]})
	}
	return l.laid
}

// place is the present one; not ok at the end.
func (l *linear) place() (s spot, ok bool) {
	if all := l.spots(); l.at < len(all) {
		return all[l.at], true
	}
	return s, false
}

// hunk is the one at the present place, of a rename the new name; not ok at the end.
func (l *linear) hunk() (model.Hunk, model.Change, bool) {
	s, ok := l.place()
	if !ok {
		return model.Hunk{}, model.Change{}, false
	}
	return s.hunks[0], s.change, true
}

// seek goes to the next undecided hunk from a place on, or to the end.
func (l *linear) seek(from int) {
	for l.at = from; ; l.at++ {
		if s, ok := l.place(); !ok || hunk.Decided(l.r.Decisions, s.hunks) == model.Undecided {
			return
		}
	}
}
