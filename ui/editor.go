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

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/review"
)

// draft is a copy of a text in a folder of its own, for the user's editor. Nobody else can read it.
type draft struct {
	dir, file string
	seed      []byte
	// command is the editor on the copy; it is looked up here, away from the screen.
	command *exec.Cmd
	// path and memory are the note's, hunk and review the hunk's; a message has neither.
	path         string
	memory       model.Memory
	hunk, review string
	// asked is the hunk as the editor was given it; made is what it adds from now on, and edited whether that is another
	// text than was proposed.
	asked  review.Edit
	made   string
	edited bool
	// taken says that the text of a hunk came back to the screen.
	taken bool
	// failed is how the editor ended. once lets the text be kept a single time, kept is what came
	// of it.
	failed error
	once   sync.Once
	kept   proposedMsg
}

// newDraft writes the copy, to be opened at a line from 1, or, with 0, at none. Its name ends in .md so that editors know
// what it is.
func newDraft(name string, seed []byte, line int, env func(string) string) (*draft, error) {
	dir, err := os.MkdirTemp("", model.DraftPrefix+"*")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the editor's copy: %w", err)
	}
	d := &draft{dir: dir, file: filepath.Join(dir, safeName(name)), seed: seed}
	words := atLine(editorOf(env), d.file, line)
	d.command = exec.Command(words[0], words[1:]...)
	if err := os.WriteFile(d.file, seed, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("write the editor's copy: %w", err), os.RemoveAll(dir))
	}
	return d, nil
}

// editorOf is the user's editor with its arguments: $VISUAL, else $EDITOR, else vi.
func editorOf(env func(string) string) []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words := shellWords(env(name), env); len(words) > 0 && words[0] != "" {
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
	var ended *exec.ExitError
	switch {
	case d.failed != nil && changed:
		return nil, false, fmt.Sprintf("%s ended with an error (%v): your text is kept in %s", d.command.Args[0], d.failed, d.file)
	case changed:
		return text, true, ""
	case errors.As(d.failed, &ended):
		word = fmt.Sprintf("%s gave up (%v) and changed nothing: all stays as it was", d.command.Args[0], d.failed)
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
		base := d.memory.Tree.Own()
		proposed := maps.Clone(base)
		file := proposed[d.path]
		proposed[d.path] = model.File{Mode: file.Mode, Data: text}
		id, err := reviews.Propose(ctx, model.Proposal{
			Store: d.memory.Store, Origin: model.OriginPerson, Created: now,
			Base: base, Proposed: proposed,
		})
		if err != nil {
			d.kept.err = fmt.Errorf("%w; your text is kept in %s", err, d.file)
			return
		}
		d.kept.id = id
		if r, err := reviews.Review(ctx, d.memory.Store, id); err == nil {
			all, _ := hunk.Counts(r.Changes, r.Decisions)
			d.kept.open = all.Undecided
		}
		_ = os.RemoveAll(d.dir)
	})
	return d.kept
}

