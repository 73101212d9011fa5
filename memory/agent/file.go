package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// settingsName is the user's settings in the agent's folder, and stateID the folder of ours that keeps
// the backups. No store has an id with this word alone.
const (
	settingsName = "settings.json"
	stateID      = "agent-settings"
)

// Settings is the file as it was read.
type Settings struct {
	// Path is where it lies, links followed: settings are often kept among dotfiles.
	Path string
	// Text is "" for a file that there is none of.
	Text []byte

	old *model.File
	// fault is the seam of the roots, for tests.
	fault func(op, path string) error
}

// Open reads the user's settings in the agent's folder, which must be there.
func Open(config string) (*Settings, error) {
	s := &Settings{Path: filepath.Join(config, settingsName)}
	if real, err := filepath.EvalSymlinks(s.Path); err == nil {
		s.Path = real
	}
	root, err := memory.OpenRoot(filepath.Dir(s.Path))
	if err != nil {
		return nil, fmt.Errorf("open the agent's settings (it makes the folder in its first session): %w", err)
	}
	defer root.Close()
	f, err := root.ReadFile(filepath.Base(s.Path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, fmt.Errorf("read the agent's settings: %w", err)
	case !f.Regular():
		return nil, fmt.Errorf("%s is %s, which is never written", s.Path, model.SpecialWord(f.Special()))
	}
	s.Text, s.old = f.Data, &f
	return s, nil
}

// Without returns the settings without the hooks of this program, nil where they are to be no file. If nothing else was
// changed since they came, that is what they were put into, byte for byte: also an object or a file that was there and
// held nothing stays then, and one that only they made goes.
func (s *Settings) Without(exe string) ([]byte, error) {
	text, err := Without(s.Text, exe)
	if err != nil || bytes.Equal(text, s.Text) {
		return text, err
	}
	all, err := read(s.Text)
	if err != nil {
		return nil, err
	}
	var put []Hook
	for _, h := range Hooks {
		if slices.ContainsFunc(found(s.Text, all, exe), func(at place) bool { return at.event == h.Event && at.verb == h.Verb }) {
			put = append(put, h)
		}
	}
	for _, before := range append(s.backups(), nil) {
		if without, err := Without(before, exe); err != nil || !bytes.Equal(without, before) {
			continue // it had some of them
		}
		if with, err := With(before, exe, put); err == nil && bytes.Equal(with, s.Text) {
			return before, nil
		}
	}
	return text, nil
}

// mostBackups bounds the old settings that are looked at.
const mostBackups = 20

// backups are the settings that were kept before a change, the newest first. Without any, or where they cannot be read,
// there is only less to go by.
func (s *Settings) backups() (list [][]byte) {
	state, err := memory.FindState(stateID)
	if err != nil {
		return nil
	}
	defer state.Close()
	names, _ := state.Names("backups")
	slices.Sort(names)
	slices.Reverse(names)
	for _, name := range names[:min(len(names), mostBackups)] {
		if f, err := state.ReadFile("backups/" + name); err == nil {
			list = append(list, append([]byte{}, f.Data...))
		}
	}
	return list
}

// Write replaces the settings by others, nil for no file, if they are still what was read: else the error is a
// memory.ErrMoved, and nothing is written. The old ones are kept in backup first, "" if there were none.
func (s *Settings) Write(ctx context.Context, text []byte, now time.Time) (backup string, err error) {
	if bytes.Equal(text, s.Text) {
		return "", nil
	}
	state, err := memory.StoreState(stateID)
	if err != nil {
		return "", err
	}
	defer state.Close()
	root, err := memory.OpenRoot(filepath.Dir(s.Path))
	if err != nil {
		return "", fmt.Errorf("write the agent's settings: %w", err)
	}
	defer root.Close()
	state, root = state.WithFault(s.fault), root.WithFault(s.fault)
	id := desk.NewID(now)
	fresh := &model.File{Mode: 0o600, Data: text}
	if s.old != nil {
		fresh.Mode = s.old.Mode
		name := "backups/settings-" + id + ".json"
		if err := state.Write(name, s.Text, 0o600); err != nil {
			return "", fmt.Errorf("keep the old settings: %w", err)
		}
		backup = filepath.Join(state.Dir(), filepath.FromSlash(name))
	}
	if text == nil {
		fresh = nil
	}
	err = memory.Apply(ctx, root, state, id, []memory.Write{{Path: filepath.Base(s.Path), Old: s.old, New: fresh}})
	if errors.Is(err, memory.ErrMoved) {
		return "", fmt.Errorf("%s was changed by another program in between; nothing was written, run it again: %w", s.Path, memory.ErrMoved)
	}
	if err != nil {
		return "", fmt.Errorf("write the agent's settings: %w", err)
	}
	return backup, nil
}
