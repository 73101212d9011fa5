package hunk

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"dreamgate/model"
)

// ReadPatch returns the tree that a patch makes of a base, which is left alone: a unified diff as git or diff
// writes it. Nothing is guessed: each block must stand where the patch says, or else at exactly one other place
// of the file. An error names the file, and of a block its number and line in the patch. The names of files are
// checked, but not what they are called: whoever writes the tree does that.
func ReadPatch(base model.Tree, patch []byte) (model.Tree, error) {
	r := patchReader{lines: Lines(patch)}
	var files []patched
	for r.at < len(r.lines) {
		switch line := r.peek(); {
		case strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "--- ") && strings.HasPrefix(r.after(1), "+++ "):
			f, err := r.file()
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		case strings.HasPrefix(line, "@@ -"):
			return nil, fmt.Errorf("line %d of the patch: the block belongs to no file, or is longer than its first line says", r.at+1)
		default: // what stands around patches in a mail or a log
			r.at++
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there is no change of a file in the patch: a unified diff is needed")
	}
	strip(base, files)
	out, seen := maps.Clone(base), map[string]bool{}
	if out == nil {
		out = model.Tree{}
	}
	for _, f := range files {
		if err := f.apply(base, out, seen); err != nil {
			return nil, err
		}
	}
	for p := range out {
		for dir := range parents(p) {
			if _, ok := out[dir]; ok {
				return nil, fmt.Errorf("%q would be a file and a folder", dir)
			}
		}
	}
	return out, nil
}

// patched is what a patch says of one file.
type patched struct {
	// line is where in the patch it begins, from 1.
	line int
	// old and new are its names, "" where there is no file.
	old, new string
	// moved says that git names both, copied that the old one stays.
	moved, copied bool
	// oldBlob is git's name of the content before, "" if it is not told in full; mode is the new one, "" if it stays.
	oldBlob, mode string
	blocks        []patchBlock
	binary        bool
	data          []byte
}

// patchBlock is one @@ of a patch: the lines before and after, context on both sides.
type patchBlock struct {
	line, start int
	old, new    []string
	// top and end say that it stands where the file begins or ends: it has context on the other side only.
	top, end bool
}

type patchReader struct {
	lines []string
	at    int
}

// peek is the present line without its end, "" behind the last.
func (r *patchReader) peek() string { return r.after(0) }

func (r *patchReader) after(n int) string {
	if r.at+n >= len(r.lines) {
		return ""
	}
	return strings.TrimRight(r.lines[r.at+n], "\r\n")
}

// file reads the part of one file.
func (r *patchReader) file() (patched, error) {
	f := patched{line: r.at + 1}
	fail := func(format string, a ...any) (patched, error) {
		return f, fmt.Errorf("line %d of the patch: %s", r.at+1, fmt.Sprintf(format, a...))
	}
	if rest, ok := strings.CutPrefix(r.peek(), "diff --git "); ok {
		f.old, f.new = bothNames(rest)
		r.at++
		if err := r.headers(&f); err != nil {
			return f, err
		}
	}
	if strings.HasPrefix(r.peek(), "--- ") && strings.HasPrefix(r.after(1), "+++ ") {
		renamed := f.moved
		old, oldGone := headName(r.peek()[4:])
		new, newGone := headName(r.after(1)[4:])
		r.at += 2
		if !strings.HasPrefix(r.peek(), "@@ -") {
			return fail("a block (@@) is needed behind the names")
		}
		if !renamed {
			f.old, f.new = old, new
		}
		if err := r.blocks(&f); err != nil {
			return f, err
		}
		if oldGone && len(f.blocks[0].old) == 0 {
			f.old = ""
		}
		if newGone && len(f.blocks[0].new) == 0 {
			f.new = ""
		}
	}
	switch line := r.peek(); {
	case line == "GIT binary patch":
		if err := r.binary(&f); err != nil {
			return f, err
		}
	case strings.HasPrefix(line, "Binary files "):
		return fail("the patch leaves the bytes of a binary file out; make it with git diff --binary")
	}
	if f.old == "" && f.new == "" {
		return fail("it names no file")
	}
	return f, nil
}

