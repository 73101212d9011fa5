package check

import (
	"context"
	"fmt"
	"slices"

	"dreamgate/model"
	"dreamgate/model/evidence"
)

// copyShare is how much of a sentence another note must hold to count as the place that it was
// taken from.
const copyShare = 0.6

// judge rules on the claims of a hunk's added lines and on what it removes, and notes which cited
// lines it finds something in. One hunk may be a whole file: it stops when the context ends, and the caller
// throws away what was found till then.
func (d *docket) judge(ctx context.Context, m *matter, e *model.Evidence) {
	cited := citedTexts(e.Citations)
	m.held, m.idle = map[model.Source]bool{}, map[model.Source]string{}
	for n := m.added.from; n < m.added.to && ctx.Err() == nil; n++ {
		if d.matcher.Statement(n).Empty() {
			continue
		}
		r := d.stream.Judge(n, evidence.Bench{
			Removed: m.gone, Kept: d.keptFor(m, n), Cited: cited, Zone: d.in.Zone, Exists: d.exists,
		})
		e.Claims = append(e.Claims, r.Claims...)
		for _, f := range r.Flags {
			f.Line = max(m.hunk.NewStart, 1) + f.At.Line
			e.Flags = append(e.Flags, f)
		}
		for _, s := range r.Holding {
			m.held[s] = true
		}
		for _, i := range r.Idle {
			m.idle[i.Source] = i.Reason
		}
		if m.better == nil {
			m.better = r.Better
		}
	}
	d.removal(ctx, m, cited, e)
}

// settle says what the citations of a hunk are worth. A line of CHANGES.md may speak of several hunks
// of a file: a cited line that holds nothing of this one, but something of another, belongs there, unless its
// reason names this one alone.
func (d *docket) settle(m *matter, e *model.Evidence) {
	if m.added.to > m.added.from {
		at := -1
		elsewhere := func(c model.Citation) bool {
			at++ // the citations are those of refs, in their order
			return !m.about(c.Source) && !(at < len(m.refs) && m.own[m.refs[at]]) && slices.ContainsFunc(d.matters, func(o *matter) bool {
				return o.hunk.Path == m.hunk.Path && o.about(c.Source)
			})
		}
		e.Citations = slices.DeleteFunc(e.Citations, elsewhere)
		m.verdicts(e)
	}
	missing(e)
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

// flagMiscited is a citation of a line that does not hold what it is cited for, where another does.
const flagMiscited = "miscited"

// about reports whether a cited line holds something of the added lines, be it that it only suggests it.
func (m *matter) about(s model.Source) bool { return m.held[s] || m.idle[s] != "" }

// verdicts says what each cited line that exists is worth for the added lines, and flags the hunk if
// none of them holds anything of it and another line does. A suggestion is of the hunk and proves nothing,
// which is what the flags of its claims say.
func (m *matter) verdicts(e *model.Evidence) {
	var wrong *model.Source
	none := true
	for i := range e.Citations {
		c := &e.Citations[i]
		switch {
		case c.Verdict == model.Missing:
		case m.held[c.Source]:
			none = false
		case m.idle[c.Source] != "":
			none = false
			c.Verdict, c.Reason = model.Unsupported, m.idle[c.Source]
		default:
			c.Verdict, c.Reason = model.Unsupported, "the line holds nothing of what was added"
			wrong = &c.Source
		}
	}
	if none && wrong != nil && m.better != nil {
		e.Flags = append(e.Flags, model.Flag{
			Kind: flagMiscited, Token: locator(*wrong),
			Reason: fmt.Sprintf("the cited line does not hold this; %s does", locator(*m.better)),
		})
	}
}

// missing flags citations of lines that do not exist.
func missing(e *model.Evidence) {
	for _, c := range e.Citations {
		if c.Verdict == model.Missing {
			e.Flags = append(e.Flags, model.Flag{
				Kind: evidence.FlagNoCitation, Token: locator(c.Source), Reason: "the cited line does not exist: " + c.Reason,
			})
		}
	}
}

// locator names a line as CHANGES.md does.
func locator(s model.Source) string { return fmt.Sprintf("%s:%d", s.Session, s.Line) }
