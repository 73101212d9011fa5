package layers

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/note"
)

// web is how the pages of a project hang together.
type web struct {
	tree model.Tree
	// parent leads from a page to one that it hangs together with, and at last to the one that stands for
	// all of these.
	parent map[string]string
	// names are what each page names as its sources.
	names map[string][]string
}

// newWeb reads the links of pages. One to a source does not tie pages together.
func newWeb(tree model.Tree) web {
	w := web{tree: tree, parent: make(map[string]string, len(tree)), names: map[string][]string{}}
	for at := range tree {
		w.parent[at] = at
	}
	linker := note.NewLinker(tree)
	for at, file := range tree {
		names, cited := named(file.Data), sourceLines(file.Data)
		for _, l := range linker.Links(at, file.Data) {
			switch {
			case l.Path == "" || l.Path == at:
			case cited[l.Line] && !l.Wiki:
				names = append(names, "/"+l.Path)
			case l.Exists:
				w.parent[w.top(at)] = w.top(l.Path)
			}
		}
		w.names[at] = names
	}
	return w
}

func (w web) top(at string) string {
	for w.parent[at] != at {
		w.parent[at] = w.parent[w.parent[at]] // the way is shorter the next time
		at = w.parent[at]
	}
	return at
}

// groups are the pages that hang together, the largest group first. A page without links belongs to those
// that lie beside it.
func (w web) groups() (groups [][]string) {
	linked := map[string][]string{}
	for at := range w.tree {
		linked[w.top(at)] = append(linked[w.top(at)], at)
	}
	beside := map[string]string{}
	for top, pages := range linked {
		if len(pages) < leastPages {
			continue
		}
		for _, at := range pages {
			dir := path.Dir(at)
			if old := beside[dir]; old == "" || len(linked[old]) < len(pages) || len(linked[old]) == len(pages) && top < old {
				beside[dir] = top
			}
		}
	}
	all := map[string][]string{}
	for top, pages := range linked {
		for _, at := range pages {
			to := top
			if len(pages) == 1 {
				to = beside[path.Dir(at)]
			}
			all[to] = append(all[to], at)
		}
	}
	for top, pages := range all {
		if top != "" && len(linked[top]) >= leastPages {
			slices.Sort(pages)
			groups = append(groups, pages)
		}
	}
	slices.SortFunc(groups, func(a, b []string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0])) })
	return groups
}

// folder sums up pages that hang together.
func (w web) folder(root *memory.Root, pages []string) model.PageFolder {
	f := model.PageFolder{Dir: path.Dir(pages[0]), Pages: len(pages)}
	sources, own := map[string]int{}, model.Tree{}
	for _, at := range pages {
		own[at] = w.tree[at]
		for f.Dir != "." && !strings.HasPrefix(at, f.Dir+"/") {
			f.Dir = path.Dir(f.Dir)
		}
	}
	for _, at := range pages {
		f.Bytes += len(w.tree[at].Data)
		if cites(root, at, w.names[at], own, sources) {
			f.Citing++
		}
	}
	for _, size := range sources {
		f.Sources++
		f.SourceBytes += size
	}
	return f
}
