package memory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"dreamgate/model"
)

// LookFile is the name of the file in our state folder that holds how the screen was last set.
const LookFile = "look.json"

// ReadLook returns how the screen was last set. One that was never set, or that cannot be read, is the
// screen as it comes: nobody is kept from the program by a wish about its looks.
func ReadLook() model.Look {
	var l model.Look
	base, err := stateDir()
	if err != nil {
		return l
	}
	root, err := OpenRoot(base)
	if err != nil {
		return l
	}
	defer root.Close()
	f, err := root.ReadFile(LookFile)
	if err != nil || !f.Regular() || json.Unmarshal(f.Data, &l) != nil {
		return model.Look{}
	}
	return l
}

// KeepLook keeps how the screen is set.
func KeepLook(l model.Look) error {
	if err := keepLook(l); err != nil {
		return fmt.Errorf("keep how the screen is set: %w", err)
	}
	return nil
}

func keepLook(l model.Look) error {
	dir, err := StateDir()
	if err != nil {
		return err
	}
	root, err := OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if l == (model.Look{}) {
		if err := root.Remove(LookFile); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return root.Write(LookFile, append(data, '\n'), 0o600)
}
