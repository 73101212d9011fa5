package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/audit"
)

// Read reads a store and audits it. It asks neither the desk nor what transcripts say, git only how an index
// grows that is half full, and sets no badges: it is what a list of stores or an audit of all of them takes.
func (l *Library) Read(ctx context.Context, s model.Store) (model.Memory, error) {
	if err := Refusal(s); err != nil {
		return model.Memory{}, err
	}
	root, err := memory.OpenRoot(s.Dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return model.Memory{}, fmt.Errorf("open the memory %s: it is gone; choose another one", s.Dir)
		}
		return model.Memory{}, fmt.Errorf("open the memory: %w", err)
	}
	defer root.Close()
	tree, err := root.ReadTree(ctx)
	if err != nil {
		return model.Memory{}, fmt.Errorf("open the memory: %w", err)
	}
	ShowLinks(root.Real(), tree)
	m := model.Memory{Store: s, Tree: tree}
	further := l.further(ctx, s.Dir, tree)
	m.Notes, m.Index, m.Findings = audit.Tree(tree, l.now())
	if !s.Kind.OwnIndex() && m.Index.Status == model.StatusMissing {
		around, _ := readSmall(filepath.Dir(s.Dir), model.IndexName)
		m.Findings = audit.Shared(m.Findings, m.Notes, filepath.Base(s.Dir), around)
	}
	further(&m)
	summarise(&m)
	return m, nil
}

// summarise sets the figures of a list from what was read.
func summarise(m *model.Memory) {
	sum := &m.Store.Summary
	sum.Notes, sum.Index, sum.Findings = len(m.Notes), m.Index, make(map[model.Severity]int)
	for _, f := range m.Findings {
		sum.Findings[f.Severity]++
	}
}

// ShowLinks puts the text of the plain files that links point to beside the links of a tree that was
// read from the directory real, so that they can be shown and audited. The links stay links: nothing
// is ever written through one.
func ShowLinks(real string, tree model.Tree) {
	for p, f := range tree {
		if f.Mode&fs.ModeSymlink == 0 || !strings.HasSuffix(p, ".md") {
			continue
		}
		target, err := filepath.EvalSymlinks(filepath.Join(real, filepath.FromSlash(p)))
		if err != nil {
			continue
		}
		if data, ok := readSmall(filepath.Dir(target), filepath.Base(target)); ok {
			f.Data = data
			tree[p] = f
		}
	}
}
