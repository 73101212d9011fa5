package talk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/note"
)

// Bounds, in bytes unless they say otherwise. A result that is cut says so and how to go on.
const (
	maxArgs   = 1 << 20
	maxResult = 32 << 10
	maxLine   = 4 << 10
	maxNote   = 256 << 10
	maxHits   = 80 // lines
	maxHit    = 300
	maxListed = 400 // lines
)

// bench is the scratch folder as the tools see it.
type bench struct {
	ctx   context.Context
	root  *memory.Root
	tools []Tool
	// sent is how much was read out so far, limit how much may be; 0 is no limit.
	sent, limit int64
	// changed are the notes that were touched, in order; reasons says that CHANGES.md was written.
	changed []string
	reasons bool
	// touch hears of each change to a file below the memory.
	touch func(what, path string)
}

// readable reports whether a path is one that a model may see.
func readable(p string) bool {
	return strings.HasPrefix(p, engine.MemoryDir+"/") || strings.HasPrefix(p, engine.TranscriptsDir+"/") ||
		p == engine.AuditFile || p == engine.CommitsFile || p == engine.ChangesFile
}

// place checks a path as a model wrote it. The root refuses all that leads out by itself; this says
// what to write instead.
func place(p string) (string, error) {
	clean := strings.TrimPrefix(p, "./")
	switch {
	case clean == "":
		return "", errors.New("the path is empty")
	case strings.HasPrefix(clean, "/") || strings.HasPrefix(clean, "~") || strings.ContainsAny(clean, "\\\x00\n") ||
		slices.Contains(strings.Split(clean, "/"), ".."):
		return "", fmt.Errorf("%q leads out of the folder; paths look like %s/tone.md", cut(p, 200), engine.MemoryDir)
	case clean != path.Clean(clean):
		return "", fmt.Errorf("%q is no plain path; write %s", cut(p, 200), path.Clean(clean))
	case !readable(clean):
		return "", fmt.Errorf("there is nothing at %q; notes are below %s/, sessions below %s/, and beside them are %s and %s",
			cut(p, 200), engine.MemoryDir, engine.TranscriptsDir, engine.AuditFile, engine.ChangesFile)
	}
	return clean, nil
}

// file reads a file that a model may see.
func (b *bench) file(p string) (name string, data []byte, err error) {
	if name, err = place(p); err != nil {
		return "", nil, err
	}
	f, err := b.root.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name, nil, fmt.Errorf("there is no file %s; list shows those that there are: %w", name, fs.ErrNotExist)
	case err != nil:
		return name, nil, fmt.Errorf("%s cannot be read", name)
	case !f.Regular():
		return name, nil, fmt.Errorf("%s is no plain file; leave it as it is", name)
	}
	return name, f.Data, nil
}

// files are the paths that a model may see below a prefix, with their files. "memory" means the
// folder, as one would say it.
func (b *bench) files(under string) ([]string, model.Tree, error) {
	under = strings.TrimPrefix(under, "./")
	if under == "." || under == "/" {
		under = ""
	}
	tree, err := b.root.ReadTree(b.ctx)
	if err != nil {
		return nil, nil, errors.New("the folder cannot be read")
	}
	var paths []string
	for _, p := range tree.Paths() {
		if readable(p) && tree[p].Regular() && strings.HasPrefix(p, under) {
			paths = append(paths, p)
		}
	}
	if len(paths) == 0 && under != "" {
		return nil, nil, fmt.Errorf("no path begins with %q; %s/ and %s/ do", cut(under, 200), engine.MemoryDir, engine.TranscriptsDir)
	}
	return paths, tree, nil
}

// list names files, a line each.
func (b *bench) list(a args) (string, error) {
	paths, tree, err := b.files(a.text("under"))
	if err != nil {
		return "", err
	}
	if at, found := slices.BinarySearch(paths, a.text("after")); a.text("after") != "" {
		if found {
			at++
		}
		paths = paths[at:]
	}
	var out strings.Builder
	for i, p := range paths {
		line := about(p, tree[p].Data)
		if i == maxListed || out.Len()+len(line) > maxResult {
			fmt.Fprintf(&out, "%s more; go on with after = %q", model.Count(len(paths)-i, "file"), paths[i-1])
			break
		}
		out.WriteString(line + "\n")
	}
	return b.give(out.String())
}

// about is the line of a file in a list.
func about(p string, data []byte) string {
	line := fmt.Sprintf("%s  %s, %s", model.PrintableLine(p), model.Count(lines(data), "line"), model.Count(len(data), "byte"))
	if rel, ok := strings.CutPrefix(p, engine.MemoryDir+"/"); ok && model.IsNote(rel) {
		n := note.Parse(rel, model.File{Data: data})
		if n.Type != "" {
			line += "  [" + cut(model.PrintableLine(n.Type), 20) + "]"
		}
		if n.Description != "" {
			line += "  " + cut(model.PrintableLine(n.Description), 200)
		}
	}
	return line
}

// lines counts lines, a last one without an end included.
func lines(data []byte) int {
	n := bytes.Count(data, []byte{'\n'})
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	return n
}

// read gives lines of a file as they are: no numbers before them, which would be taken for those that
// the lines of a session begin with.
func (b *bench) read(a args) (string, error) {
	name, data, err := b.file(a.text("path"))
	if err != nil {
		return "", err
	}
	from, most := max(a.number("from"), 1), a.number("lines")
	total := lines(data)
	if from > max(total, 1) {
		return "", fmt.Errorf("%s has %s only", name, model.Count(total, "line"))
	}
	var out strings.Builder
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if n < from {
			continue
		}
		if most > 0 && n >= from+most || out.Len()+min(len(line), maxLine) > maxResult {
			n--
			break
		}
		out.WriteString(shown(line))
	}
	head := fmt.Sprintf("%s, lines %d to %d of %d", name, min(from, total), n, total)
	if n < total {
		head += fmt.Sprintf("; go on with from = %d", n+1)
	}
	if !utf8.Valid(data) {
		head += "; some of it is no UTF-8 and cannot be shown: leave those places as they are"
	}
	return b.give(head + "\n\n" + out.String())
}

// shown is a line as it is sent, a very long one cut.
func shown(line []byte) string {
	if len(line) <= maxLine {
		return strings.ToValidUTF8(string(line), "\ufffd")
	}
	return cut(strings.ToValidUTF8(string(line[:maxLine]), "\ufffd"), maxLine) +
		fmt.Sprintf(" [%d bytes more in this line]\n", len(line)-maxLine)
}

// give hands out what was read, as long as the limit lasts.
func (b *bench) give(text string) (string, error) {
	if b.limit > 0 && b.sent+int64(len(text)) > b.limit {
		return "", fmt.Errorf("no more can be read in this run, %d bytes were sent; write what you know and %s, and end",
			b.sent, engine.ChangesFile)
	}
	b.sent += int64(len(text))
	return text, nil
}

// cut bounds a text in bytes, at a whole rune.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}
