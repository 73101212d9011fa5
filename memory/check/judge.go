package check

import (
	"fmt"

	"dreamgate/model"
	"dreamgate/model/evidence"
)

// copyShare is how much of a sentence another note must hold to count as the place that it was
// taken from.
const copyShare = 0.6

// judge rules on a hunk: the claims of its added lines, its citations, and what it removes.
func (d *docket) judge(m *matter, e *model.Evidence) {
	cited := citedTexts(e.Citations)
	for n := m.added.from; n < m.added.to; n++ {
		s := d.matcher.Statement(n)
		if s.Empty() {
			continue
		}
		bench := evidence.Bench{Removed: m.gone, Kept: d.keptFor(m, n), Cited: cited, Zone: d.in.Zone}
		r := d.stream.Judge(n, bench)
		e.Claims = append(e.Claims, r.Claims...)
		for _, f := range r.Flags {
			f.Line = max(m.hunk.NewStart, 1) + f.At.Line
			e.Flags = append(e.Flags, f)
		}
	}
	d.removal(m, cited, e)
	d.citations(m, cited, e)
}

// citedTexts are the cited lines that exist.
func citedTexts(list []model.Citation) []*evidence.Text {
	var out []*evidence.Text
	for _, c := range list {
		if c.Source.Text != "" {
			out = append(out, evidence.Read(c.Source))
		}
	}
	return out
}

// keptFor are the texts that a statement may go on from: the hunk's old text, the file's, what its
// line stands for, another note that holds most of it, and the names of the notes themselves.
func (d *docket) keptFor(m *matter, n int) []*evidence.Text {
	kept := append([]*evidence.Text(nil), m.kept...)
	kept = append(kept, m.entries[d.matcher.Statement(n).Line()]...)
	kept = append(kept, d.base.Copies(n, copyShare)...)
	return append(kept, d.own)
}

// citations sets the verdicts of the cited lines and flags those that do not exist, or that are
// clearly not the ones that were meant.
func (d *docket) citations(m *matter, cited []*evidence.Text, e *model.Evidence) {
	fits := make(map[model.Source]bool, len(cited))
	better := ""
	for n := m.added.from; n < m.added.to; n++ {
		if d.matcher.Statement(n).Empty() {
			continue
		}
		f := d.stream.Fit(n, evidence.Bench{Removed: m.gone, Kept: d.keptFor(m, n), Cited: cited, Zone: d.in.Zone})
		for _, t := range f.Holding {
			fits[t.Source] = true
		}
		if f.Better != nil && better == "" {
			better = fmt.Sprintf("%s:%d", f.Better.Source.Session, f.Better.Source.Line)
		}
	}
	held := false
	for i := range e.Citations {
		c := &e.Citations[i]
		switch {
		case c.Verdict == model.Missing:
			e.Flags = append(e.Flags, model.Flag{
				Kind: evidence.FlagNoCitation, Token: fmt.Sprintf("%s:%d", c.Source.Session, c.Source.Line),
				Reason: "the cited line does not exist: " + c.Reason,
			})
		case fits[c.Source]:
			held = true
		case m.added.to > m.added.from:
			c.Verdict, c.Reason = model.Unsupported, "the line holds nothing of what was added"
		}
	}
	if len(cited) > 0 && !held && better != "" {
		e.Flags = append(e.Flags, model.Flag{
			Kind: flagMiscited, Token: fmt.Sprintf("%s:%d", cited[0].Source.Session, cited[0].Source.Line),
			Reason: "the cited line does not hold this; " + better + " does",
		})
	}
}

const flagMiscited = "miscited"
