// Package kept tells what this program keeps on the machine, and takes parts of it away when it is asked.
// Nothing here belongs to a memory: notes are never listed and never removed.
package kept

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// Kind is a word for what is kept, as a user names it to have it removed.
type Kind string

// Kinds of what is kept. What a person may still need a decision for has no word to remove it by:
// proposals go with `review discard`, an apply under way ends by itself.
const (
	Aside     Kind = "aside"
	Archive   Kind = "archive"
	Backups   Kind = "backups"
	Books     Kind = "books"
	Cache     Kind = "cache"
	Crashes   Kind = "crashes"
	Drafts    Kind = "drafts"
	Given     Kind = "given"
	Journal   Kind = "journal"
	Locks     Kind = "locks"
	Look      Kind = "look"
	Other     Kind = "other"
	Where     Kind = "place"
	Proposals Kind = "proposals"
	Reports   Kind = "reports"
	Reviews   Kind = "reviews"
	Running   Kind = "running"
	Scratch   Kind = "scratch"
	Settings  Kind = "settings"
	Trust     Kind = "trust"
	Untold    Kind = "untold"
)

// kinds says of each kind what it is, and whether it is removed on request.
var kinds = map[Kind]struct {
	what      string
	removable bool
}{
	Aside:     {"versions of notes that others wrote at the moment of a commit", true},
	Archive:   {"lines of sessions that notes rest on", true},
	Backups:   {"notes from before each commit", true},
	Books:     {"when dreams ran, and what they read", false},
	Cache:     {"what can be made again", true},
	Crashes:   {"reports of crashes", true},
	Drafts:    {"texts of an editor that is open, or that came into no review", true},
	Given:     {"which notes sessions were given", true},
	Journal:   {"a commit under way", false},
	Locks:     {"locks", false},
	Look:      {"how you set the screen with keys", true},
	Other:     {"not known to this version", false},
	Where:     {"where a memory is", false},
	Proposals: {"changes that wait for you, and your decisions", false},
	Reports:   {"reports of dreams", true},
	Reviews:   {"closed reviews; what you refused is known by them", true},
	Running:   {"dreams at work, and how they stand", false},
	Scratch:   {"where runs have their scratch copies", false},
	Settings:  {"the agent's settings from before a hook was put in", true},
	Trust:     {"your yes to a memory that a project names", false},
	Untold:    {"what was mended, and told to nobody yet", true},
}

// What says what a kind is, in a few words.
func (k Kind) What() string { return kinds[k].what }

// Removable are the kinds that Remove takes, in order.
func Removable() (list []Kind) {
	for k, v := range kinds {
		if v.removable {
			list = append(list, k)
		}
	}
	slices.Sort(list)
	return list
}

// kindOf tells the kind by the first part of a path below the state of a store.
var kindOf = map[string]Kind{
	"applied": Backups, "aside": Aside, "archive": Archive, "backups": Settings, "books.json": Books, "closed": Reviews,
	"decisions": Proposals, "journal": Journal, "place.json": Where, "proposals": Proposals, "recalled": Given, "recovered.json": Untold, "runs": Reports, "steps": Proposals,
	"trusted.json": Trust,
}

// ownKind is kindOf for our state folder itself.
func ownKind(name string) Kind {
	switch {
	case name == ".scratch":
		return Scratch
	case name == ".running":
		return Running
	case name == memory.LookFile:
		return Look
	case strings.HasPrefix(name, "dreamgate-crash-"):
		return Crashes
	}
	return lockOr(name)
}

// storeKind is the kind of what lies in the state of a store.
func storeKind(name string) Kind {
	if k, ok := kindOf[name]; ok {
		return k
	}
	return lockOr(name)
}

func lockOr(name string) Kind {
	if ext := filepath.Ext(name); ext == ".lock" || ext == ".guard" {
		return Locks
	}
	return Other
}

// Part is what is kept of one kind in one place.
type Part struct {
	Kind  Kind
	Files int
	// Bytes is the sum of the sizes of the files.
	Bytes int64
	// names are what of the place belongs to it.
	names []string
}

// Place is a folder of ours.
type Place struct {
	// Store is the id of the store whose state it is, "" for what is of no store.
	Store string
	Dir   string
	Parts []Part
	kind  func(name string) Kind
}

// Has returns the part of a kind.
func (p Place) Has(k Kind) (Part, bool) {
	i := slices.IndexFunc(p.Parts, func(q Part) bool { return q.Kind == k })
	if i < 0 {
		return Part{}, false
	}
	return p.Parts[i], true
}

// Places are all folders that hold something of ours: our state, that of each store, and the cache. A
// folder that cannot be read is part of the error, after all that the others hold.
func Places() (list []Place, err error) {
	state, err := memory.StateDir()
	if err != nil {
		return nil, err
	}
	var errs []error
	ids := memory.States()
	look := func(p Place, leave func(string) bool) {
		errs = append(errs, p.look(leave))
		if len(p.Parts) > 0 {
			list = append(list, p)
		}
	}
	look(Place{Dir: state, kind: ownKind}, func(name string) bool { return slices.Contains(ids, name) })
	for _, id := range ids {
		look(Place{Store: id, Dir: filepath.Join(state, id), kind: storeKind}, nil)
	}
	if _, err := os.Stat(os.TempDir()); err == nil {
		look(Place{Dir: os.TempDir(), kind: func(string) Kind { return Drafts }}, func(name string) bool {
			if !strings.HasPrefix(name, model.DraftPrefix) {
				return true
			}
			_, err := os.ReadDir(filepath.Join(os.TempDir(), name))
			return err != nil // another user's
		})
	}
	cache, err := memory.CacheDir()
	if err != nil {
		return list, errors.Join(append(errs, err)...)
	}
	look(Place{Dir: cache, kind: func(string) Kind { return Cache }}, nil)
	return list, errors.Join(errs...)
}

// look counts what lies in a place; what leave says yes to is told of elsewhere.
func (p *Place) look(leave func(name string) bool) error {
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return fmt.Errorf("look what is kept in %s: %w", p.Dir, err)
	}
	parts := map[Kind]*Part{}
	var errs []error
	for _, e := range entries {
		if leave != nil && leave(e.Name()) {
			continue
		}
		k := p.kind(e.Name())
		if parts[k] == nil {
			parts[k] = &Part{Kind: k}
		}
		part := parts[k]
		part.names = append(part.names, e.Name())
		files, bytes, err := weigh(filepath.Join(p.Dir, e.Name()))
		part.Files, part.Bytes = part.Files+files, part.Bytes+bytes
		errs = append(errs, err)
	}
	for _, part := range parts {
		if part.Files > 0 {
			p.Parts = append(p.Parts, *part)
		}
	}
	slices.SortFunc(p.Parts, func(a, b Part) int { return strings.Compare(string(a.Kind), string(b.Kind)) })
	return errors.Join(errs...)
}

// weigh counts the files below a path and their bytes. Links are counted and not followed; a file that
// goes while it is counted was not there.
func weigh(root string) (files int, bytes int64, err error) {
	err = filepath.WalkDir(root, func(_ string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			files, bytes = files+1, bytes+info.Size()
		}
		return nil
	})
	return files, bytes, err
}
