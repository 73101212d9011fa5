package ui

import (
	"context"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
)

// copiedMsg says by which way a text went to the clipboard.
type copiedMsg struct {
	what string
	size int
	way  string
	err  error
}

// subject is what is selected on the screen: what it is in words, and its text as it stands there, with
// secrets covered.
func (a *App) subject() (what, text string) {
	b := &a.browse
	switch a.screen {
	case screenPicker:
		if s, ok := a.picker.selected(); ok {
			return "the folder of the memory", s.Dir
		}
	case screenBrowse:
		switch {
		case !b.loaded:
		case b.view.focus == paneIndex && b.index.line() > 0:
			return "the line of the index", b.index.lines[b.index.line()-1]
		case b.view.focus == panePreview && b.preview.shown:
			return "the note", string(b.preview.file.Data)
		case b.view.focus == paneTopics && b.preview.shown:
			return "the path of the note", filepath.Join(a.store.Dir, filepath.FromSlash(b.preview.note.Path))
		}
	case screenReview:
		if a.review.commit {
			return a.review.dialog.Selection()
		}
		return a.review.pane.Selection()
	case screenTasks:
		if r, ok := a.tasks.Current(); ok {
			return "the steps of the run", strings.Join(r.Log, "\n")
		}
	case screenHistory:
		if r, ok := a.past.pane.Selected(); ok {
			if r.Kept == model.KeptCommit {
				return "the hash of the commit", r.ID
			}
			return "the id of the review", r.ID
		}
	case screenSearch:
		return a.search.panel.Selected()
	case screenCited:
		return a.cited.panel.Selected()
	}
	return "", ""
}

// copy puts what is selected into the clipboard.
func (a *App) copy() tea.Cmd {
	what, text := a.subject()
	if l, ok := a.overlay.(*listBox); ok && l.list.cursor < len(l.choices) {
		c := l.choices[l.list.cursor]
		what, text = "the row", strings.TrimSpace(c.head+"  "+c.text)
	} else if a.overlay != nil {
		what, text = "", ""
	}
	if text == "" {
		a.say("there is nothing here to copy")
		return nil
	}
	if strings.Contains(text, covering) {
		what += ", its secrets covered"
	}
	put := a.deps.Copy
	return a.do(func(ctx context.Context) tea.Msg {
		way, err := put(ctx, text)
		return copiedMsg{what, len(text), way, err}
	})
}

func (a *App) handleCopied(msg copiedMsg) tea.Cmd {
	if msg.err != nil {
		a.alarm(msg.what + " could not be copied: " + model.PrintableLine(msg.err.Error()))
		return nil
	}
	a.say("copied " + msg.what + " by " + msg.way + ", " + model.Count(msg.size, "byte"))
	return nil
}
