package project

import (
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/model"
)

// candidates are all the places of this machine where the agent keeps notes: for each project below
// its own folder, at the places that settings and the environment name, the parts that a team shares,
// and what its sub-agents keep for themselves. Not all of them hold something.
func (l *Library) candidates(c *census) []model.Store {
	var list []model.Store
	seen := map[string]bool{}
	add := func(s model.Store) {
		if real := realPath(s.Dir); !seen[real] {
			seen[real] = true
			list = append(list, s)
		}
	}
	for _, base := range l.bases(c.settings) {
		for _, slug := range foldersOf(base) {
			if dir := filepath.Join(base, slug, "memory"); isDir(dir) {
				add(l.store(dir, slug, c))
			}
		}
	}
	for _, dir := range l.chosen(c) {
		s := l.store(dir, "", c)
		s.Untrusted = l.suspect(dir, c, false)
		add(s)
	}
	for _, s := range list {
		if dir := filepath.Join(s.Dir, teamFolder); !s.Untrusted && isDir(dir) {
			add(team(s, dir))
		}
	}
	for _, dir := range l.agents(c) {
		add(l.agent(dir, c))
	}
	return list
}

// chosen are the folders that settings or the environment name instead of the agent's own, if they are
// there.
func (l *Library) chosen(c *census) []string {
	var dirs []string
	add := func(p place) {
		if p.elsewhere && !slices.Contains(dirs, p.dir) && isDir(p.dir) {
			dirs = append(dirs, p.dir)
		}
	}
	add(l.place(c.settings, "", "")) // what holds wherever the agent is started
	for _, f := range c.folders {
		for _, at := range f.starts {
			add(at.place)
		}
	}
	return dirs
}

// suspect reports whether none but projects' own settings name a place, and the user has not said yes
// to it. named says that such settings are known of without a session.
func (l *Library) suspect(dir string, c *census, named bool) bool {
	real := realPath(dir)
	if p := l.place(c.settings, "", ""); p.elsewhere && realPath(p.dir) == real {
		return false
	}
	for _, f := range c.folders {
		for _, at := range f.starts {
			if !at.place.elsewhere || realPath(at.place.dir) != real {
				continue
			}
			if !at.place.by.shared {
				return false
			}
			named = true
		}
	}
	return named && !trusted(dir)
}

// teamFolder is the folder of a memory in which a team shares notes.
const teamFolder = "team"

// team makes a store of the shared part of a memory. Its sessions are those of the whole.
func team(of model.Store, dir string) model.Store {
	s := of
	s.Dir, s.ID, s.Slug = dir, storeID(realPath(dir)), ""
	s.Kind, s.Name = model.KindTeam, of.Name+" team"
	return s
}

// The folders in which sub-agents keep memories: one of the user's, and two in a project.
const (
	agentFolder      = "agent-memory"
	agentLocalFolder = "agent-memory-local"
)

// agents lists the folders of the memories of sub-agents.
func (l *Library) agents(c *census) []string {
	var dirs, parents []string
	if l.Config != "" {
		parents = append(parents, filepath.Join(l.Config, agentFolder))
	}
	for _, dir := range c.directories() {
		if own := filepath.Join(dir, ".claude"); isDir(own) {
			parents = append(parents, filepath.Join(own, agentFolder), filepath.Join(own, agentLocalFolder))
		}
	}
	for _, parent := range parents {
		for _, name := range foldersOf(parent) {
			if dir := filepath.Join(parent, name); isDir(dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// directories are those in which the agent was started, and the projects around them, each once.
func (c *census) directories() []string {
	var dirs []string
	for _, f := range c.folders {
		for _, at := range f.starts {
			dirs = append(dirs, at.cwd, at.owner)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// agentScope says whose memory of a sub-agent a folder is, "" if it is none.
func (l *Library) agentScope(dir string) model.Scope {
	parent := filepath.Dir(dir)
	name, above := filepath.Base(parent), filepath.Dir(parent)
	switch {
	case name == agentFolder && l.Config != "" && realPath(above) == realPath(l.Config):
		return model.ScopeUser
	case filepath.Base(above) != ".claude":
		return ""
	case name == agentFolder:
		return model.ScopeProject
	case name == agentLocalFolder:
		return model.ScopeLocal
	}
	return ""
}

// agent makes a store of the memory of a sub-agent. In a project its sessions are the project's.
func (l *Library) agent(dir string, c *census) model.Store {
	s := model.Store{Dir: dir, ID: storeID(realPath(dir)), Kind: model.KindAgent, Scope: l.agentScope(dir), Name: filepath.Base(dir)}
	if s.Scope == model.ScopeUser {
		l.finish(&s, c)
		return s
	}
	project := strings.TrimSuffix(filepath.Dir(filepath.Dir(filepath.Dir(dir))), string(filepath.Separator))
	kept := model.Store{Slug: Slug(memoryRoot(project))}
	claim(&kept, c.folders)
	s.Transcripts, s.Summary.Sessions = kept.Transcripts, kept.Summary.Sessions
	s.Projects = []string{project}
	l.finish(&s, c)
	return s
}
