package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/ui/style"
)

// maxListed bounds the lists of the summary; the list of files has them all.
const maxListed = 200

// mostOfKind bounds what is listed of one kind of flag.
const mostOfKind = 10

// summaryPage tells what the proposal does as a whole, before anything is decided.
func (p *Pane) summaryPage(w int) *page {
	g := newPage()
	if len(p.sheet.files) == 0 {
		g.rows(p.para(style.Lead{}, "The proposal changes nothing.", w))
		g.rows(p.report(w))
		return g
	}
	g.rows(p.figures(w))
	if note := p.book.notes[model.WholeReview]; note != "" {
		g.rows(p.para(style.Lead{Mark: "note", Ink: p.ink.Accent, Indent: labelled}, line(p.behind.Cover(note)), w))
	}
	g.rows(p.losses(w))
	g.rows(p.beyond(w))
	g.rows(p.flagged(w))
	g.rows(p.refused(w))
	g.rows(p.soFar(w))
	g.rows(p.report(w))
	g.rows(p.audit(w))
	g.rows(p.hints(w))
	return g
}

// title is a heading with the empty row before it.
func (p *Pane) title(s string, w int) []string {
	return append([]string{""}, style.Hang(style.Lead{}, p.ink.Strong, s, w)...)
}

func (p *Pane) figures(w int) []string {
	t, m := p.sheet.sum, p.ink.Marks
	rows := style.Hang(style.Lead{}, p.ink.Strong, p.heading(), w)
	size := fmt.Sprintf("%s, %s, %s%d %s%d lines", model.Count(len(p.sheet.files), "file"), model.Count(t.hunks, "hunk"),
		m.Plus, t.added, m.Minus, t.removed)
	rows = append(rows, p.para(style.Lead{}, size, w)...)
	var kinds []string
	for _, k := range []struct {
		mark, word string
		n          int
	}{
		{"", "changed", t.byState[model.Modified]}, {m.Added, "new", t.byState[model.Added]},
		{m.Deleted, "deleted", t.byState[model.Deleted]}, {m.Emptied, "emptied", t.byState[model.Emptied]},
		{m.Renamed, "renamed", t.renamed}, {"", "binary", t.byState[model.Binary]},
		{"", "mode", t.byState[model.ModeOnly]},
	} {
		if k.n > 0 {
			kinds = append(kinds, strings.TrimSpace(fmt.Sprintf("%s %d %s", k.mark, k.n, k.word)))
		}
	}
	return append(rows, p.para(style.Lead{}, strings.Join(kinds, "   "), w)...)
}

// heading says whose proposal it is.
func (p *Pane) heading() string {
	s := p.origin()
	if p.r.Proposal.Store.Name != "" {
		s += ", for " + model.PrintableLine(p.r.Proposal.Store.Name)
	}
	return s
}

// origin is who proposed, and when.
func (p *Pane) origin() string {
	pr := p.r.Proposal
	word := map[model.Origin]string{
		model.OriginModel: "dream", model.OriginRules: "rules", model.OriginPerson: "edit",
		model.OriginUndo: "undo", model.OriginImport: "import",
	}[pr.Origin]
	if !pr.Created.IsZero() {
		word += " " + pr.Created.In(p.o.Zone).Format("2 Jan 15:04")
	}
	if pr.Engine != "" {
		word += " (" + model.PrintableLine(pr.Engine) + ")"
	}
	return strings.TrimSpace(word)
}

// losses names the files that would be gone.
func (p *Pane) losses(w int) []string {
	t, m := p.sheet.sum, p.ink.Marks
	var loud []string
	if s := p.r.Check.Loss.Warning(); s != "" {
		loud = append([]string{""}, style.Hang(bullet(m.Finding, p.ink.Error), p.ink.Error, s, w)...)
	}
	if len(t.goneFiles) == 0 {
		return loud
	}
	head := t.losses()
	if head == "" {
		head = "deletes " + model.Count(len(t.goneFiles), "file")
	}
	rows := append(append(loud, ""), style.Hang(bullet(m.Deleted, p.ink.Error), p.ink.Error, head, w)...)
	names := make([]string, 0, len(t.goneFiles))
	for _, f := range t.goneFiles[:min(maxListed, len(t.goneFiles))] {
		names = append(names, model.PrintableLine(f))
	}
	if n := len(t.goneFiles) - len(names); n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	return append(rows, p.para(inset, strings.Join(names, ", "), w)...)
}

// flagged lists the flags by file.
func (p *Pane) flagged(w int) []string {
	n := p.sheet.sum.flagged
	if n == 0 {
		return nil
	}
	head := fmt.Sprintf("%s with a flag; %s goes to the next", model.Count(n, "hunk"), p.o.key(keymap.Review, keymap.NextFlag))
	rows := append([]string{""}, style.Hang(bullet(p.ink.Marks.Finding, p.ink.Error), p.ink.Error, head, w)...)
	type told struct{ kind, text string }
	times := map[told]int{}
	var list []told
	for _, it := range p.sheet.items {
		for _, f := range it.flags {
			t := told{f.Kind, line(p.name(it)) + ": " + line(f.Kind)}
			if f.Token != "" {
				t.text += ` "` + line(f.Token) + `"`
			}
			if times[t]++; times[t] == 1 {
				list = append(list, t)
			}
		}
	}
	listed, more := map[string]int{}, map[string]int{}
	var kinds []string
	for _, t := range list {
		if listed[t.kind]++; listed[t.kind] > mostOfKind {
			if more[t.kind]++; more[t.kind] == 1 {
				kinds = append(kinds, t.kind)
			}
			continue
		}
		if n := times[t]; n > 1 {
			t.text += model.Repeated(n)
		}
		rows = append(rows, p.para(inset, t.text, w)...)
	}
	for _, k := range kinds {
		rows = append(rows, p.para(inset, fmt.Sprintf("and %s more: %s", model.Number(more[k]), line(k)), w)...)
	}
	return rows
}

