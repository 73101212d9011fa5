package evidence

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"dreamgate/model"
)

// Stands finds for each hunk that takes more lines of a note away than it brings where those lines stand
// elsewhere, in the proposed notes or in those of the base: one Stand a removed line, by the id of the hunk. Of a
// rename it are the lines of the old file, by the id of the addition. As for what is lost, only words count; a
// line is also found where it goes on in the middle of another one, or over two.
func Stands(base, proposed model.Tree, changes []model.Change) map[string][]model.Stand {
	s := stander{lines: map[uint64][]leftLine{}, runs: map[uint64][]leftLine{}, by: hunksByLine(changes), out: map[string][]model.Stand{}}
	for _, h := range leaving(changes) {
		s.seek(h, base[h.Path].Data)
	}
	if len(s.lines) == 0 {
		return s.out
	}
	for _, p := range proposed.Paths() {
		if f := proposed[p]; model.IsNote(p) && f.Regular() {
			s.look(p, f.Data, s.by.added[p], false)
		}
	}
	for _, p := range base.Paths() {
		if f := base[p]; model.IsNote(p) && f.Regular() && len(s.by.removed[p]) > 0 {
			s.look(p, f.Data, s.by.removed[p], true)
		}
	}
	return s.out
}

// leaving are the hunks of notes that take more lines away than they bring. Instead of the deletion in a rename
// comes what it takes of the text.
func leaving(changes []model.Change) (out []model.Hunk) {
	renamed := map[string]string{}
	for _, c := range changes {
		if c.RenameOf != "" && len(c.Hunks) > 0 {
			renamed[c.RenameOf] = c.Hunks[0].ID
		}
	}
	for _, c := range changes {
		if !model.IsNote(c.Path) {
			continue
		}
		for _, h := range c.Hunks {
			if h.Kind == model.HunkBinary || len(h.Removed) <= len(h.Added) {
				continue
			}
			if id, ok := renamed[c.Path]; ok && h.Removes() {
				h.ID = id
			}
			out = append(out, h)
		}
	}
	return out
}

// leftLine is a removed line: which of a hunk, and in which file.
type leftLine struct {
	hunk, path string
	at         int
	// words are all of the line.
	words []lostWord
}

// stander looks for removed lines.
type stander struct {
	// lines are those that are sought by all of their words, runs by their first ones.
	lines, runs map[uint64][]leftLine
	by          byLine
	out         map[string][]model.Stand
}

// seek begins to look for the lines of a hunk.
func (s *stander) seek(h model.Hunk, old []byte) {
	stands := make([]model.Stand, len(h.Removed))
	for i, line := range told(h, old) {
		key, weight := lineKey(line, nil)
		if weight == 0 {
			continue
		}
		stands[i].State = model.StandsNowhere
		words := wordsOf([]string{line})
		p := leftLine{h.ID, h.Path, i, words}
		s.lines[key] = append(s.lines[key], p)
		if len(words) >= runLength {
			run := runAt(words, 0)
			s.runs[run] = append(s.runs[run], p)
		}
	}
	s.out[h.ID] = stands
}

// fileWord is a word of a file with the line it stands on.
type fileWord struct {
	key  uint64
	line int
}

// look goes through a file; in the base only what hunks take away is news.
func (s *stander) look(path string, data []byte, hunks []lineSpan, goes bool) {
	var words []fileWord
	n := 0
	for line := range bytes.Lines(data) {
		n++
		from := len(words)
		key, weight := lineKey(line, func(k uint64, _ int) { words = append(words, fileWord{k, n}) })
		if weight == 0 {
			words = words[:from]
			s.within(path, words, hunks, goes)
			words = words[:0]
			continue
		}
		for _, p := range s.lines[key] {
			s.found(p, path, n, hunks, goes)
		}
	}
	s.within(path, words, hunks, goes)
}

// within looks for lines in a paragraph.
func (s *stander) within(path string, words []fileWord, hunks []lineSpan, goes bool) {
	for i := 0; i+runLength <= len(words); i++ {
		run := uint64(0)
		for _, w := range words[i : i+runLength] {
			run = mix(run, w.key)
		}
		for _, p := range s.runs[run] {
			if i+len(p.words) > len(words) {
				continue
			}
			if !slices.EqualFunc(p.words, words[i:i+len(p.words)], func(a lostWord, b fileWord) bool { return a.key == b.key }) {
				continue
			}
			s.found(p, path, words[i].line, hunks, goes)
		}
	}
}

