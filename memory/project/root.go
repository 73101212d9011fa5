package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// memoryRoot returns the directory whose slug the agent gives to the memory of a session that was
// started in dir: the top of the git repository, of a worktree the main work tree, else dir itself.
// A submodule, a nested repository and one with its git folder elsewhere have a memory of their
// own. dir must be absolute; it need not exist.
func memoryRoot(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for top := dir; ; top = filepath.Dir(top) {
		info, err := os.Stat(filepath.Join(top, ".git"))
		switch {
		case err == nil && info.IsDir():
			return top
		case err == nil && info.Mode().IsRegular():
			return mainTree(top)
		}
		if top == filepath.Dir(top) {
			return dir
		}
	}
}

// mainTree returns the main work tree of the repository whose .git file lies in top. Only the git
// folder of a worktree has a file commondir; it names the one that all worktrees share.
func mainTree(top string) string {
	data, ok := readSmall(top, ".git")
	gitDir, isFile := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir:")
	if !ok || !isFile {
		return top
	}
	gitDir = from(top, strings.TrimSpace(gitDir))
	data, ok = readSmall(gitDir, "commondir")
	if !ok {
		return top
	}
	common := from(gitDir, strings.TrimSpace(string(data)))
	if filepath.Base(common) != ".git" { // worktrees of a bare repository have no main one
		return top
	}
	return filepath.Dir(common)
}

// from resolves a path that may be relative to a folder.
func from(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// owner returns the project directory by whose slug the memory of a session is kept that was
// started in cwd. Where that directory is gone git cannot be asked; but the agent makes a memory
// folder for every project at the start of a session, so the nearest one on the way up is it.
func (l *Library) owner(s *settings, cwd string) string {
	if foreign(cwd) {
		return cwd
	}
	if _, err := os.Stat(cwd); err == nil {
		return memoryRoot(cwd)
	}
	for dir := cwd; ; dir = filepath.Dir(dir) {
		if l.keepsMemory(s, Slug(dir)) {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return cwd
		}
	}
}

// keepsMemory reports whether the folder of a slug has a memory folder, be it empty.
func (l *Library) keepsMemory(s *settings, slug string) bool {
	for _, base := range l.bases(s) {
		if isDir(filepath.Join(base, slug, "memory")) {
			return true
		}
	}
	return false
}

// bases are the folders that hold a folder for every project with a memory: the agent's own and, if
// the environment names one, the one that it uses in its stead. What it wrote before is still there.
func (l *Library) bases(s *settings) []string {
	var dirs []string
	for _, dir := range []string{s.remote(), l.projects()} {
		if dir != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
