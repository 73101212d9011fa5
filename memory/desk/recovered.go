package desk

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"dreamgate/memory"
)

// recoveredFile holds the lines about recovered applies that nobody has seen yet: what recovers one may be a hook, which
// says nothing.
const recoveredFile = "recovered.json"

// mend finishes or undoes what a crash left, and keeps the lines that say so until they are told.
func (d *Desk) mend(ctx context.Context, s *store) error {
	lines, err := memory.Recover(ctx, s.live, s.root)
	d.tellLater(s, lines)
	return err
}

// tellLater keeps lines for who tells next what was recovered, be it another program.
func (d *Desk) tellLater(s *store, lines []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	dir := s.root.Dir()
	if len(lines) > 0 {
		var kept []memory.Text
		_ = s.read(recoveredFile, &kept)
		if s.write(recoveredFile, append(kept, each(lines, toText)...)) != nil {
			d.told[dir] = append(d.told[dir], lines...) // a disk that is full is no reason to say nothing
		}
	}
	if _, known := d.told[dir]; !known && s.has(recoveredFile) {
		d.told[dir] = nil
	}
}

// tell hands those lines out, once.
func (d *Desk) tell(s *store) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held {
		return nil
	}
	return d.taken(s)
}

// taken takes the lines of a store, with mu held.
func (d *Desk) taken(s *store) []string {
	var kept []memory.Text
	_ = s.read(recoveredFile, &kept)
	lines := append(each(kept, fromText), d.told[s.root.Dir()]...)
	delete(d.told, s.root.Dir())
	if len(kept) > 0 {
		_ = s.root.Remove(recoveredFile)
	}
	return lines
}

// Hold leaves what was recovered to be told by another program: this one has nobody to tell it to.
func (d *Desk) Hold() {
	d.mu.Lock()
	d.held = true
	d.mu.Unlock()
}

// Told hands out, once, what was recovered of all memories that were looked at and was told by nobody yet.
func (d *Desk) Told() (lines []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held {
		return nil
	}
	for _, dir := range slices.Sorted(maps.Keys(d.told)) {
		root, err := memory.FindState(filepath.Base(dir))
		if err != nil {
			lines = append(lines, d.told[dir]...)
			delete(d.told, dir)
			continue
		}
		s := &store{root: root}
		lines = append(lines, d.taken(s)...)
		s.close()
	}
	return lines
}