// edit opens a copy of a note, at a place of it. It is read from disk first: what is edited is what is there now.
func (a *App) edit(store model.Store, path string, at spot) tea.Cmd {
	lib, env := a.deps.Library, a.deps.Env
	return a.do(func(ctx context.Context) tea.Msg {
		m, err := lib.Open(ctx, store)
		if err != nil {
			return draftReadyMsg{err: err}
		}
		f, ok := m.Tree[path]
		if !ok || !f.Regular() {
			return draftReadyMsg{err: fmt.Errorf("%s is no longer there to edit", path)}
		}
		d, err := newDraft(path, f.Data, at.in(f.Data), env)
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
		d, err := newDraft("message.md", []byte(text), 0, env)
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
	if d.hunk != "" {
		return tea.Batch(a.mouse(), a.catchUp(), a.do(func(context.Context) tea.Msg {
			text, changed, word := d.read()
			return hunkEditedMsg{d, string(text), changed, word}
		}))
	}
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

// editHunk opens what a hunk adds in the editor.
func (a *App) editHunk(e review.Edit) tea.Cmd {
	env, id := a.deps.Env, a.review.pane.Review().Proposal.ID
	return a.do(func(context.Context) tea.Msg {
		d, err := newDraft("hunk.md", []byte(e.Text), 0, env)
		if err == nil {
			d.hunk, d.review, d.asked = e.ID, id, e
		}
		return draftReadyMsg{d, err}
	})
}

// handleHunkEdited takes an edited hunk into the review. The copy stays until the review is saved, or for
// good if the text cannot stand there.
func (a *App) handleHunkEdited(msg hunkEditedMsg) tea.Cmd {
	d := msg.draft
	d.taken = true
	if !msg.changed {
		a.say(model.PrintableLine(msg.word))
		return nil
	}
	out, err := a.takeHunk(d, msg.text)
	if err != nil {
		d.failed = err
		a.alarm(model.PrintableLine(err.Error()))
		return nil
	}
	a.say(out.Hint)
	return tea.Batch(a.saveDecisions(d), a.auditSelection())
}

// takeHunk gives an edited text to the review that it is of.
func (a *App) takeHunk(d *draft, text string) (review.Outcome, error) {
	err := errors.New("its review is not open any more")
	if a.review.pane.Review().Proposal.ID == d.review {
		var out review.Outcome
		if err = a.wasTouched(d); err == nil {
			out, err = a.review.pane.Edited(d.hunk, text)
		}
		if err == nil {
			d.made, d.edited = a.review.pane.Review().Shape.Edits[d.hunk]
			return out, nil
		}
	}
	return review.Outcome{}, fmt.Errorf("your text is kept in %s: %w", d.file, err)
}

// settle removes the copy of an edited hunk once its text is on record; where somebody else was first it stays, and
// the error says where.
func (d *draft) settle(ctx context.Context, reviews Reviews, store model.Store) error {
	ru, state, err := reviews.Ruling(ctx, store, d.review)
	if text, edited := ru.Shape.Edits[d.hunk]; err == nil && (state == model.ReviewClosed || edited == d.edited && text == d.made) {
		return os.RemoveAll(d.dir)
	}
	return fmt.Errorf("somebody else changed this hunk meanwhile, and that stays; your text is kept in %s", d.file)
}

// wasTouched says why a hunk that was given to an editor does not take its text: whoever wrote that has not seen what
// others did to it meanwhile.
func (a *App) wasTouched(d *draft) error {
	if word := a.review.pane.Touched(d.asked); word != "" {
		return errors.New(word)
	}
	return nil
}

// keepHunk keeps the last edit of a hunk if the program ended before the review had it, or before that
// was saved.
func (a *App) keepHunk(ctx context.Context) error {
	d := a.draft
	if _, err := os.Stat(d.file); err != nil || d.taken && d.failed != nil {
		return nil // it is kept, or it was said where it is
	}
	if !d.taken {
		text, changed, word := d.read()
		switch {
		case changed:
			if _, err := a.takeHunk(d, string(text)); err != nil {
				return fmt.Errorf("keep the edit of a hunk: %w", err)
			}
			r := a.review.pane.Review()
			a.saver.want(a.review.store, r.Proposal.ID, r.Ruling(), a.review.pane.Turns())
		case d.failed != nil:
			return errors.New(word)
		}
	}
	if _, err := a.saver.flush(ctx); err != nil {
		return fmt.Errorf("%w; your text is kept in %s", err, d.file)
	}
	return d.settle(ctx, a.deps.Reviews, a.review.store)
}

// keepWords keeps the message of a commit if the program ended while it was typed, here or in the editor.
func (a *App) keepWords(ctx context.Context) error {
	id := a.review.pane.Review().Proposal.ID
	if !a.review.commit || id == "" {
		return nil
	}
	dir := ""
	switch d := a.draft; {
	case d != nil && a.editing.Load():
		text, changed, word := d.read()
		if !changed && d.failed != nil {
			return errors.New(word)
		}
		if changed {
			dir = d.dir
			a.review.dialog.SetMessage(string(text))
		}
	case !a.review.dialog.Editing():
		return nil // it is kept
	}
	a.saver.say(a.review.store, id, a.review.dialog.Kept())
	if _, err := a.saver.flush(ctx); err != nil || dir == "" {
		return err
	}
	return os.RemoveAll(dir)
}

// keepDraft keeps the last edit of a note or a hunk if the program ended before a command did.
func (a *App) keepDraft(ctx context.Context) error {
	if a.draft != nil && a.draft.hunk != "" {
		return a.keepHunk(ctx)
	}
	if a.draft == nil || a.draft.path == "" {
		return a.keepWords(ctx)
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
	return a.keepMessage()
}

// handleProposed says that an edit waits as a review: all of it accepted, one key from the commit, or, as where it
// writes a secret, to be looked at first.
func (a *App) handleProposed(msg proposedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		a.alarm("the edit could not be kept: " + model.PrintableLine(msg.err.Error()))
		return nil
	case msg.id == "":
		a.say(model.PrintableLine(msg.word))
		return nil
	}
	word, opens := "your edit of "+model.PrintableLine(msg.path)+" is ready as a review, ", a.keys.Key(keymap.Browse, keymap.OpenReview)+" opens it"
	if msg.open > 0 {
		a.say(word + model.Count(msg.open, "hunk") + " of it to be looked at: " + opens)
	} else {
		a.say(word + "accepted: " + opens + ", " + a.keys.Key(keymap.Review, keymap.OpenCommit) + " commits it")
	}
	if a.store.Dir == "" {
		return nil // the review was opened without its memory
	}
	return a.loadMemory(a.store)
}
