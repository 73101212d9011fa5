package model

import (
	"io/fs"
	"slices"
	"strings"
	"time"
)

// IndexName is the file that an agent loads at the start of a session.
const IndexName = "MEMORY.md"

// File is one entry of a memory directory as it lies on disk.
type File struct {
	// Mode holds the type and the permission bits. Only regular files have Data (but see Memory).
	Mode fs.FileMode
	// Data is the content, verbatim. It is shared between trees and never changed in place.
	Data []byte
	// Target is where a symbolic link points, as written in the link; "" for everything else.
	Target string
	// Links is the number of hard links, 0 where it is not known.
	Links int
	// ModTime is the file's own time, zero where it has none (a proposed file).
	ModTime time.Time
	// Oversize is the size in bytes of a regular file too large to be held; its Data is nil.
	Oversize int64
	// Fault says why a regular file could not be read (no permission, it keeps changing); its Data
	// is nil. "" if it was read.
	Fault string
}

// Regular reports whether the entry is a plain file whose bytes are in Data.
func (f File) Regular() bool { return f.Mode.IsRegular() && f.Oversize == 0 && f.Fault == "" }

// Special names what an entry is that cannot be read as a note ("link to x", "named pipe"), or "".
func (f File) Special() string {
	switch {
	case f.Oversize > 0:
		return "too large to be a note"
	case f.Fault != "":
		return "unreadable: " + f.Fault
	case f.Mode.IsRegular():
		return ""
	case f.Mode&fs.ModeSymlink != 0:
		return "link to " + f.Target
	case f.Mode&fs.ModeNamedPipe != 0:
		return "named pipe"
	case f.Mode&fs.ModeSocket != 0:
		return "socket"
	case f.Mode&fs.ModeDevice != 0:
		return "device"
	}
	return "not a regular file"
}

// SpecialWord is what Special names as one says it: with an article before a thing ("a link to x"), and none before a
// quality ("too large to be a note").
func SpecialWord(special string) string {
	for _, quality := range []string{"unreadable", "too large", "not "} {
		if strings.HasPrefix(special, quality) {
			return special
		}
	}
	return "a " + special
}

// Tree is a directory of files by their slash-separated path below its root. Paths are the bytes
// of the file system: they may hold anything but NUL, and reach a screen only through Printable.
type Tree map[string]File

// Own returns the files as they lie there: without what links lead to, which a Memory holds to show it and which is no
// part of what a proposal is made of.
func (t Tree) Own() Tree {
	own := make(Tree, len(t))
	for path, f := range t {
		if !f.Regular() {
			f.Data = nil
		}
		own[path] = f
	}
	return own
}

// LeftOutPrefix begins each line of what is left out.
const LeftOutPrefix = "left out: "

// LeftOut says, a line each, what of the tree is no note and is missing where the tree is written anew: links, pipes,
// what cannot be read.
func (t Tree) LeftOut() (lines []string) {
	for _, path := range t.Paths() {
		if s := t[path].Special(); s != "" {
			lines = append(lines, LeftOutPrefix+path+" ("+s+")")
		}
	}
	return lines
}

// Paths returns the paths of the tree in byte order.
func (t Tree) Paths() []string {
	paths := make([]string, 0, len(t))
	for p := range t {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// IsNote reports whether a path names a topic file: Markdown, and not an index.
func IsNote(path string) bool {
	return strings.HasSuffix(path, ".md") && path != IndexName
}
