package ui

import (
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// step is a note that was left for one that belongs to it.
type step struct {
	// from is where one was, to where one went.
	from, to string
	focus    pane
}

// relatedTo are the notes that belong to a note and are still there.
func (b *browse) relatedTo(path string) []related {
	var out []related
	for _, r := range b.memory.Badges[path].Relations {
		if i, ok := b.notes[r.Path]; ok {
			title := model.PrintableLine(clip(b.memory.Notes[i].Title()))
			if strings.EqualFold(title, model.PrintableLine(clip(b.preview.note.Title()))) || slices.ContainsFunc(out, func(o related) bool { return strings.EqualFold(o.title, title) }) {
				title = model.PrintableLine(clip(r.Path)) + ": " + title
			}
			out = append(out, related{r, title})
		}
	}
	return out
}

// whyNotRelated says why there is no list of what belongs to the note.
func (b *browse) whyNotRelated() string {
	switch badges := b.memory.Badges[b.preview.note.Path]; {
	case b.view.focus == paneIndex && b.index.path() == "":
		return "this line names no note" // and that of another pane is not meant
	case !b.preview.shown:
		return "no note is selected"
	case len(badges.Relations) == 0 && len(badges.Reality.Claims) == 0:
		return "nothing is known to belong to this note"
	}
	return ""
}

// newRelated lists the notes that belong to the one on the screen, and what it names of the project.
// Choosing a note goes there; esc then comes back.
func (a *App) newRelated() *listBox {
	b := &a.browse
	path := b.preview.note.Path
	notes, claims := b.relatedTo(path), b.memory.Badges[path].Reality.Claims
	l := &listBox{
		ctx: keymap.Reviews, title: "Around " + model.PrintableLine(clip(b.preview.note.Title())),
		keys: "enter goes there " + a.st.Marks.Dot + " esc closes", refuse: a.say, empty: "Nothing belongs to this note.",
		pick: func(i int) tea.Cmd { return a.walk(notes[i].Path) },
	}
	for _, r := range notes {
		text := r.Way
		if len(r.Words) > 0 {
			text += ": " + model.PrintableLine(strings.Join(r.Words, ", "))
		}
		l.choices = append(l.choices, choice{mark: a.st.Marks.Arrow, head: r.title, text: text, more: r.title + ": " + text, ink: accent})
	}
	for _, c := range claims {
		token, reason := model.PrintableLine(clip(c.Token)), model.PrintableLine(c.Reason)
		mark, ink := a.st.Marks.Unknown, func(r *style.Roles) style.Ink { return r.Muted }
		text := "not known: " + reason
		switch c.State {
		case model.RealityHolds:
			mark, ink = a.st.Marks.Yes, func(r *style.Roles) style.Ink { return r.OK }
			text = reason
		case model.RealityGone:
			mark, ink = a.st.Marks.No, func(r *style.Roles) style.Ink { return r.Error }
			text = goneSentence(c, a.now)
		}
		l.choices = append(l.choices, choice{
			mark: mark, ink: ink, head: token, text: text, more: c.Kind + " " + token + ", line " + strconv.Itoa(c.Line) + ": " + reason,
			why: "this is a " + c.Kind + " that the note names, and no note",
		})
	}
	return l
}

// walk goes to a note that belongs to the one on the screen, and remembers the way back.
func (a *App) walk(path string) tea.Cmd {
	b := &a.browse
	b.trail = append(b.trail, step{b.preview.note.Path, path, b.view.focus})
	cmd := a.goToTopic(path)
	b.fromIndex = false
	return cmd
}

// walkBack goes back to where the last note was left, if one is still where that led to: a person who has
// moved on has left the way.
func (a *App) walkBack() (tea.Cmd, bool) {
	b := &a.browse
	if len(b.trail) == 0 {
		return nil, false
	}
	last := b.trail[len(b.trail)-1]
	if _, there := b.notes[last.from]; !there || b.topics.selectedPath() != last.to {
		b.trail = nil
		return nil, false
	}
	b.trail = b.trail[:len(b.trail)-1]
	cmd := a.goToTopic(last.from)
	if last.focus == panePreview {
		cmd = tea.Batch(cmd, a.focus(panePreview))
	}
	return cmd, true
}