// headers reads what git says of a file before its blocks.
func (r *patchReader) headers(f *patched) error {
	for ; r.at < len(r.lines); r.at++ {
		word, rest, _ := strings.Cut(r.peek(), " ")
		switch line := r.peek(); {
		case strings.HasPrefix(line, "new file mode "):
			f.old, f.mode = "", line[len("new file mode "):]
		case strings.HasPrefix(line, "deleted file mode "):
			f.new = ""
		case strings.HasPrefix(line, "new mode "):
			f.mode = line[len("new mode "):]
		case strings.HasPrefix(line, "rename from "), strings.HasPrefix(line, "copy from "):
			f.old, f.moved, f.copied = unquoted(rest[len("from "):]), true, word == "copy"
		case strings.HasPrefix(line, "rename to "), strings.HasPrefix(line, "copy to "):
			f.new = unquoted(rest[len("to "):])
		case word == "index":
			if from, _, ok := strings.Cut(rest, ".."); ok && len(from) == 40 {
				f.oldBlob = from
			}
		case strings.HasPrefix(line, "old mode "), word == "similarity", word == "dissimilarity":
		default:
			return nil
		}
	}
	return nil
}

// blocks reads the blocks of a file.
func (r *patchReader) blocks(f *patched) error {
	for strings.HasPrefix(r.peek(), "@@ -") {
		b := patchBlock{line: r.at + 1}
		bad := func(what string) error {
			return fmt.Errorf("block %d of %q, line %d of the patch: %s", len(f.blocks)+1, orName(f), r.at+1, what)
		}
		start, old, new, ok := blockHead(r.peek())
		if !ok {
			return bad("its first line is not @@ -LINE,COUNT +LINE,COUNT @@")
		}
		b.start = start
		last, marks := byte(0), []byte{}
		for r.at++; old > 0 || new > 0 || strings.HasPrefix(r.peek(), `\`); r.at++ {
			if r.at >= len(r.lines) {
				return bad("it ends before all its lines have come")
			}
			line := r.lines[r.at]
			mark, text := byte(' '), line
			if strings.TrimRight(line, "\r\n") != "" { // an empty line is context that lost its blank on the way
				mark, text = line[0], line[1:]
			}
			if !strings.HasSuffix(text, "\n") && mark != '\\' {
				text += "\n" // the patch lost its own last line end
			}
			switch mark {
			case ' ':
				b.old, b.new, old, new = append(b.old, text), append(b.new, text), old-1, new-1
			case '-':
				b.old, old = append(b.old, text), old-1
			case '+':
				b.new, new = append(b.new, text), new-1
			case '\\':
				if last != '+' {
					loseEnd(b.old)
				}
				if last != '-' {
					loseEnd(b.new)
				}
			default:
				return bad("a line must begin with a blank, -, + or \\")
			}
			if mark != '\\' {
				marks = append(marks, mark)
			}
			if last = mark; old < 0 || new < 0 {
				return bad("it has more lines than its first line says")
			}
		}
		if n := len(marks); n > 0 {
			// As git has it: who begins with a change in the first line means the first line; further down
			// the patch may have been made with less around it.
			b.top, b.end = b.start == 0 && marks[0] != ' ' && marks[n-1] == ' ', marks[0] == ' ' && marks[n-1] != ' '
		}
		f.blocks = append(f.blocks, b)
	}
	return nil
}

func orName(f *patched) string {
	if f.new != "" {
		return f.new
	}
	return f.old
}

// loseEnd takes the end of the last line away.
func loseEnd(lines []string) {
	if n := len(lines); n > 0 {
		lines[n-1] = strings.TrimSuffix(lines[n-1], "\n")
	}
}

// blockHead reads "@@ -start,old +start,new @@".
func blockHead(line string) (start, old, new int, ok bool) {
	words := strings.Fields(line)
	if len(words) < 4 || words[3] != "@@" || words[1][0] != '-' || words[2][0] != '+' {
		return 0, 0, 0, false
	}
	pair := func(s string) (from, n int, ok bool) {
		a, b, counted := strings.Cut(s, ",")
		from, err := strconv.Atoi(a)
		if n = 1; err == nil && counted {
			n, err = strconv.Atoi(b)
		}
		return from, n, err == nil && from >= 0 && n >= 0
	}
	start, old, first := pair(words[1][1:])
	_, new, second := pair(words[2][1:])
	if old > 0 {
		start-- // of no lines it is the line before
	}
	return start, old, new, first && second && start >= 0
}

// apply makes the file in a tree.
func (f patched) apply(base, out model.Tree, seen map[string]bool) error {
	name := orName(&f)
	fail := func(format string, a ...any) error {
		return fmt.Errorf("%q, line %d of the patch: %s", name, f.line, fmt.Sprintf(format, a...))
	}
	for _, p := range []string{f.old, f.new} {
		if p != "" && !safe(p) {
			return fail("the name leads out of the folder, or into a repository")
		}
	}
	if seen[name] {
		return fail("it is changed twice")
	}
	seen[name] = true
	old := side(base, f.old)
	switch {
	case f.old != "" && !old.there:
		return fail("there is no file %q to change", f.old)
	case old.there && !old.Regular():
		return fail("no patch changes a %s", old.Special())
	case f.old != f.new && f.new != "" && side(base, f.new).there && !seen["\x00"+f.new]:
		return fail("it is to be made, and is there already")
	}
	data, err := f.content(string(old.Data))
	if err != nil {
		return err
	}
	if f.old != "" && f.old != f.new && !f.copied || f.new == "" {
		delete(out, f.old)
	}
	if f.new == "" {
		if seen["\x00"+f.old] = true; data != "" {
			return fail("it is to go, and %d bytes of it are not in the patch", len(data))
		}
		return nil
	}
	mode := old.Mode
	if f.old == "" {
		mode = 0o644
	}
	switch f.mode {
	case "":
	case "100644":
		mode &^= 0o111
	case "100755":
		mode |= 0o111
	default:
		return fail("mode %s is no plain file's", f.mode)
	}
	file := old.File
	if data != string(old.Data) || f.old == "" {
		file = content(old, data).File
	}
	file.Mode = mode
	out[f.new] = file
	return nil
}

// content is what the patch makes of a text.
func (f patched) content(text string) (string, error) {
	if f.binary {
		if f.oldBlob != "" && f.oldBlob != blob([]byte(text), f.old == "") {
			return "", fmt.Errorf("%q, line %d of the patch: the file is not the one that the patch was made from", orName(&f), f.line)
		}
		return string(f.data), nil
	}
	lines := Lines([]byte(text))
	var made []string
	at := 0
	for i, b := range f.blocks {
		from, found := b.find(lines, at)
		if found != 1 {
			what := "its lines stand nowhere in the file"
			if found > 1 {
				what = fmt.Sprintf("its lines do not stand where it says, and at %d other places", found)
			}
			return "", fmt.Errorf("block %d of %q, line %d of the patch: %s", i+1, orName(&f), b.line, what)
		}
		made = append(append(made, lines[at:from]...), b.new...)
		at = from + len(b.old)
	}
	made = append(made, lines[at:]...)
	if i := slices.IndexFunc(made, func(l string) bool { return !strings.HasSuffix(l, "\n") }); i >= 0 && i < len(made)-1 {
		return "", fmt.Errorf("%q, line %d of the patch: line %d would lose its end inside the file", orName(&f), f.line, i+1)
	}
	return strings.Join(made, ""), nil
}

// find is where a block stands from a line on, and at how many places: one if it is where it says.
func (b patchBlock) find(lines []string, from int) (at, found int) {
	stands := func(i int) bool {
		to := i + len(b.old)
		return i >= from && to <= len(lines) && (!b.top || i == 0) && (!b.end || to == len(lines)) && slices.Equal(lines[i:to], b.old)
	}
	if stands(b.start) {
		return b.start, 1
	}
	if len(b.old) == 0 {
		return 0, 0 // it says nothing that could be found
	}
	for i := from; i+len(b.old) <= len(lines); i++ {
		if stands(i) {
			at, found = i, found+1
		}
	}
	return at, found
}
