// Package reality looks up what notes name: in the files of the project, in what its git history lost,
// and in its manifests. It runs git alone, nothing of the project, follows no link out of it, and is
// bounded in time and in what it remembers.
//
//	reality.go  the notes of a memory
//	lookup.go   the facts of one project
//	walk.go     a project without git
package reality

import (
	"bytes"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"dreamgate/memory/history"
	"dreamgate/model"
	"dreamgate/model/reality"
)

// mostProjects bounds the projects of one memory that are looked at.
const mostProjects = 4

// Look says of each note, by its path, whether what it names is there. It is nil where no project of the
// memory is there to be looked at.
func Look(ctx context.Context, m model.Memory) map[string]model.Reality {
	tops := roots(ctx, m.Store)
	if len(tops) == 0 {
		return nil
	}
	claims := make([][]reality.Claim, len(m.Notes))
	var all []reality.Claim
	for i, n := range m.Notes {
		if data := m.Tree[n.Path].Data; n.Special == "" && ctx.Err() == nil {
			claims[i] = ours(reality.Read(n, data), m)
			all = append(all, claims[i]...)
		}
	}
	var projects []*reality.Project
	if len(all) > 0 {
		query := reality.NewQuery(all)
		for _, t := range tops {
			root, err := os.OpenRoot(t.dir)
			if err != nil {
				continue
			}
			defer root.Close() // only when all is judged: the claims ask it for paths
			projects = append(projects, lookup(ctx, t, root, query))
		}
	}
	out := make(map[string]model.Reality, len(m.Notes))
	for i, n := range m.Notes {
		out[n.Path] = model.Reality{Known: true, Claims: reality.Judge(claims[i], projects, written(m.Badges[n.Path].Age))}
	}
	return out
}

// ours leaves out the names of notes: those are of the memory, and links to them are the audit's.
func ours(claims []reality.Claim, m model.Memory) []reality.Claim {
	return slices.DeleteFunc(claims, func(c reality.Claim) bool {
		if c.Kind != reality.KindPath {
			return false
		}
		p := path.Clean(c.Token)
		_, note := m.Tree[p]
		_, base := m.Tree[path.Base(p)]
		return note || base && path.Ext(p) == ".md"
	})
}

// written is when a note last changed. The time of a file says too little: any copy changes it.
func written(a model.Age) time.Time {
	if a.Source == model.AgeModified || a.Source == model.AgeCommit {
		return a.At
	}
	return time.Time{}
}

// top is a folder to look in.
type top struct {
	dir string
	git bool
}

// roots are the projects of a store, each by the top of its work tree: a session may have been started
// anywhere below it.
func roots(ctx context.Context, s model.Store) []top {
	var out []top
	for _, dir := range s.Projects {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil || slices.Contains(s.Gone, dir) {
			continue
		}
		if info, err := os.Stat(real); err != nil || !info.IsDir() || ctx.Err() != nil {
			continue
		}
		t := top{dir: real}
		if of := history.Top(ctx, real); of != "" {
			t = top{filepath.FromSlash(of), true}
		}
		if !slices.Contains(out, t) && len(out) < mostProjects {
			out = append(out, t)
		}
	}
	return out
}

// head reads a manifest as far as it is worth it.
func head(root *os.Root, file string) []byte {
	info, err := root.Lstat(filepath.FromSlash(file))
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostManifest {
		return nil
	}
	data, err := root.ReadFile(filepath.FromSlash(file))
	if err != nil {
		return nil
	}
	return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
}
