package search

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"dreamgate/memory"
	"dreamgate/memory/phrase"
	"dreamgate/memory/project"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// How much of a passage is read: the blocks of a session before and after the hit, the lines of a note,
// the bytes of the text of the hit and of those around it, and the places in one that are marked.
const (
	blocksBefore, blocksAfter = 30, 60
	linesAround               = 2000
	longestText, longestOther = 16 << 10, 2 << 10
	mostMarks                 = 200
)

// Read reads what stands around a hit of a search for the words.
func Read(ctx context.Context, h model.Hit, words string) (model.Passage, error) {
	p := phrase.New(words)
	if h.Path != "" {
		return inFile(h, p)
	}
	return inSession(ctx, h, words, p)
}

// inFile takes the lines of a note.
func inFile(h model.Hit, p phrase.Phrase) (out model.Passage, err error) {
	root, err := memory.OpenRoot(h.Store.Dir)
	if err != nil {
		return out, err
	}
	defer root.Close()
	f, err := root.ReadFile(h.Path)
	if err != nil {
		return out, err
	}
	tree := model.Tree{h.Path: f}
	project.ShowLinks(root.Real(), tree)
	data := string(tree[h.Path].Data)
	text := transcript.Covered(data)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if h.Line < 1 || h.Line > len(lines) {
		return out, fmt.Errorf("%s has no line %d any more: search again", h.Path, h.Line)
	}
	first := max(0, h.Line-1-linesAround)
	last := min(len(lines), h.Line+linesAround)
	out.At, out.Before, out.After = h.Line-1-first, first > 0, last < len(lines)
	for i, l := range lines[first:last] {
		out.Lines = append(out.Lines, model.PassageLine{Line: first + i + 1, Text: l})
	}
	// The words may go on in the next line, so they are looked for in all of the text.
	markLines(out.Lines, lines[:first], p.All(data, mostMarks*len(lines)))
	for i := range out.Lines {
		l := &out.Lines[i]
		if l.Text = strings.TrimSuffix(l.Text, "\r"); len(l.Text) > longestText {
			l.Text = window(l.Text, p, longestText)
			l.Marks = p.All(l.Text, mostMarks)
		}
	}
	return out, nil
}

// markLines tells each line which places of the whole text stand in it; before are the lines that come
// before them.
func markLines(lines []model.PassageLine, before []string, places [][2]int) {
	start := 0
	for _, l := range before {
		start += len(l) + 1
	}
	for i := range lines {
		l := &lines[i]
		end := start + len(l.Text)
		seen := start + len(strings.TrimSuffix(l.Text, "\r"))
		for len(places) > 0 && places[0][0] <= end {
			if from, to := max(start, places[0][0])-start, min(seen, places[0][1])-start; from < to && len(l.Marks) < mostMarks {
				l.Marks = append(l.Marks, [2]int{from, to})
			}
			if places[0][1] > end {
				break
			}
			places = places[1:]
		}
		start = end + 1
	}
}

// inSession takes the blocks of a session around the one with the hit.
func inSession(ctx context.Context, h model.Hit, words string, p phrase.Phrase) (out model.Passage, err error) {
	f, err := transcript.At(h.File)
	if h.File == "" {
		f, out.Kept, err = locate(ctx, &h)
	}
	if err != nil {
		return out, err
	}
	lines, more, err := transcript.Around(ctx, f, transcript.Place{N: h.Line, Offset: h.Offset}, words, blocksBefore, blocksAfter)
	if err != nil {
		return out, fmt.Errorf("read around line %d of %s: %w", h.Line, filepath.Base(h.File), err)
	}
	out.Before, out.After, out.At = more[0], more[1], -1
	for i, l := range lines {
		b := model.PassageLine{Line: l.N, Trust: l.Trust, Call: l.Call, Time: l.Time}
		b.Text = window(l.Text, p, longestOther)
		if l.N == h.Line {
			b.Text = window(l.Text, p, longestText)
		}
		b.Marks = p.All(b.Text, mostMarks)
		if l.Trust == "" {
			b.Text = "(this line is too long to be shown)"
		}
		b.Text = transcript.Covered(b.Text)
		if l.N == h.Line && (out.At < 0 || len(b.Marks) > 0 && len(out.Lines[out.At].Marks) == 0) {
			out.At = i
		}
		out.Lines = append(out.Lines, b)
	}
	if out.At < 0 {
		return out, fmt.Errorf("the session has no line %d any more: search again", h.Line)
	}
	return out, nil
}

// window cuts a text that is very long to what stands around the first place in it.
func window(text string, p phrase.Phrase, most int) string {
	if len(text) <= most {
		return text
	}
	at, _ := p.Find(text)
	from := max(0, at[0]-most/2)
	to := min(len(text), from+most)
	cut := strings.ToValidUTF8(text[from:to], "")
	if from > 0 {
		cut = "…" + cut
	}
	if to < len(text) {
		cut += "…"
	}
	return cut
}
