package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
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
	out, beside := memory.TakeOut(tree, model.Tree{})
	m := model.Memory{Store: s, Tree: tree}
	further := l.further(ctx, s.Dir, tree)
	m.Notes, m.Index, m.Findings = audit.Tree(with(tree, out.LeftOut), l.now())
	if beside {
		besideNotes(&m, out.LeftOut)
	}
	if !s.Kind.OwnIndex() && m.Index.Status == model.StatusMissing {
		around, _ := readSmall(filepath.Dir(s.Dir), model.IndexName)
		m.Findings = audit.Shared(m.Findings, m.Notes, filepath.Base(s.Dir), around)
	}
	further(&m)
	summarise(&m)
	return m, nil
}

// with is a tree with what is to be taken for a part of it.
func with(tree, more model.Tree) model.Tree {
	if len(more) == 0 {
		return tree
	}
	all := maps.Clone(tree)
	maps.Copy(all, more)
	return all
}

// besideNotes tells of a folder that dream --out made what is no note of it, and what it lacks, of which nothing
// else is told.
func besideNotes(m *model.Memory, lacks model.Tree) {
	lacking := func(path string) bool { _, ok := lacks[path]; return ok }
	m.Notes = slices.DeleteFunc(m.Notes, func(n model.Note) bool { return lacking(n.Path) })
	m.Findings = slices.DeleteFunc(m.Findings, func(f model.Finding) bool { return lacking(f.Path) })
	m.Remarks = append(m.Remarks, "what dream --out left beside the notes is none of them: "+
		strings.Join([]string{memory.ChangesName, memory.DiffName, memory.LogName}, ", "))
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
