package memory

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
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
	if why := Reserved(p); why != "" {
		return fmt.Errorf("%q is never written: the name is reserved (%s)", p, why)
	}
	return nil
}

// maxName is the longest name of a file or folder that the usual file systems take, in bytes.
const maxName = 255

// Reserved says why a file of this path is never written, "" if it may be.
func Reserved(p string) string {
	if checkPath(p) != nil {
		return "it is no path below the memory directory"
	}
	for name := range strings.SplitSeq(p, "/") {
		switch {
		case name == AgentLock:
			return "it is the agent's own lock"
		case strings.HasPrefix(name, TempPrefix):
			return "such names are those of our temporary files"
		case hidden(name) || isDotGit(name):
			return "it belongs to git, or is taken for what belongs to it"
		case len(name) > maxName:
			return "the name is longer than file systems take"
		}
	}
	return ""
}

// Allowed takes out of a proposed tree what would be refused when it is written: a file of a name that is never
// written stays as it is in the base. The lines name each, and say why; without any the tree is the one given.
func Allowed(base, proposed model.Tree) (model.Tree, []string) {
	var lines []string
	out := proposed
	paths := slices.AppendSeq(slices.Collect(maps.Keys(base)), maps.Keys(proposed))
	slices.Sort(paths)
	for _, p := range slices.Compact(paths) {
		why := Reserved(p)
		if why == "" {
			continue
		}
		old, was := base[p]
		now, is := proposed[p]
		if was == is && old.Mode == now.Mode && bytes.Equal(old.Data, now.Data) || now.Special() != "" {
			continue // a link or a pipe is written under no name
		}
		if lines == nil {
			out = maps.Clone(proposed)
		}
		delete(out, p)
		if was {
			out[p] = old
		}
		lines = append(lines, fmt.Sprintf("%s%s (%s)", model.LeftOutPrefix, p, why))
	}
	return out, lines
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
