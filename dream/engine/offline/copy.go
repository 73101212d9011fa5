package offline

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/note"
)

// line is one line of a file. Its end is kept apart, so that an edit cannot change it.
type line struct{ text, end string }

// file is a note or the index.
type file struct {
	path  string
	lines []line
	note  model.Note
	// body is the first line behind the frontmatter; code marks the lines of fenced blocks.
	body    int
	code    []bool
	changed bool
}

func newFile(path string, data []byte) *file {
	f := &file{path: path, note: note.Parse(path, model.File{Data: data})}
	at := 0
	for text := range strings.Lines(string(data)) {
		if at < f.note.BodyAt {
			f.body++
		}
		at += len(text)
		f.lines = append(f.lines, cutEnd(text))
	}
	f.findCode()
	return f
}

// cutEnd parts a line from its end. Only LF ends a line; a CR before it belongs to the end.
func cutEnd(text string) line {
	t, ok := strings.CutSuffix(text, "\n")
	if !ok {
		return line{text: text}
	}
	if c, ok := strings.CutSuffix(t, "\r"); ok {
		return line{c, "\r\n"}
	}
	return line{t, "\n"}
}

// findCode marks fenced blocks, fences included.
func (f *file) findCode() {
	f.code = make([]bool, len(f.lines))
	fence := ""
	for i := f.body; i < len(f.lines); i++ {
		text := strings.TrimLeft(f.lines[i].text, " \t")
		switch {
		case fence != "":
			f.code[i] = true
			if strings.HasPrefix(text, fence) {
				fence = ""
			}
		case strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~"):
			f.code[i], fence = true, text[:3]
		}
	}
}

func (f *file) bytes() []byte {
	var b strings.Builder
	for _, l := range f.lines {
		b.WriteString(l.text)
		b.WriteString(l.end)
	}
	return []byte(b.String())
}

// set replaces the text of a line and keeps its end.
func (f *file) set(i int, text string) {
	if f.lines[i].text != text {
		f.lines[i].text, f.changed = text, true
	}
}

// end is the line end that the file uses.
func (f *file) end() string {
	for _, l := range f.lines {
		if l.end != "" {
			return l.end
		}
	}
	return "\n"
}

// insert puts lines before line i, with the ends of the file. A last line without an end gets one,
// and the new last line has none.
func (f *file) insert(i int, texts ...string) {
	end := f.end()
	var add []line
	for _, t := range texts {
		add = append(add, line{t, end})
	}
	if i == len(f.lines) && i > 0 && f.lines[i-1].end == "" {
		f.lines[i-1].end = end
		add[len(add)-1].end = ""
	}
	f.lines = slices.Insert(f.lines, i, add...)
	f.code = slices.Insert(f.code, i, make([]bool, len(add))...)
	f.changed = true
}

// remove takes lines i to j away.
func (f *file) remove(i, j int) {
	if j == len(f.lines) && i > 0 && f.lines[j-1].end == "" {
		f.lines[i-1].end = ""
	}
	f.lines = slices.Delete(f.lines, i, j)
	f.code = slices.Delete(f.code, i, j)
	f.changed = true
}

// dated finds a line that begins with a date: such a line tells what was true then, and still is.
var dated = regexp.MustCompile(`^[\s>*+-]*(?:\*\*|_|\[|\()?(?:\d{4}-\d{2}|\d{4}[/.年]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})`)

// statement reports whether a line of the body says how things are: no code, heading or history.
func (f *file) statement(i int) bool {
	text := strings.TrimSpace(f.lines[i].text)
	return i >= f.body && !f.code[i] && text != "" && !strings.HasPrefix(text, "#") && !dated.MatchString(f.lines[i].text)
}

// notes is the copy of the memory that is worked on.
type notes struct {
	files map[string]*file
	// tree is the copy as it was read; special files and other files stay in it only.
	tree model.Tree
	gone []string
	// why are the lines of CHANGES.md.
	why []string
	// added are the notes that were made in this run, with the lines they rest on.
	added map[string][]ref
}

func readNotes(ctx context.Context, scratch *memory.Root) (*notes, error) {
	root, err := memory.OpenRoot(scratch.Real() + "/" + engine.MemoryDir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	tree, err := root.ReadTree(ctx)
	if err != nil {
		return nil, err
	}
	return newNotes(tree), nil
}

// mostRead bounds a file that rules change, in bytes. The agent loads a fortieth of it as an index and less
// of a note: what is larger is no matter for rules, and stays.
const mostRead = 1 << 20

func newNotes(tree model.Tree) *notes {
	n := &notes{files: map[string]*file{}, tree: tree, added: map[string][]ref{}}
	for path, f := range tree {
		if f.Regular() && strings.HasSuffix(path, ".md") && len(f.Data) <= mostRead {
			n.files[path] = newFile(path, f.Data)
		}
	}
	return n
}

// paths are those of the index and the notes, sorted.
func (n *notes) paths() []string {
	paths := make([]string, 0, len(n.files))
	for p := range n.files {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// notePaths are those of the notes alone.
func (n *notes) notePaths() []string {
	return slices.DeleteFunc(n.paths(), func(p string) bool { return !model.IsNote(p) })
}

// because adds a line of CHANGES.md.
func (n *notes) because(path, what string, refs ...ref) {
	text := fmt.Sprintf("- %s: %s", path, what)
	if len(refs) > 0 {
		names := make([]string, len(refs))
		for i, r := range refs {
			names[i] = fmt.Sprintf("%s:%d", r.session, r.n)
		}
		text += " [" + strings.Join(names, ", ") + "]"
	}
	n.why = append(n.why, text)
}

// drop deletes a note.
func (n *notes) drop(path string) {
	delete(n.files, path)
	n.gone = append(n.gone, path)
}

// now is the tree as it stands.
func (n *notes) now() model.Tree {
	tree := model.Tree{}
	for p, f := range n.tree {
		tree[p] = f
	}
	for _, p := range n.gone {
		delete(tree, p)
	}
	for p, f := range n.files {
		if f.changed {
			tree[p] = model.File{Mode: n.tree[p].Mode, Data: f.bytes()}
		}
	}
	return tree
}
