package diffview

import (
	"bytes"
	"fmt"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/note"
)

// The words for what a hunk reads as.
const (
	ReadsField = "field"
	ReadsEntry = "entry"
)

// Reads tells what a hunk of a frontmatter does to its fields, and one of the index to its entries, each in one
// sentence that is not yet printable: what a line of YAML or of a list means is more than that it is another line.
// The word is "" for every other hunk. Base is what the change was made of.
func Reads(base model.Tree, c model.Change, h model.Hunk) (word string, lines []string) {
	was, ok := base[c.Path]
	if h.Kind != model.HunkText || !ok || !was.Regular() || c.Path != model.IndexName && h.OldStart > frontLines(was.Data) {
		return "", nil
	}
	tree, err := hunk.Apply(model.Tree{c.Path: was}, []model.Change{c}, model.Decisions{h.ID: model.Accepted})
	if err != nil {
		return "", nil
	}
	switch {
	case c.Path == model.IndexName:
		word, lines = ReadsEntry, entries(was, tree[c.Path])
	case model.IsNote(c.Path):
		word, lines = ReadsField, fields(note.Parse(c.Path, was).Fields, note.Parse(c.Path, tree[c.Path]).Fields)
	}
	if len(lines) == 0 {
		return "", nil
	}
	return word, lines
}

// frontLines is the number of lines of the frontmatter of a text, 0 if it has none.
func frontLines(data []byte) int {
	first, rest, _ := bytes.Cut(data, []byte("\n"))
	if string(bytes.TrimRight(first, " \t\r")) != "---" {
		return 0
	}
	for n := 2; len(rest) > 0; n++ {
		first, rest, _ = bytes.Cut(rest, []byte("\n"))
		if string(bytes.TrimRight(first, " \t\r")) == "---" {
			return n
		}
	}
	return 0
}

// fields says which fields of a frontmatter come, go and change.
func fields(old, fresh []model.Field) (lines []string) {
	was, is := map[string]string{}, map[string]string{}
	for _, f := range old {
		was[f.Key] = f.Value
	}
	for _, f := range fresh {
		is[f.Key] = f.Value
	}
	for _, f := range old {
		if now, ok := is[f.Key]; !ok {
			lines = append(lines, f.Key+" is dropped: "+f.Value)
		} else if now != f.Value {
			lines = append(lines, fmt.Sprintf("%s: %s is now %s", f.Key, f.Value, now))
		}
	}
	for _, f := range fresh {
		if _, ok := was[f.Key]; !ok {
			lines = append(lines, f.Key+" is new: "+f.Value)
		}
	}
	return lines
}

// entries says which entries of the index come, go and change.
func entries(old, fresh model.File) (lines []string) {
	before, after := byTarget(old), byTarget(fresh)
	for _, e := range before.list {
		switch now, ok := after.at[e.name]; {
		case !ok:
			lines = append(lines, e.name+" is dropped")
		case now != e.text:
			lines = append(lines, e.name+" has other words")
		}
	}
	for _, e := range after.list {
		if _, ok := before.at[e.name]; !ok {
			lines = append(lines, e.name+" is new")
		}
	}
	return lines
}

// entry is a line of the index by the note that it is of.
type entry struct{ name, text string }

type indexed struct {
	list []entry
	at   map[string]string
}

func byTarget(f model.File) indexed {
	x := indexed{at: map[string]string{}}
	for _, e := range note.ParseIndex(f, true, nil).Entries {
		if len(e.Links) == 0 {
			continue
		}
		name := strings.TrimPrefix(e.Links[0].Path, "./")
		if name == "" {
			name = e.Links[0].Text
		}
		if _, ok := x.at[name]; !ok {
			x.list = append(x.list, entry{name, e.Text})
		}
		x.at[name] += e.Text + "\n"
	}
	for i, e := range x.list {
		x.list[i].text = x.at[e.name]
	}
	return x
}
