package layers

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// Bounds of the search for pages in a project.
const (
	mostEntries = 20_000
	mostDepth   = 5
	mostPages   = 2000
	mostFolders = 10
)

// leastPages is the number of pages that link to each other from which on they are a work of their own.
const leastPages = 3

// passedBy are folders of other people's files and of what is made from one's own.
var passedBy = []string{"node_modules", "vendor", "target", "dist", "build", "out", "third_party", "site-packages", "testdata"}

// pageFinder finds folders of pages in a project.
type pageFinder struct {
	dir      string
	source   Source
	sessions []transcript.File
	remarks  []string
}

func (p *pageFinder) find(ctx context.Context) (folders []model.PageFolder) {
	root, err := memory.OpenRoot(p.dir)
	if err != nil {
		return nil // a project that is gone is told elsewhere
	}
	defer root.Close()
	files := p.markdown(ctx)
	if len(files) > mostPages {
		p.remarks = append(p.remarks, fmt.Sprintf("of the %s Markdown files of %s only %s were read", model.Number(len(files)), p.dir, model.Number(mostPages)))
		files = files[:mostPages]
	}
	tree := model.Tree{}
	for _, at := range files {
		if file, err := root.ReadFile(at); err == nil && file.Regular() {
			tree[at] = file
		}
	}
	web := newWeb(tree)
	var pages [][]string
	for _, of := range web.groups() {
		if ctx.Err() != nil || len(folders) == mostFolders {
			break
		}
		folders, pages = append(folders, web.folder(root, of)), append(pages, of)
	}
	p.reads(ctx, folders, pages)
	slices.SortFunc(folders, func(a, b model.PageFolder) int { return strings.Compare(a.Dir, b.Dir) })
	return folders
}

// markdown lists the Markdown files of a project by their slash-separated paths. Left out are hidden
// folders, the memory, and what lies at the top: that is the project's own.
func (p *pageFinder) markdown(ctx context.Context) (files []string) {
	entries := 0
	_ = filepath.WalkDir(p.dir, func(at string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(p.dir, at)
		rel = filepath.ToSlash(rel)
		if entries++; entries > mostEntries || ctx.Err() != nil {
			p.remarks = append(p.remarks, fmt.Sprintf("pages were looked for among the first %s files and folders of %s only", model.Number(mostEntries), p.dir))
			return filepath.SkipAll
		}
		switch {
		case err != nil:
			if d != nil && d.IsDir() {
				return filepath.SkipDir
			}
		case d.IsDir() && rel != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains(passedBy, d.Name()) ||
			strings.Count(rel, "/") >= mostDepth || at == p.source.Memory.Store.Dir):
			return filepath.SkipDir
		case d.Type().IsRegular() && strings.HasSuffix(rel, ".md") && strings.Contains(rel, "/"):
			files = append(files, rel)
		}
		return nil
	})
	return files
}

// reads asks which pages of folders sessions have read.
func (p *pageFinder) reads(ctx context.Context, folders []model.PageFolder, pages [][]string) {
	if p.source.Read == nil || len(p.sessions) == 0 || len(folders) == 0 {
		return
	}
	path := func(page string) string { return filepath.Join(p.dir, filepath.FromSlash(page)) }
	var all []string
	for _, page := range slices.Concat(pages...) {
		all = append(all, path(page))
	}
	read, err := p.source.Read(ctx, p.sessions, all)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			p.remarks = append(p.remarks, err.Error())
		}
		return
	}
	for i := range folders {
		folders[i].ReadKnown = true
		for _, page := range pages[i] {
			if !read[path(page)] {
				folders[i].Never++
			}
		}
	}
}
