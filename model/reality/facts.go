package reality

import (
	"path"
	"strings"
	"time"
)

// Removal is a file that the history lost.
type Removal struct {
	Path string
	// To is where it went, "" if it was deleted.
	To     string
	Commit string
	At     time.Time
}

// Dropped is a line that a manifest lost.
type Dropped struct {
	Path, Line, Commit string
	At                 time.Time
}

// Query is what has to be known to judge some claims. It keeps what is remembered of a huge project small.
type Query struct {
	names map[string]bool
}

// NewQuery is for these claims.
func NewQuery(claims []Claim) *Query {
	q := &Query{names: map[string]bool{}}
	for _, c := range claims {
		if c.Kind == KindPath || c.Kind == KindCommand && c.tool == "" {
			q.names[path.Base(c.name)] = true
		}
	}
	return q
}

// Project is what is known of one project. Its paths are relative to its root, with slashes.
type Project struct {
	// Root is its absolute path, by which absolute paths in notes are known as its own.
	Root string
	// Exists asks for a path that no list holds, such as an ignored one; nil knows none.
	Exists func(path string) bool
	// Listed says that all files were added, Past that the history was asked.
	Listed, Past bool

	query *Query
	// here and gone hold paths by their last part; folders are among them, with what says so. stems are
	// files by their name without its ending.
	here, stems map[string][]string
	folders     map[string]bool
	seen        map[string]bool
	gone        map[string][]Removal
	lost        map[string]int
	manifests   manifests
}

// NewProject makes an empty project, which remembers what a query asks for.
func NewProject(root string, q *Query) *Project {
	return &Project{
		Root: root, query: q, here: map[string][]string{}, stems: map[string][]string{}, folders: map[string]bool{},
		seen: map[string]bool{}, gone: map[string][]Removal{}, lost: map[string]int{}, manifests: newManifests(),
	}
}

// Add adds a file that is there.
func (p *Project) Add(file string) {
	p.manifests.file(file)
	base := path.Base(file)
	if p.query.names[base] {
		p.here[base] = append(p.here[base], file)
	}
	if stem := strings.TrimSuffix(base, path.Ext(base)); stem != base && p.query.names[stem] {
		p.stems[stem] = append(p.stems[stem], file)
	}
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if p.seen[dir] {
			break // and so was all above it
		}
		p.seen[dir] = true
		if base := path.Base(dir); p.query.names[base] {
			p.here[base] = append(p.here[base], dir)
			p.folders[dir] = true
		}
	}
}

// Remove adds a file that went. The newest must be added first.
func (p *Project) Remove(r Removal) {
	p.manifests.removal(r)
	if base := path.Base(r.Path); p.query.names[base] {
		p.drop(base, r)
	}
	for dir := path.Dir(r.Path); dir != "."; dir = path.Dir(dir) {
		if base := path.Base(dir); p.query.names[base] {
			p.drop(base, Removal{Path: dir, Commit: r.Commit, At: r.At})
		}
	}
}

// drop remembers the last time that a path went.
func (p *Project) drop(base string, r Removal) {
	if _, again := p.lost[r.Path]; !again {
		p.lost[r.Path] = len(p.gone[base])
		p.gone[base] = append(p.gone[base], r)
	}
}

// find looks for a path: the whole path from the root first, then the end of one.
func (p *Project) find(c Claim) (string, bool) {
	for _, list := range [][]string{p.here[path.Base(c.name)], p.stems[path.Base(c.name)]} {
		for i, f := range list {
			if suffix(f, c.name) || suffix(strings.TrimSuffix(f, path.Ext(f)), c.name) {
				// What git lists may be missing on the disk. Of very many one is.
				if p.Exists == nil || i > 50 || p.Exists(f) {
					return f, true
				}
			}
		}
	}
	if p.Exists != nil && p.Exists(c.name) {
		return c.name, true
	}
	return "", false
}

// removed looks for a path among what went, and counts the places where it stood.
func (p *Project) removed(c Claim) (last Removal, places int) {
	for _, r := range p.gone[path.Base(c.name)] {
		if suffix(r.Path, c.name) {
			if places == 0 || r.Path == c.name && last.Path != c.name {
				last = r
			}
			places++
		}
	}
	return last, places
}

// suffix reports whether a path ends in another one, part by part.
func suffix(whole, end string) bool {
	rest, ok := strings.CutSuffix(whole, end)
	return ok && (rest == "" || strings.HasSuffix(rest, "/"))
}
