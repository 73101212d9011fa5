package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// ErrUntrusted says that a memory is not opened because only a project's own settings name it. Whoever
// wrote the project could point them at any folder of the user's.
var ErrUntrusted = errors.New("only the project's own settings name this folder")

// trustFile keeps, in the state folder of a store, that the user said yes to its place.
const trustFile = "trusted.json"

// consent is the user's yes. The folder is named by its real path: a link that is bent elsewhere
// afterwards leads to a place nobody agreed to.
type consent struct {
	Dir string    `json:"dir"`
	At  time.Time `json:"at"`
}

// Trust notes that the user agrees to a memory at a place that only a project's settings name.
func (l *Library) Trust(s model.Store) error {
	real := realPath(s.Dir)
	state, err := memory.StoreState(storeID(real))
	if err != nil {
		return fmt.Errorf("trust %s: %w", s.Dir, err)
	}
	defer state.Close()
	data, err := json.Marshal(consent{Dir: real, At: l.now()})
	if err != nil {
		return fmt.Errorf("trust %s: %w", s.Dir, err)
	}
	if err := state.Write(trustFile, data, 0o600); err != nil {
		return fmt.Errorf("trust %s: %w", s.Dir, err)
	}
	return nil
}

// trusted reports whether the user agreed to a place.
func trusted(dir string) bool {
	real := realPath(dir)
	state, err := memory.FindState(storeID(real))
	if err != nil {
		return false
	}
	defer state.Close()
	f, err := state.ReadFile(trustFile)
	if err != nil || !f.Regular() {
		return false
	}
	var c consent
	return json.Unmarshal(f.Data, &c) == nil && c.Dir == real
}

// Refusal is the error for a store that is not opened, nil for one that is.
func Refusal(s model.Store) error {
	if !s.Untrusted {
		return nil
	}
	return fmt.Errorf("open the memory %s: %w; if it is yours, dreamgate projects --trust %s says so", s.Dir, ErrUntrusted, model.ShellWord(s.Dir))
}
