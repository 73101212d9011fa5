package memory

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"dreamgate/model"
)

// TempPrefix begins the names of files that exist only while something is being written. They are
// no part of a memory.
const TempPrefix = ".dreamgate-"

// AgentLock is the agent's own lock in a memory directory, which is only ever read.
const AgentLock = ".consolidate-lock"

// checkPath refuses what is no path below a root: such names come from models and from folders of
// others. Everything else, newlines and quotes included, is a file name like any other.
func checkPath(p string) error {
	switch {
	case p == "":
		return fmt.Errorf("a file name is empty")
	case strings.ContainsRune(p, 0):
		return fmt.Errorf("the file name %q holds a NUL", p)
	case p != path.Clean(p), p == ".", !filepath.IsLocal(filepath.FromSlash(p)):
		return fmt.Errorf("%q is no path below the memory directory", p)
	}
	return nil
}

// checkWritable is checkPath for files that are to be written: git's own folder, the agent's lock
// and our temporary names are nobody's notes.
func checkWritable(p string) error {
	if err := checkPath(p); err != nil {
		return err
	}
	for name := range strings.SplitSeq(p, "/") {
		if hidden(name) || isDotGit(name) {
			return fmt.Errorf("%q is never written: the name is reserved", p)
		}
	}
	return nil
}

// hidden reports whether an entry is no part of a memory, at any depth.
func hidden(name string) bool {
	return name == ".git" || name == AgentLock || strings.HasPrefix(name, TempPrefix)
}

// isDotGit also finds the spellings that a file system of macOS or Windows takes for ".git":
// another case, ignored characters in between, the short name.
func isDotGit(name string) bool {
	name = strings.Map(func(r rune) rune {
		if model.Invisible(r) {
			return -1
		}
		return r
	}, name)
	name = strings.TrimRight(name, ". ")
	return strings.EqualFold(name, ".git") || strings.EqualFold(name, "git~1")
}
