package search

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/memory"
	"dreamgate/memory/phrase"
	"dreamgate/memory/project"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/note"
)

// What a place is worth by where it stands: a name is what the note is about.
const (
	inName        = 8.0
	inDescription = 4.0
	inHeading     = 3.0
	inBody        = 1.0
	inIndex       = 1.0
	// asWord is how much more a whole word says than a piece of one.
	asWord = 2.0
)

// The constants of BM25: how soon one more line adds nothing (places are worth up to 16 here, so it is
// later than usual), and how much a long note must have more of them than a short one. That the words are rare or not is the same for all notes.
const saturation, lengthShare = 4, 0.4

// noteHits are the hits in one file of a memory.
type noteHits struct {
	hits   []model.Hit
	weight float64
	size   int
	score  float64
	file   model.File
}

// notes searches all files of memories, and returns what could not be read beside what was found: a memory as an
// error, one file of it as a remark behind the hits.
func notes(ctx context.Context, stores []model.Store, p phrase.Phrase) (hits []model.Hit, failed []error) {
	var list []noteHits
	var skipped []model.Hit
	total, count := 0, 0
	for _, s := range stores {
		tree, err := readTree(ctx, s.Dir)
		if err != nil {
			failed = append(failed, fmt.Errorf("search: %w", err))
			continue
		}
		for _, path := range tree.Paths() {
			f := tree[path]
			if why := unsearched(path, f); why != "" {
				skipped = append(skipped, model.Hit{Store: s, Path: path, Remark: why})
				continue
			}
			if !model.IsNote(path) && bytes.IndexByte(f.Data, 0) >= 0 {
				continue // a picture; a note with a stray zero in it is a note
			}
			total, count = total+len(f.Data), count+1
			if n := inNote(s, path, f, p); len(n.hits) > 0 {
				list = append(list, n)
			}
		}
	}
	mean := float64(total) / float64(max(1, count))
	for i := range list {
		n := &list[i]
		long := 1 - lengthShare + lengthShare*float64(n.size)/max(1, mean)
		n.score = n.weight * (saturation + 1) / (n.weight + saturation*long)
	}
	slices.SortStableFunc(list, func(a, b noteHits) int {
		return cmp.Or(cmp.Compare(b.score, a.score), b.file.ModTime.Compare(a.file.ModTime))
	})
	for _, n := range list {
		hits = append(hits, n.hits...)
	}
	return append(hits, skipped...), failed
}

// unsearched says why nobody can look into a file that may hold the words, "" if it was read.
func unsearched(path string, f model.File) string {
	if f.Data == nil && f.Special() != "" && (strings.HasSuffix(path, ".md") || f.Oversize > 0 || f.Fault != "") {
		return "not searched: " + f.Special()
	}
	return ""
}

// readTree reads a memory, with the text of the notes that are links.
func readTree(ctx context.Context, dir string) (model.Tree, error) {
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", dir, err)
	}
	defer root.Close()
	tree, err := root.ReadTree(ctx)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", dir, err)
	}
	project.ShowLinks(root.Real(), tree)
	return tree, nil
}

// inNote searches one file. A line is told of once, however often it has the words.
func inNote(s model.Store, path string, f model.File, p phrase.Phrase) (n noteHits) {
	places := p.In(f.Data)
	var shown string
	var body int
	line, counted := 1, 0
	for from := 0; ; {
		at, ok := places.Next(from)
		if !ok {
			return n
		}
		if n.hits == nil {
			n.file, n.size = f, len(f.Data)
			shown, body = transcript.Covered(string(f.Data)), note.Parse(path, f).BodyAt
		}
		line += bytes.Count(f.Data[counted:at[0]], []byte{'\n'})
		counted = at[0]
		start := bytes.LastIndexByte(f.Data[:at[0]], '\n') + 1
		end := at[1]
		if i := bytes.IndexByte(f.Data[end:], '\n'); i >= 0 {
			end += i
		} else {
			end = len(f.Data)
		}
		from = at[1]
		if last := len(n.hits) - 1; last >= 0 && n.hits[last].Line == line {
			continue
		}
		w := worth(f.Data, start, at, body)
		if path == model.IndexName {
			w = inIndex
		}
		n.weight += w
		h := model.Hit{Store: s, Path: path, Line: line}
		h.Text, h.Mark = phrase.Around(shown[start:end], [2]int{at[0] - start, at[1] - start}, textMax)
		n.hits = append(n.hits, h)
	}
}

// textMax bounds the text of a hit in bytes.
const textMax = 280

// worth is how much a place says of what a note is about; start is where its line begins, body where the
// frontmatter ends.
func worth(data []byte, start int, at [2]int, body int) float64 {
	w := inBody
	switch line := data[start:]; {
	case start < body && bytes.HasPrefix(line, []byte("name:")):
		w = inName
	case start < body && bytes.HasPrefix(line, []byte("description:")):
		w = inDescription
	case start >= body && bytes.HasPrefix(line, []byte("#")):
		w = inHeading
	}
	before, _ := utf8.DecodeLastRune(data[:at[0]])
	after, _ := utf8.DecodeRune(data[at[1]:])
	if !wordy(before) && !wordy(after) {
		w *= asWord
	}
	return w
}

// wordy reports whether a rune goes on with a word beside it.
func wordy(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_", r))
}
