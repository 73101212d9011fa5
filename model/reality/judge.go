package reality

import (
	"cmp"
	"strings"
	"time"

	"dreamgate/model"
)

// Judge says what became of each claim in the projects of a memory. written is when the note last
// changed, zero if that is not known for sure. What is a claim only if a project knows it, and none does,
// is left out.
func Judge(claims []Claim, projects []*Project, written time.Time) []model.RealityClaim {
	out := make([]model.RealityClaim, 0, len(claims))
	for _, c := range claims {
		v := verdict{}
		for _, p := range projects {
			if w := p.judge(c, written); w.rank() > v.rank() {
				v = w
			}
		}
		if v.found == notFound && c.weak {
			continue
		}
		out = append(out, v.claim(c))
	}
	return out
}

// finding is what a project knows of a thing.
type finding int

const (
	notFound finding = iota
	ambiguous
	lost
	present
)

// verdict is what one project says of a claim.
type verdict struct {
	found finding
	at    Removal
	// why completes "<token> ..." where at does not say all.
	why string
}

// rank orders the verdicts of several projects: what is in one of them holds.
func (v verdict) rank() int { return int(v.found) }

func (p *Project) judge(c Claim, written time.Time) verdict {
	switch {
	case c.Kind == KindManager:
		return p.manager(c)
	case c.Kind == KindDependency:
		if at, ok := dependency(p.manifests.deps, c.name); ok {
			return verdict{found: present, at: Removal{Path: at}}
		}
		if r, ok := dependency(p.manifests.lostDeps, c.name); ok {
			return verdict{found: lost, at: r, why: "is no longer a dependency in " + r.Path}
		}
		return verdict{}
	case c.Kind == KindScript || c.tool != "":
		if at, ok := script(p.manifests.scripts, c.tool, c.name); ok {
			return verdict{found: present, at: Removal{Path: at}}
		}
		if r, ok := script(p.manifests.lostScripts, c.tool, c.name); ok {
			return verdict{found: lost, at: r, why: "is no longer in " + r.Path}
		}
		return verdict{}
	}
	return p.path(c, written)
}

// path looks for a file or a folder.
func (p *Project) path(c Claim, written time.Time) verdict {
	if strings.HasPrefix(c.name, "/") {
		rest, ok := strings.CutPrefix(c.name, strings.TrimSuffix(p.Root, "/")+"/")
		if !ok {
			return verdict{found: notFound, why: "is no path of this project"}
		}
		c.name = rest
	}
	if at, ok := p.find(c); ok {
		return verdict{found: present, at: Removal{Path: at}}
	}
	r, places := p.removed(c)
	switch {
	case places == 0:
		return verdict{}
	case !p.Listed || p.Exists != nil && (p.Exists(r.Path) || r.To != "" && c.name == r.To):
		return verdict{found: ambiguous, at: r, why: "went from the repository, and may still be on the disk"}
	case c.weak && !c.code, !strings.Contains(c.name, "/") && !c.dir && places > 1:
		// A name without a folder may be that of a file elsewhere.
		return verdict{found: ambiguous, at: r, why: "may be one of several files of that name that went"}
	case !strings.Contains(c.name, "/") && !written.IsZero() && written.After(r.At.AddDate(0, 0, 1)):
		return verdict{found: ambiguous, at: r, why: "went before the note was written, which may mean another file"}
	case c.weak && r.Path != c.name:
		return verdict{found: ambiguous, at: r, why: "may be another thing than the folder that went"}
	}
	return verdict{found: lost, at: r}
}

// manager compares a package manager with the lock files. That it is gone shows in a lock file that went, or
// in a manifest that names another one.
func (p *Project) manager(c Claim) verdict {
	m := &p.manifests
	if at := cmp.Or(m.lock[c.name], m.declared[c.name]); at != "" {
		return verdict{found: present, at: Removal{Path: at}}
	}
	other := ""
	for name, kin := range family {
		if at := cmp.Or(m.lock[name], m.declared[name]); kin == family[c.name] && at != "" && (other == "" || at < other) {
			other = at
		}
	}
	if r, ok := m.lostLocks[c.name]; ok && other != "" {
		return verdict{found: lost, at: r, why: "is no longer the package manager: " + r.Path + " went, " + other + " is there"}
	}
	for name, at := range m.declared {
		if family[name] == family[c.name] && name != c.name {
			return verdict{found: lost, at: Removal{Path: at}, why: "is not the package manager: " + at + " names " + name}
		}
	}
	return verdict{}
}

// claim turns a verdict into what a badge shows, by what the sentence says itself.
func (v verdict) claim(c Claim) model.RealityClaim {
	out := model.RealityClaim{Kind: c.Kind, Token: c.Token, Line: c.Line, State: model.RealityUnknown, Path: v.at.Path, Commit: v.at.Commit, At: v.at.At, To: v.at.To}
	switch {
	case v.found == present && c.mood == denied:
		out.Reason = "the note speaks of it as gone, and " + v.at.Path + " is there"
	case v.found == present:
		out.State, out.Reason = model.RealityHolds, v.at.Path+" is there"
		if c.Kind != KindPath && (c.tool != "" || c.Kind == KindScript || c.Kind == KindDependency) {
			out.Reason = v.at.Path + " has it"
		}
	case v.found == lost && c.mood == denied:
		out.State, out.Reason = model.RealityHolds, "it is gone, as the note says: "+v.gone()
	case v.found == lost && c.mood == doubtful:
		out.Reason = "the sentence may mean a plan, an example or another place; " + v.gone()
	case v.found == lost:
		out.State, out.Reason = model.RealityGone, v.gone()
	case v.found == ambiguous:
		out.Reason = v.at.Path + " " + v.why
	case v.why != "":
		out.Reason = "it " + v.why
	default:
		out.Reason = "nothing of that name is in the project, or was in its history"
	}
	return out
}

// gone is a sentence on what took a thing away.
func (v verdict) gone() string {
	word := v.at.Path + " was removed"
	switch {
	case v.why != "":
		word = "it " + v.why
	case v.at.To != "":
		word = v.at.Path + " was moved to " + v.at.To
	}
	if v.at.Commit != "" {
		word += ", by commit " + v.at.Commit[:min(7, len(v.at.Commit))]
	}
	if !v.at.At.IsZero() {
		word += " of " + v.at.At.Format("2 Jan 2006")
	}
	return word
}