// found notes where a line stands, if that is better than what was found before: what stays is better than what
// comes with another hunk, and that than what goes with one.
func (s *stander) found(p leftLine, path string, line int, hunks []lineSpan, goes bool) {
	by := ""
	for _, r := range hunks {
		if r.from <= line && line < r.to {
			by = r.hunk
		}
	}
	to := model.Stand{State: model.StandsStill, Path: path, Line: line, Hunk: by}
	switch {
	case goes && (by == "" || path == p.path && by == p.hunk || s.by.of[by] == p.hunk):
		return // that was found among the proposed notes, or is the line itself
	case goes:
		to.State = model.StandsGoing
	case by != "":
		to.State = model.StandsComing
	}
	if was := &s.out[p.hunk][p.at]; to.State > was.State {
		*was = to
	}
}

// lineSpan are lines of a file that a hunk brings or takes, from 1.
type lineSpan struct {
	from, to int
	hunk     string
}

// byLine are the hunks by the lines that they bring and take. Of says which addition a deletion is one rename with.
type byLine struct {
	added, removed map[string][]lineSpan
	of             map[string]string
}

func hunksByLine(changes []model.Change) byLine {
	b := byLine{added: map[string][]lineSpan{}, removed: map[string][]lineSpan{}, of: map[string]string{}}
	at := map[string]string{}
	for _, c := range changes {
		for _, h := range c.Hunks {
			at[c.Path] = h.ID
			if len(h.Added) > 0 {
				b.added[c.Path] = append(b.added[c.Path], lineSpan{h.NewStart, h.NewStart + len(h.Added), h.ID})
			}
			if len(h.Removed) > 0 {
				b.removed[c.Path] = append(b.removed[c.Path], lineSpan{h.OldStart, h.OldStart + len(h.Removed), h.ID})
			}
		}
	}
	for _, c := range changes {
		if c.RenameOf != "" {
			b.of[at[c.RenameOf]] = at[c.Path]
		}
	}
	return b
}

// Standing says in sentences where the lines of a hunk stand elsewhere, as other hunks are decided. First is the
// number of its first line. Kept says of a sentence that nothing of it would be lost.
func Standing(stands []model.Stand, first int, d model.Decisions) (out []model.Standing) {
	var runs []*standRun
	for i, s := range stands {
		if s.State == model.StandsNot {
			continue
		}
		form, kept := formOf(s, d[s.Hunk])
		var last *standRun
		for _, r := range runs {
			// What stands nowhere is one sentence; else lines that follow each other here and there are.
			if r.form == form && (s.Path == "" || r.path == s.Path && r.to+1 == s.Line && r.lines[len(r.lines)-1].to == first+i) {
				last = r
			}
		}
		if last == nil {
			last = &standRun{form: form, kept: kept, path: s.Path, from: s.Line}
			runs = append(runs, last)
		}
		last.to = s.Line
		if n := len(last.lines); n > 0 && last.lines[n-1].to == first+i {
			last.lines[n-1].to++
		} else {
			last.lines = append(last.lines, lineSpan{from: first + i, to: first + i + 1})
		}
	}
	// What stands nowhere comes first.
	slices.SortStableFunc(runs, func(a, b *standRun) int { return min(1, len(a.path)) - min(1, len(b.path)) })
	for _, r := range runs {
		out = append(out, model.Standing{Text: r.String(), Kept: r.kept})
	}
	return out
}

// formOf is the sentence for where a line stands; a verb ends with (s), behind it comes the other place.
func formOf(s model.Stand, d model.Decision) (form string, kept bool) {
	switch {
	case s.State == model.StandsNowhere:
		return "stand(s) nowhere else", false
	case s.State == model.StandsStill, s.State == model.StandsComing && d == model.Accepted, s.State == model.StandsGoing && d == model.Rejected:
		return "stand(s) also in %s", true
	case s.State == model.StandsComing && d == model.Rejected:
		return "would stand in %s, which is rejected", false
	case s.State == model.StandsComing:
		return "would stand in %s, which is undecided", false
	case d == model.Accepted:
		return "stand(s) nowhere else: %s goes too", false
	}
	return "stand(s) also in %s, which is to go too", false
}

// standRun are lines of which one sentence speaks.
type standRun struct {
	form     string
	kept     bool
	lines    []lineSpan
	path     string
	from, to int
}

func (r *standRun) String() string {
	var names []string
	for _, l := range r.lines {
		names = append(names, lineRange(l.from, l.to-1))
	}
	what, verb := "lines ", "stand"
	if len(r.lines) == 1 && r.lines[0].to == r.lines[0].from+1 {
		what, verb = "line ", "stands"
	}
	form := strings.Replace(r.form, "stand(s)", verb, 1)
	if r.path != "" {
		form = strings.Replace(form, "%s", r.path+":"+lineRange(r.from, r.to), 1)
	}
	return what + strings.Join(names, ", ") + " " + form
}

func lineRange(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}
