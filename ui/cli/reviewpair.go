package cli

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/project"
	"dreamgate/model"
)

// pairing is one call of review with two folders.
type pairing struct {
	*app
	pair
	// lay says that it is only laid on the desk, json that it is only printed, or, laid, its id.
	lay, json bool
}

// review opens the review of two folders: of what the second one would make of the first. Without a screen it
// prints the hunks, and nothing is kept.
func (p pairing) review(ctx context.Context) error {
	s, err := p.side(ctx, p.pair)
	if err != nil {
		return err
	}
	if !p.lay && (p.json || !p.Terminal && !p.accessible()) {
		return p.printPair(ctx, p.pair, s, p.json)
	}
	id, err := p.importPair(ctx, p.pair, s)
	if err != nil {
		return err
	}
	if p.lay {
		return p.app.waits(s, id, p.json)
	}
	return p.openReview(ctx, s, id)
}

// printPair prints the hunks of a pair. Nothing is kept.
func (a *app) printPair(ctx context.Context, p pair, s model.Store, asJSON bool) error {
	p.base = s.Dir
	j, err := a.judge(ctx, p, s)
	if err != nil {
		return err
	}
	return a.printJudged(j, asJSON, false)
}

// laidJSON is the answer of review --lay: where the proposal lies.
type laidJSON struct {
	Proposal string `json:"proposal"`
	Store    string `json:"store"`
	Path     string `json:"path"`
}

// waits says where a proposal lies that no screen was opened on.
func (a *app) waits(s model.Store, id string, asJSON bool) error {
	if asJSON {
		return a.printJSON(laidJSON{id, s.Name, s.Dir})
	}
	a.out().linef("%s waits for a review; dreamgate review show --memory %s %s prints it", id, model.ShellWord(s.Dir), id)
	return nil
}

// side is the store that the first of two folders stands for. A word that means a memory means that; but a
// folder that is none is itself, unless it is that of a project and the other one is a memory: whoever
// holds notes against a project means its notes.
func (a *app) side(ctx context.Context, p pair) (model.Store, error) {
	abs, err := filepath.Abs(p.base)
	if err != nil {
		return model.Store{}, err
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return a.find(ctx, p.base)
	}
	if err := apart(abs, p.proposed); err != nil {
		return model.Store{}, err
	}
	s, err := a.parts.Library.Find(ctx, abs)
	if err == nil && s.Dir != abs && !a.isMemory(ctx, p.proposed) || err != nil {
		return a.parts.Library.Folder(ctx, abs)
	}
	return s, project.Refusal(s)
}

// isMemory reports whether a folder is a memory itself.
func (a *app) isMemory(ctx context.Context, dir string) bool {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	s, err := a.parts.Library.Find(ctx, abs)
	return err == nil && s.Dir == abs
}

// apart refuses folders of which one lies in the other: all of it would be a change.
func apart(base, proposed string) error {
	other, err := filepath.Abs(proposed)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	if real, err := filepath.EvalSymlinks(other); err == nil {
		other = real
	}
	for _, pair := range [][2]string{{base, other}, {other, base}} {
		rel, err := filepath.Rel(pair[0], pair[1])
		if err == nil && rel != "." && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return usage("%s lies in %s: name two folders of which neither holds the other", pair[1], pair[0])
		}
	}
	return nil
}

// importPair lays a folder on the desk as a proposal for a store, and returns its id. One that lies there
// already goes on.
func (a *app) importPair(ctx context.Context, p pair, s model.Store) (string, error) {
	p.base = s.Dir
	j, err := a.judge(ctx, p, s)
	if err != nil {
		return "", err
	}
	if len(j.changes) == 0 {
		if lines := aside(j); len(lines) > 0 {
			return "", usage("%s and %s differ in nothing that is reviewed; %s", s.Dir, p.proposed, strings.Join(lines, "; "))
		}
		return "", usage("%s and %s hold the same: there is nothing to review", s.Dir, p.proposed)
	}
	for _, info := range a.waiting(ctx, s) {
		if info.Origin != model.OriginImport || info.State != model.ReviewPending || info.Hunks == 0 {
			continue
		}
		r, err := a.parts.Desk.Review(ctx, s, info.ID)
		if err == nil && r.Proposal.Changes == j.text && sameTree(r.Proposal.Base, j.base) && sameTree(r.Proposal.Proposed, j.proposed) {
			return info.ID, nil
		}
	}
	return a.parts.Desk.Propose(ctx, model.Proposal{Store: s, Origin: model.OriginImport, Created: a.clock(), Base: j.base,
		Proposed: j.proposed, Changes: j.text, Sources: j.sources, Check: j.check, Report: aside(j)})
}

// aside names what differs between two folders and is no part of a review: links, pipes and whatever else is
// never written, and what cannot be read.
func aside(j judged) (lines []string) {
	for _, path := range slices.Sorted(maps.Keys(j.base)) {
		old, now := j.base[path], j.proposed[path]
		if s := old.Special(); s != "" && s != now.Special() {
			if other := now.Special(); other != "" {
				s += "; in the other folder " + other
			}
			lines = append(lines, "left as it is: "+path+" ("+s+")")
		}
	}
	for _, path := range slices.Sorted(maps.Keys(j.proposed)) {
		if s := j.proposed[path].Special(); s != "" && j.base[path].Special() == "" {
			lines = append(lines, "left out: "+path+" ("+s+")")
		}
	}
	return append(lines, j.refused...)
}

// sameTree reports whether nothing would be reviewed between two trees.
func sameTree(a, b model.Tree) bool { return len(hunk.Diff(a, b)) == 0 }

// reviewed are the stores that reviews are looked for in: the one named, else all, and other folders for which
// one waits.
func (a *app) reviewed(ctx context.Context, word string) ([]model.Store, error) {
	a.folders = true
	if word == "" {
		stores, err := a.everywhere(ctx)
		return append(stores, a.elsewhere(ctx, stores)...), err
	}
	s, err := a.find(ctx, word)
	abs, e := filepath.Abs(word)
	if err != nil || e != nil || s.Dir == abs {
		return []model.Store{s}, err
	}
	// The folder of a project may have been reviewed itself, and not what the agent keeps for it.
	stores := []model.Store{s}
	if plain := project.Plain(abs); a.parts.Desk.Knows(plain) {
		stores = append(stores, plain)
	}
	return stores, nil
}

// elsewhere are the folders of no project for which a review waits.
func (a *app) elsewhere(ctx context.Context, known []model.Store) (stores []model.Store) {
	places := a.parts.Desk.Places()
	for _, id := range slices.Sorted(maps.Keys(places)) {
		if slices.ContainsFunc(known, func(s model.Store) bool { return s.ID == id }) {
			continue
		}
		if strings.HasPrefix(id, model.FolderPrefix) {
			stores = append(stores, project.Plain(places[id]))
		} else if s, err := a.parts.Library.Find(ctx, places[id]); err == nil && s.ID == id && project.Refusal(s) == nil {
			stores = append(stores, s)
		}
	}
	return stores
}
