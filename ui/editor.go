package ui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
)

// draft is a copy of a text in a folder of its own, for the user's editor. Nobody else can read it.
type draft struct {
	dir, file string
	seed      []byte
	// command is the editor on the copy; it is looked up here, away from the screen.
	command *exec.Cmd
	// path, memory and store are the note's; a message has none.
	path   string
	memory model.Memory
	// failed is how the editor ended. once lets the text be kept a single time, kept is what came
	// of it.
	failed error
	once   sync.Once
	kept   proposedMsg
}

// newDraft writes the copy. Its name ends in .md so that editors know what it is.
func newDraft(name string, seed []byte, env func(string) string) (*draft, error) {
	dir, err := os.MkdirTemp("", "dreamgate-edit-*")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the editor's copy: %w", err)
	}
	d := &draft{dir: dir, file: filepath.Join(dir, safeName(name)), seed: seed}
	words := append(editorOf(env), d.file)
	d.command = exec.Command(words[0], words[1:]...)
	if err := os.WriteFile(d.file, seed, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("write the editor's copy: %w", err), os.RemoveAll(dir))
	}
	return d, nil
}

// editorOf is the user's editor with its arguments: $VISUAL, else $EDITOR, else vi.
func editorOf(env func(string) string) []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words := strings.Fields(env(name)); len(words) > 0 {
			return words
		}
	}
	return []string{"vi"}
}

// Editor lets the user's editor change a file, where there is no screen that has the terminal.
func Editor(ctx context.Context, file string) error {
	words := append(editorOf(os.Getenv), file)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}

// safeName is a note's file name where it is an ordinary one: a name can hold anything, and the
// editor gets it as an argument.
func safeName(path string) string {
	name := filepath.Base(path)
	for _, r := range name {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-' {
			continue
		}
		return "note.md"
	}
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, ".") || len(name) > 100 || !strings.HasSuffix(name, ".md") {
		return "note.md"
	}
	return name
}

// read takes the text back. A copy without anything new is removed; any other one stays until its
// text is kept elsewhere, that of an editor which failed for good: nobody's words are lost.
func (d *draft) read() (text []byte, changed bool, word string) {
	text, err := os.ReadFile(d.file)
	if err != nil {
		return nil, false, "the editor's copy could not be read: " + err.Error()
	}
	changed = !bytes.Equal(text, d.seed)
	switch {
	case d.failed != nil && changed:
		return nil, false, fmt.Sprintf("%s ended with an error (%v): your text is kept in %s", d.command.Args[0], d.failed, d.file)
	case changed:
		return text, true, ""
	case d.failed != nil:
		word = fmt.Sprintf("%s could not be used (%v): set VISUAL or EDITOR", d.command.Args[0], d.failed)
	default:
		word = "nothing was changed (an editor with a window of its own needs its wait flag)"
	}
	if err := os.RemoveAll(d.dir); err != nil {
		word = "the editor's copy could not be removed: " + err.Error()
	}
	return text, false, word
}

// keep makes a proposal of the text of a note, once: the end of the program keeps what no command
// came to.
func (d *draft) keep(ctx context.Context, reviews Reviews, now time.Time) proposedMsg {
	d.once.Do(func() {
		text, changed, word := d.read()
		d.kept = proposedMsg{path: d.path, word: word}
		if !changed {
			return
		}
		proposed := maps.Clone(d.memory.Tree)
		file := proposed[d.path]
		proposed[d.path] = model.File{Mode: file.Mode, Data: text}
		id, err := reviews.Propose(ctx, model.Proposal{
			Store: d.memory.Store, Origin: model.OriginPerson, Created: now,
			Base: d.memory.Tree, Proposed: proposed,
		})
		if err != nil {
			d.kept.err = fmt.Errorf("%w; your text is kept in %s", err, d.file)
			return
		}
		d.kept.id = id
		_ = os.RemoveAll(d.dir)
	})
	return d.kept
}

// edit opens a copy of the note on the screen. It is read from disk first: what is edited is what
// is there now.
func (a *App) edit() tea.Cmd {
	path, store, lib, env := a.browse.preview.note.Path, a.store, a.deps.Library, a.deps.Env
	return a.do(func(ctx context.Context) tea.Msg {
		m, err := lib.Open(ctx, store)
		if err != nil {
			return draftReadyMsg{err: err}
		}
		f, ok := m.Tree[path]
		if !ok || !f.Regular() {
			return draftReadyMsg{err: fmt.Errorf("%s is no longer there to edit", path)}
		}
		d, err := newDraft(path, f.Data, env)
		if err == nil {
			d.path, d.memory = path, m
		}
		return draftReadyMsg{d, err}
	})
}

// editMessage opens the commit message in the editor.
func (a *App) editMessage(text string) tea.Cmd {
	env := a.deps.Env
	return a.do(func(context.Context) tea.Msg {
		d, err := newDraft("message.md", []byte(text), env)
		return draftReadyMsg{d, err}
	})
}

// handleDraft gives the terminal to the editor. The screen stands still meanwhile.
func (a *App) handleDraft(msg draftReadyMsg) tea.Cmd {
	if msg.err != nil {
		a.alarm("the editor could not be opened: " + model.PrintableLine(msg.err.Error()))
		return nil
	}
	d := msg.draft
	a.draft = d
	a.editing.Store(true)
	return a.loop.Exec(d.command, func(err error) tea.Msg {
		d.failed = err
		return editorClosedMsg{d}
	})
}

func (a *App) handleEditorClosed(msg editorClosedMsg) tea.Cmd {
	d := msg.draft
	a.editing.Store(false)
	if d.path == "" {
		return tea.Batch(a.mouse(), a.catchUp(), a.do(func(context.Context) tea.Msg {
			text, changed, word := d.read()
			if !changed {
				return messageEditedMsg{string(d.seed), word}
			}
			_ = os.RemoveAll(d.dir)
			return messageEditedMsg{string(text), word}
		}))
	}
	reviews, now := a.deps.Reviews, a.deps.Now
	return tea.Batch(a.mouse(), a.catchUp(), a.do(func(ctx context.Context) tea.Msg { return d.keep(ctx, reviews, now()) }))
}

// keepDraft keeps the last edit of a note if the program ended before a command did.
func (a *App) keepDraft(ctx context.Context) error {
	if a.draft == nil || a.draft.path == "" {
		return nil
	}
	kept := a.draft.keep(ctx, a.deps.Reviews, a.deps.Now())
	if kept.err != nil {
		return fmt.Errorf("keep the edit of %s: %w", kept.path, kept.err)
	}
	return nil
}

func (a *App) handleMessage(msg messageEditedMsg) tea.Cmd {
	a.review.dialog.SetMessage(msg.text)
	if msg.word != "" {
		a.say(model.PrintableLine(msg.word))
	}
	return nil
}

// handleProposed says that an edit waits as a review, all of it accepted: one key from the commit.
func (a *App) handleProposed(msg proposedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		a.alarm("the edit could not be kept: " + model.PrintableLine(msg.err.Error()))
		return nil
	case msg.id == "":
		a.say(model.PrintableLine(msg.word))
		return nil
	}
	a.say("your edit of " + model.PrintableLine(msg.path) + " is ready as a review, accepted: " +
		a.keys.Key(keymap.Browse, keymap.OpenReview) + " opens it, " + a.keys.Key(keymap.Review, keymap.OpenCommit) + " commits it")
	return a.loadMemory(a.store)
}
