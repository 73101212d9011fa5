package dream

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// closed are the folders in which a program that an engine starts may change nothing: the live notes,
// the sessions that bear them out, our own books and proposals, and every repository that the notes are
// in, whose hooks would run at the next commit.
func (p *pass) closed() []string {
	dirs := append([]string{p.Memory}, p.Transcripts...)
	if real, err := filepath.EvalSymlinks(p.Memory); err == nil {
		dirs = append(dirs, repositories(real)...)
	}
	if state, err := memory.StateDir(); err == nil {
		dirs = append(dirs, state)
	}
	return dirs
}

// maxNamed is how many of the files that changed meanwhile are named.
const maxNamed = 5

// watched says what changed in the memory itself while the engine ran. It may well have been the user or
// the agent; where it was the engine, by a way that nothing closes to it (the modes of a file, or any
// where the system cannot help), this is the only word of it.
func (p *pass) watched() {
	root, err := memory.OpenRoot(p.Memory)
	if err != nil {
		p.report("look at the memory again: " + err.Error())
		return
	}
	defer root.Close()
	now, err := root.ReadTree(p.ctx)
	if err != nil {
		return // the run was ended, and says so itself
	}
	var changed []string
	for path, f := range now {
		if was, ok := p.base[path]; !ok || f.Mode != was.Mode || !bytes.Equal(f.Data, was.Data) {
			changed = append(changed, path)
		}
	}
	for path := range p.base {
		if _, ok := now[path]; !ok {
			changed = append(changed, path)
		}
	}
	if len(changed) == 0 {
		return
	}
	slices.Sort(changed)
	names := strings.Join(changed[:min(len(changed), maxNamed)], ", ")
	if more := len(changed) - maxNamed; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	p.report(fmt.Sprintf("%s of the memory itself changed while the engine ran (%s): look there, if neither you nor the agent did that",
		model.Count(len(changed), "file"), names))
}

// repositories are the folders that git keeps for the work trees around a folder. A linked work tree has
// a file that names its own, and that names the one with the hooks.
func repositories(dir string) (found []string) {
	for ; ; dir = filepath.Dir(dir) {
		git := filepath.Join(dir, ".git")
		if info, err := os.Lstat(git); err == nil {
			found = append(found, git)
			if info.Mode().IsRegular() {
				found = append(found, linked(git)...)
			}
		}
		if dir == filepath.Dir(dir) {
			return found
		}
	}
}

// maxPointer bounds a file that holds one path, as git does.
const maxPointer = 1 << 20

// linked follows the .git file of a linked work tree.
func linked(file string) []string {
	text, err := memory.ReadPlain(file, maxPointer)
	to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir:")
	if err != nil || !ok {
		return nil
	}
	own := namedIn(filepath.Dir(file), to)
	if text, err = memory.ReadPlain(filepath.Join(own, "commondir"), maxPointer); err != nil {
		return []string{own}
	}
	return []string{own, namedIn(own, string(text))}
}

// namedIn is a path that a file in a folder names.
func namedIn(dir, path string) string {
	if path = strings.TrimSpace(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
