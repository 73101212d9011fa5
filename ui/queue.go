package ui

import (
	"fmt"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// The reviews that wait for one memory are one queue, the oldest first.

// newReviews lists the reviews that wait, in their order.
func (a *App) newReviews() *listBox {
	pending := a.browse.memory.Pending
	l := &listBox{
		ctx: keymap.Reviews, title: "Reviews " + model.Number(len(pending)), keys: "enter opens " + a.st.Marks.Dot + " esc closes",
		pick: func(i int) tea.Cmd { return a.openReview(a.store, pending[i].ID) },
	}
	for i, p := range pending {
		mark := a.st.Marks.Undecided
		switch {
		case p.Decided == p.Hunks && p.Hunks > 0:
			mark = a.st.Marks.Accepted
		case p.Decided > p.Refused || p.Begun:
			mark = a.st.Marks.Part
		}
		ink := accent
		if p.Loss.Destroys() {
			mark, ink = mark+a.st.Marks.Finding, func(r *style.Roles) style.Ink { return r.Error }
		}
		words := pendingWords(p, a)
		text := words[0]
		for _, w := range words[1:] {
			text += " " + a.st.Marks.Dot + " " + w
		}
		l.choices = append(l.choices, choice{
			mark: mark, ink: ink, head: strconv.Itoa(i+1) + " " + originWord(p), text: text, more: a.queueWords(p, text),
		})
	}
	return l
}

// queueWords tell of a review what it has to do with the others.
func (a *App) queueWords(p model.ProposalInfo, text string) string {
	if n := len(p.Holds); n > 0 {
		text += "; in the place of " + model.Count(n, "earlier one") + ", with what was decided there"
	}
	if p.Later != "" {
		text += fmt.Sprintf("; %d of its %s %s in number %d", p.Stand, model.Count(p.Of, "hunk"), model.Verb(p.Stand, "stands", "stand"), a.number(p.Later))
	}
	return text
}

// number is the place of a review in the queue, from 1; 0 if it is not in it.
func (a *App) number(id string) int {
	return 1 + slices.IndexFunc(a.browse.memory.Pending, func(p model.ProposalInfo) bool { return p.ID == id })
}

// queued tells the review which one of the queue it is. The list may know it by the id that it had.
func (a *App) queued(msg reviewOpenedMsg) {
	n, of := 0, 0
	if a.review.store.Dir == a.store.Dir {
		of = len(a.browse.memory.Pending)
		if n = a.number(msg.review.Proposal.ID); n == 0 {
			n = a.number(msg.asked)
		}
	}
	a.review.place = n
	a.review.pane.Queue(n, of)
}

// otherReviews lists the queue over the review.
func (a *App) otherReviews() tea.Cmd {
	switch n := len(a.browse.memory.Pending); {
	case a.review.store.Dir != a.store.Dir:
		a.say("the other reviews are those of their own memory")
		return nil
	case n == 0 || n == 1 && a.review.place > 0:
		a.say("no other review waits")
		return nil
	}
	l := a.newReviews()
	l.list.cursor = max(0, a.review.place-1)
	a.overlay = l
	return nil
}

// sayNext says, after a review was carried out, that others wait.
func (a *App) sayNext() {
	left := len(a.browse.memory.Pending)
	if a.review.place > 0 {
		left--
	}
	if left > 0 && a.review.store.Dir == a.store.Dir {
		a.say(model.Count(left, "more review") + " waiting: " + a.keys.Key(keymap.Browse, keymap.OpenReview) + " opens what is next")
	}
}

// originWord names who made a proposal.
func originWord(p model.ProposalInfo) string {
	word := map[model.Origin]string{
		model.OriginModel: "dream", model.OriginRules: "dream", model.OriginPerson: "your edit",
		model.OriginUndo: "undo", model.OriginImport: "import",
	}[p.Origin]
	if p.Extracted {
		word = "extraction"
	}
	if word == "" {
		word = model.PrintableLine(string(p.Origin))
	}
	if p.Engine != "" {
		word += " (" + model.PrintableLine(p.Engine) + ")"
	}
	return word
}

// pendingWords tell how a review stands.
func pendingWords(p model.ProposalInfo, a *App) []string {
	words := []string{model.Count(p.Hunks, "hunk")}
	if p.Loss.Destroys() {
		words[0] = "destroyer: drops " + strconv.Itoa(p.Loss.Percent()) + "% " + a.st.Marks.Dot + " " + words[0]
	}
	if p.Decided > p.Refused {
		words = append(words, model.Number(p.Decided)+" decided")
	} else if p.Begun {
		words = append(words, "begun")
	}
	if p.Flagged > 0 {
		words = append(words, model.Number(p.Flagged)+" flagged")
	}
	if p.Refused > 0 {
		words = append(words, model.Number(p.Refused)+" refused before")
	}
	if p.Later != "" {
		words = append(words, fmt.Sprintf("%d of %d in a later one", p.Stand, p.Of))
	}
	if n := len(p.Overtaken); n > 0 {
		words = append(words, "overtaken: "+model.Count(n, "file")+" changed since")
	}
	if p.State == model.ReviewUncommitted {
		words = append(words, "applied, not committed")
	}
	if age := since(p.Created, a.now); age == "now" {
		words = append(words, "just now")
	} else if age != "" {
		words = append(words, age+" ago")
	}
	return words
}
