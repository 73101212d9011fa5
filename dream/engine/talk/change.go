package talk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// writable checks a path that is to be changed, and returns it below the scratch folder and, for a
// note, below the memory.
func writable(p string) (name, rel string, err error) {
	if name, err = place(p); err != nil {
		return "", "", err
	}
	if name == engine.ChangesFile {
		return name, "", nil
	}
	rel, ok := strings.CutPrefix(name, engine.MemoryDir+"/")
	if !ok {
		return "", "", fmt.Errorf("%s is for reading; notes below %s/ and %s can be written", name, engine.MemoryDir, engine.ChangesFile)
	}
	if !strings.HasSuffix(rel, ".md") || strings.HasPrefix(rel, ".") || strings.Contains(rel, "/.") ||
		model.PrintableLine(rel) != rel {
		return "", "", fmt.Errorf("%q is no name of a note; a note ends in .md, no part of its path begins with a dot, and all of it can be seen", name)
	}
	return name, rel, nil
}

// edit replaces a text.
func (b *bench) edit(a args) (string, error) {
	name, rel, err := writable(a.text("path"))
	if err != nil {
		return "", err
	}
	_, data, err := b.file(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no file %s to edit; write makes a new one", name)
	}
	if err != nil {
		return "", err
	}
	old, with := a.text("old"), a.text("new")
	if old == "" {
		return "", errors.New("the old text is empty; to add something, give the line before it as old, and both as new")
	}
	if old == with {
		return "", errors.New("old and new are the same")
	}
	// Models drop the CR of a line end that they have read.
	if !bytes.Contains(data, []byte(old)) && bytes.Contains(data, []byte("\r\n")) {
		old, with = crlf(old), crlf(with)
	}
	switch n := bytes.Count(data, []byte(old)); {
	case n == 0:
		return "", fmt.Errorf("this text does not stand in %s; read it again: every blank and line end counts", name)
	case n > 1 && !a.is("all"):
		return "", fmt.Errorf("this text stands %d times in %s; give more of what is around it, or set all", n, name)
	}
	return b.put(name, rel, bytes.ReplaceAll(data, []byte(old), []byte(with)), "edited")
}

// crlf gives a text the line ends of Windows.
func crlf(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// write writes a whole file.
func (b *bench) write(a args) (string, error) {
	name, rel, err := writable(a.text("path"))
	if err != nil {
		return "", err
	}
	text := a.text("text")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, old, err := b.file(name)
	isNew := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !isNew:
		return "", err
	case strings.TrimSpace(text) == "" && rel != "":
		return "", fmt.Errorf("an empty note says nothing; use delete if %s should go", name)
	case !isNew && !utf8.Valid(old):
		return "", fmt.Errorf("some of %s is no UTF-8 and would be lost; change it with edit", name)
	case !isNew && !bytes.Contains([]byte(text), []byte("\r\n")) && bytes.Contains(old, []byte("\r\n")):
		text = crlf(text) // or each line would be a change
	}
	what := "changed"
	if isNew {
		what = "written"
	}
	return b.put(name, rel, []byte(text), what)
}

// put writes the bytes.
func (b *bench) put(name, rel string, data []byte, what string) (string, error) {
	if len(data) > maxNote {
		return "", fmt.Errorf("%s would have %d bytes, more than the %d allowed; keep one fact a note", name, len(data), maxNote)
	}
	mode := fs.FileMode(0)
	if name == engine.ChangesFile {
		mode = 0o600
	}
	if err := b.root.Write(name, data, mode); err != nil {
		return "", fmt.Errorf("%s cannot be written; choose another name", name)
	}
	b.note(what, rel)
	return fmt.Sprintf("%s %s: %s now", what, name, model.Count(lines(data), "line")), nil
}

// delete deletes a note.
func (b *bench) delete(a args) (string, error) {
	name, rel, err := writable(a.text("path"))
	if err != nil {
		return "", err
	}
	if rel == "" || rel == model.IndexName {
		return "", fmt.Errorf("%s stays; edit it", name)
	}
	if _, _, err := b.file(name); err != nil {
		return "", err
	}
	if err := b.root.Remove(name); err != nil {
		return "", fmt.Errorf("%s cannot be deleted; leave it as it is", name)
	}
	b.note("deleted", rel)
	return fmt.Sprintf("deleted %s; say why in %s, and take its line out of %s/%s", name, engine.ChangesFile, engine.MemoryDir, model.IndexName), nil
}

// note keeps account of a change.
func (b *bench) note(what, rel string) {
	if rel == "" {
		b.reasons = true
		return
	}
	b.changed = append(b.changed, rel)
	b.touch(what, rel)
}
