package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
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

// Write replaces the settings by others, if they are still what was read: else the error is a
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
	fresh := model.File{Mode: 0o600, Data: text}
	if s.old != nil {
		fresh.Mode = s.old.Mode
		name := "backups/settings-" + id + ".json"
		if err := state.Write(name, s.Text, 0o600); err != nil {
			return "", fmt.Errorf("keep the old settings: %w", err)
		}
		backup = filepath.Join(state.Dir(), filepath.FromSlash(name))
	}
	err = memory.Apply(ctx, root, state, id, []memory.Write{{Path: filepath.Base(s.Path), Old: s.old, New: &fresh}})
	if errors.Is(err, memory.ErrMoved) {
		return "", fmt.Errorf("%s was changed by another program in between; nothing was written, run it again: %w", s.Path, memory.ErrMoved)
	}
	if err != nil {
		return "", fmt.Errorf("write the agent's settings: %w", err)
	}
	return backup, nil
}
