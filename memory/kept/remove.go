package kept

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"dreamgate/memory"
)

// Only is the place with nothing but some kinds in it.
func (p Place) Only(kinds []Kind) Place {
	p.Parts = slices.DeleteFunc(slices.Clone(p.Parts), func(part Part) bool { return !slices.Contains(kinds, part.Kind) })
	return p
}

// Remove takes the parts of a place away. Of a link that stands in a folder of ours the link goes, and
// not what it points to. What has come since the place was looked at stays, but for what lies in the same
// folders. What cannot be removed is named by the error, and the rest goes.
func (p Place) Remove() error {
	root, err := memory.OpenRoot(p.Dir)
	if err != nil {
		return fmt.Errorf("remove what is kept: %w", err)
	}
	defer root.Close()
	var errs []error
	for _, part := range p.Parts {
		for _, name := range part.names {
			errs = append(errs, root.RemoveAll(name))
		}
	}
	if p.Store == "" || errors.Join(errs...) != nil {
		return errors.Join(errs...)
	}
	base, err := memory.OpenRoot(filepath.Dir(p.Dir))
	if err != nil {
		return fmt.Errorf("remove what is kept: %w", err)
	}
	defer base.Close()
	return base.Prune(filepath.Base(p.Dir))
}
