package past

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/history"
	"dreamgate/model"
	notes "dreamgate/model/note"
)

// Blame says of each line of a note which revision wrote it, and on which lines of sessions that rests.
// With a line, from 1, it is about that one alone, and the lines of sessions come with their words.
func (p *Past) Blame(ctx context.Context, st model.Store, note string, line int) (model.Blame, error) {
	out := model.Blame{Path: note}
	live, err := memory.ReadTree(ctx, st.Dir)
	if err != nil {
		return out, err
	}
	f, ok := live[note]
	switch {
	case !ok:
		return out, fmt.Errorf("%s is not there: dreamgate history tells what became of it", note)
	case !f.Regular():
		return out, fmt.Errorf("%s is %s, whose lines no history tells of", note, model.SpecialWord(f.Special()))
	}
	lines := hunk.Lines(f.Data)
	if line > len(lines) {
		return out, fmt.Errorf("%s has %s, and none of number %d", note, model.Count(len(lines), "line"), line)
	}
	w, err := p.open(ctx, st)
	if err != nil {
		return out, err
	}
	defer w.close()
	b := &blaming{walk: w, note: note, lines: make([]model.BlamedLine, len(lines)), file: map[string]model.RevisionFile{},
		merged: map[int]model.Revision{}}
	for i, l := range lines {
		b.lines[i] = model.BlamedLine{Line: i + 1, Text: strings.TrimRight(l, "\r\n")}
		if line == 0 || line == i+1 {
			b.own, b.left = append(b.own, i), b.left+1
		} else {
			b.own = append(b.own, settled)
		}
	}
	b.text = f.Data
	b.uncommitted(ctx)
	if _, err := w.run(ctx, b.take); err != nil {
		return out, fmt.Errorf("read the history of %s: %w", note, err)
	}
	b.finish()
	if line > 0 {
		b.lines = b.lines[line-1 : line]
	}
	if err := b.reasons(ctx, line > 0); err != nil {
		w.remark("%v", err)
	}
	if from := notes.Parse(note, f).Session; from != "" {
		out.Origin = (&sessions{ctx: ctx, store: st}).look([]model.Source{{Session: from}}, false)[0]
	}
	out.Lines, out.Remarks = b.lines, w.remarks
	return out, nil
}

// settled marks a line of an older text that nothing is to be found out about.
const settled = -1

// blaming goes back through the texts of a note.
type blaming struct {
	*walk
	lines []model.BlamedLine
	// text is the note as it was where the going has come to, and own says of each of its lines which of
	// lines it became, or settled. left counts those that are not.
	text []byte
	own  []int
	left int
	note string
	// fresh says that no commit has the file.
	fresh bool
	// merged are the merges that may have written a line, if nobody else did.
	merged map[int]model.Revision
	// file is what each revision did to the note.
	file map[string]model.RevisionFile
}

// finish settles what no revision has told.
func (b *blaming) finish() {
	for i, r := range b.merged {
		if l := &b.lines[i]; l.Revision.ID == "" && !l.Pending {
			l.Revision = r
		}
	}
	for i := range b.lines {
		if l := &b.lines[i]; b.fresh && l.Revision.ID == "" {
			l.Pending = true
		}
	}
}

// uncommitted goes from the file to the last commit of it.
func (b *blaming) uncommitted(ctx context.Context) {
	if !b.git {
		return
	}
	last, err := history.Versions(ctx, b.st.Dir, b.note, 1)
	if err != nil || len(last) == 0 {
		b.fresh = err == nil
		return
	}
	form, err := b.formOf(ctx, b.note, b.text)
	if err != nil {
		b.remark("%s: git keeps it in another form than on disk (a filter), so its lines are not found there", b.note)
		return
	}
	if form.crlf {
		b.text = bytes.ReplaceAll(b.text, []byte("\r\n"), []byte("\n"))
	}
	for i, from := range lineage(last[0].Data, b.text) {
		if from < 0 && b.own[i] != settled {
			b.lines[b.own[i]].Pending = true
		}
	}
	b.step(last[0].Data)
}

// step goes on to an older text: lines that are not in it are settled.
func (b *blaming) step(older []byte) {
	own := slices.Repeat([]int{settled}, len(hunk.Lines(older)))
	for i, from := range lineage(older, b.text) {
		switch {
		case b.own[i] == settled:
		case from >= 0:
			own[from] = b.own[i]
		default:
			b.left--
		}
	}
	b.text, b.own = older, own
}

// take takes the next older revision.
func (b *blaming) take(r model.Revision) bool {
	at := slices.IndexFunc(r.Files, func(f model.RevisionFile) bool { return f.Path == b.note })
	if at < 0 || r.Files[at].Special != "" {
		return b.left > 0
	}
	f := r.Files[at]
	if f.From != "" {
		b.note = f.From
	}
	old, ok := b.content(r, f, f.Old)
	new, also := b.content(r, f, f.New)
	if !ok || !also {
		return b.left > 0
	}
	b.file[r.ID] = f
	wrote := lineage(old, new)
	if r.Merge {
		b.join(r, new, wrote)
		return true
	}
	straight := string(new) == string(b.text)
	// Where history has two arms, or others changed the note in between, its text is not the one at hand:
	// then only lines that are in both tell.
	same := make([]int, len(b.own))
	for i := range same {
		same[i] = i
	}
	if !straight {
		same = lineage(new, b.text)
	}
	for i, j := range same {
		if b.own[i] != settled && j >= 0 && wrote[j] < 0 {
			b.lines[b.own[i]].Revision = r
			if !straight {
				b.own[i], b.left = settled, b.left-1
			}
		}
	}
	if straight {
		b.step(old)
	}
	return b.left > 0
}

// join notes which lines a merge has that its first side does not. Most of them the other side wrote, which
// comes later; what neither did is the merge's own.
func (b *blaming) join(r model.Revision, new []byte, wrote []int) {
	for i, j := range lineage(new, b.text) {
		if to := b.own[i]; to != settled && j >= 0 && wrote[j] < 0 && b.merged[to].ID == "" {
			b.merged[to] = r
		}
	}
}

// lineage says of each line of a text which line of an older one it is, or -1 for one that is new.
func lineage(older, newer []byte) []int {
	count := len(hunk.Lines(newer))
	from := make([]int, count)
	was := 0
	next := 0
	const name = "x"
	changes := hunk.Diff(model.Tree{name: {Mode: 0o644, Data: older}}, model.Tree{name: {Mode: 0o644, Data: newer}})
	for _, c := range changes {
		for _, h := range c.Hunks {
			if h.Kind != model.HunkText {
				return slices.Repeat([]int{-1}, count)
			}
			start := h.NewStart
			if len(h.Added) > 0 {
				start--
			}
			for ; next < start; next, was = next+1, was+1 {
				from[next] = was
			}
			for range h.Added {
				from[next] = -1
				next++
			}
			was += len(h.Removed)
		}
	}
	for ; next < count; next, was = next+1, was+1 {
		from[next] = was
	}
	return from
}