// refused lists what was refused before, with what was said of it then.
func (p *Pane) refused(w int) []string {
	n := p.sheet.sum.refused
	if n == 0 {
		return nil
	}
	head := model.Count(n, "hunk") + " refused before, and rejected on arrival; " + p.o.key(keymap.Review, keymap.Accept) + " on one decides it anew"
	rows := append([]string{""}, style.Hang(bullet(p.ink.Marks.No, p.ink.Warn), p.ink.Warn, head, w)...)
	listed := 0
	for _, it := range p.sheet.items {
		if !it.before.Known() {
			continue
		}
		if listed++; listed > maxListed {
			return append(rows, p.para(inset, "and more", w)...)
		}
		rows = append(rows, p.para(inset, line(p.name(it))+": "+p.refusedBefore(it.before), w)...)
	}
	return rows
}

// report shows what the run said of itself.
func (p *Pane) report(w int) []string {
	if len(p.r.Proposal.Report) == 0 {
		return nil
	}
	rows := p.title("What the run reports", w)
	for _, s := range p.r.Proposal.Report[:min(maxListed, len(p.r.Proposal.Report))] {
		rows = append(rows, p.para(bullet(p.ink.Marks.Dot, p.ink.Muted), line(s), w)...)
	}
	return rows
}

// audit lists the findings that the proposal as a whole would bring about, and counts those that the notes
// have as they are: among many old ones nobody sees a new one. While it is not known which are old, all are
// listed.
func (p *Pane) audit(w int) []string {
	var list []model.Finding
	for i, fresh := range audit.Fresh(p.r.Check.Audit, p.before) {
		if fresh {
			list = append(list, p.r.Check.Audit[i])
		}
	}
	old := len(p.r.Check.Audit) - len(list)
	ended := len(p.before) - old
	if len(list)+old+ended == 0 {
		return nil
	}
	rows := p.title("With all accepted the audit finds "+audited(len(list), old, ended), w)
	return append(rows, p.ink.findings(list, w)...)
}

// audited says how many findings are there, which of them the notes have as they are, and how many end.
func audited(fresh, old, ended int) string {
	text := fmt.Sprint(fresh + old)
	switch {
	case old > 0 && fresh > 0:
		text += fmt.Sprintf(", %d of them new", fresh)
	case old > 0:
		text += ", none of them new"
	}
	if ended > 0 {
		text += fmt.Sprintf("; %d that the notes have would be gone", ended)
	}
	return text
}

// findings draw what the audit would say, the worst first; of many of one kind one stands for all.
func (o inks) findings(list []model.Finding, w int) (rows []string) {
	list = slices.Clone(list)
	weight := func(f model.Finding) int {
		if f.Rule == "index-cut" {
			return -1 // what a session does not see any more, whatever else is wrong
		}
		return int(model.Error - f.Severity)
	}
	slices.SortStableFunc(list, func(a, b model.Finding) int {
		return cmp.Or(weight(a)-weight(b), strings.Compare(a.Rule, b.Rule))
	})
	for i, drawn := 0, 0; i < len(list); drawn++ {
		if drawn == maxListed {
			return append(rows, style.Hang(inset, o.Text, fmt.Sprintf("and %d more", len(list)-i), w)...)
		}
		f, n := list[i], 1
		for i+n < len(list) && list[i+n].Rule == f.Rule {
			n++
		}
		if n < model.LeastAlike {
			n = 1
		} else {
			f.Message += fmt.Sprintf(" (and %s more of this kind)", model.Number(n-1))
		}
		rows = append(rows, o.finding(f, w)...)
		i += n
	}
	return rows
}

// finding draws one finding of the audit.
func (o inks) finding(f model.Finding, w int) []string {
	ink := o.Info
	switch f.Severity {
	case model.Warning:
		ink = o.Warn
	case model.Error:
		ink = o.Error
	}
	text := f.Severity.String() + " " + model.PrintableLine(f.Path)
	if f.Line > 0 {
		text += fmt.Sprintf(":%d", f.Line)
	}
	return style.Hang(bullet(o.Marks.Finding, ink), o.Text, text+" "+o.Marks.Quoted(line(f.Message)), w)
}

// hints name the keys that make sense first.
func (p *Pane) hints(w int) []string {
	key := func(a keymap.Action) string { return p.o.key(keymap.Review, a) }
	text := fmt.Sprintf("%s first hunk, %s next flag, %s accept all that is clean, %s reject all", key(keymap.NextHunk),
		key(keymap.NextFlag), key(keymap.AcceptClean), key(keymap.RejectAll))
	if p.r.Check.Loss.Destroys() {
		text = fmt.Sprintf("%s first hunk, %s next flag, %s reject all", key(keymap.NextHunk), key(keymap.NextFlag), key(keymap.RejectAll))
	}
	if p.sealed() != "" {
		text = p.sealed()
	}
	rows := []string{""}
	for _, row := range style.Wrap(text, w) {
		rows = append(rows, p.ink.Muted.Render(row))
	}
	return rows
}
