package kept

import (
	"errors"
	"fmt"
	"os"
	"slices"
)

// Only is the place with nothing but some kinds in it.
func (p Place) Only(kinds []Kind) Place {
	p.Parts = slices.DeleteFunc(slices.Clone(p.Parts), func(part Part) bool { return !slices.Contains(kinds, part.Kind) })
	return p
}

// Remove takes the parts of a place away. Of a link that stands in a folder of ours the link goes, and
// not what it points to. What has come since the place was looked at stays, but for what lies in the same
// folders.
func (p Place) Remove() error {
	root, err := os.OpenRoot(p.Dir)
	if err != nil {
		return fmt.Errorf("remove what is kept in %s: %w", p.Dir, err)
	}
	defer root.Close()
	var errs []error
	for _, part := range p.Parts {
		for _, name := range part.names {
			if err := root.RemoveAll(name); err != nil {
				errs = append(errs, fmt.Errorf("remove %s in %s: %w", name, p.Dir, err))
			}
		}
	}
	if p.Store != "" && len(errs) == 0 {
		// It stays if anything is left in it.
		_ = os.Remove(p.Dir)
	}
	return errors.Join(errs...)
}
