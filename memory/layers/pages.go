package layers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/note"
)

// Bounds of the search for pages in a project.
const (
	mostEntries = 20_000
	mostDepth   = 5
	mostPages   = 500
	mostFolders = 5
)

// A folder holds linked pages if it has that many, and that share of them is linked with another one.
const (
	leastPages  = 3
	leastLinked = 0.5
)

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
	groups := group(p.markdown(ctx))
	var dirs []string
	for dir, pages := range groups {
		if len(pages) >= leastPages {
			dirs = append(dirs, dir)
		}
	}
	slices.SortFunc(dirs, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(groups[b]), len(groups[a])), strings.Compare(a, b))
	})
	var pages [][]string
	for _, dir := range dirs {
		if ctx.Err() != nil || len(folders) == mostFolders {
			break
		}
		if f, of, ok := p.folder(root, dir, groups[dir]); ok {
			folders, pages = append(folders, f), append(pages, of)
		}
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

// group puts files into the folder at the top of theirs that holds pages as well.
func group(files []string) map[string][]string {
	holds := map[string]bool{}
	for _, f := range files {
		holds[path.Dir(f)] = true
	}
	groups := map[string][]string{}
	for _, f := range files {
		dir := path.Dir(f)
		for holds[path.Dir(dir)] {
			dir = path.Dir(dir)
		}
		groups[dir] = append(groups[dir], f)
	}
	return groups
}

// folder reads the pages of a folder, and what they link to and name as their sources.
func (p *pageFinder) folder(root *memory.Root, dir string, files []string) (f model.PageFolder, pages []string, ok bool) {
	if len(files) > mostPages {
		p.remarks = append(p.remarks, fmt.Sprintf("of the %s pages of %s only %d were read", model.Number(len(files)), dir, mostPages))
		files = files[:mostPages]
	}
	tree := model.Tree{}
	for _, at := range files {
		if file, err := root.ReadFile(at); err == nil && file.Regular() {
			tree[at] = file
		}
	}
	linker, linked := note.NewLinker(tree), map[string]bool{}
	sources := map[string]int{}
	f = model.PageFolder{Dir: dir, Pages: len(tree)}
	for _, at := range tree.Paths() {
		data := tree[at].Data
		f.Bytes += len(data)
		names, cited := named(data), sourceLines(data)
		for _, l := range linker.Links(at, data) {
			switch {
			case l.Exists && l.Path != at:
				linked[at], linked[l.Path] = true, true
			case !l.Exists && l.Path != "" && !l.Wiki && cited[l.Line]:
				names = append(names, "/"+l.Path)
			}
		}
		if cites(root, at, names, tree, sources) {
			f.Citing++
		}
	}
	for _, size := range sources {
		f.Sources++
		f.SourceBytes += size
	}
	return f, tree.Paths(), f.Pages >= leastPages && float64(len(linked)) >= leastLinked*float64(f.Pages)
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
