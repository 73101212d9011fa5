package check

import (
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/model/evidence"
)

// cited resolves the locators of a hunk: each becomes a citation with the line's own words, or one
// that says why there is none. The verdicts of lines that exist are set when the hunk is judged.
func (d *docket) cited(m *matter) model.Evidence {
	e := model.Evidence{Why: m.why}
	for _, r := range m.refs {
		e.Citations = append(e.Citations, d.citation(r))
	}
	return e
}

// citation looks a locator up. A session may be named by its first characters if no other begins so.
func (d *docket) citation(r evidence.Ref) model.Citation {
	c := model.Citation{Source: model.Source{Session: r.Session, Line: r.Line}, Verdict: model.Missing}
	s, err := d.session(r.Session)
	if err != nil {
		c.Reason = err.Error()
		return c
	}
	c.Source.Session = s.name
	pieces := d.lines[evidence.Ref{Session: s.name, Line: r.Line}]
	if len(pieces) > 0 {
		c.Source, c.Verdict = whole(pieces), model.Supported
		return c
	}
	if r.Line < 1 || r.Line > s.lines {
		c.Reason = "the session has " + model.Count(s.lines, "line")
		return c
	}
	c.Verdict, c.Reason = model.Unsupported, "the line holds nobody's words"
	return c
}

// whole joins the pieces of one raw line. It is as trusted as its least trusted piece: one that
// holds a tool's output proves no more than that.
func whole(pieces []model.Source) model.Source {
	out := pieces[0]
	texts := []string{out.Text}
	for _, p := range pieces[1:] {
		texts = append(texts, p.Text)
		if p.Trust == model.TrustTool {
			out.Trust = p.Trust
		}
	}
	out.Text = strings.Join(texts, "\n")
	if len(out.Text) > maxCited {
		out.Text = strings.ToValidUTF8(out.Text[:maxCited], "") + "…"
	}
	return out
}

// maxCited bounds the text of a cited line, in bytes: it is kept with the proposal and shown beside
// a hunk, and what stands deep in the output of a tool is no reason.
const maxCited = 32 << 10

// sources are the cited lines of all hunks, each once and in order.
func (d *docket) sources() []model.Source {
	var out []model.Source
	for _, l := range d.lines {
		out = append(out, whole(l))
	}
	slices.SortFunc(out, func(a, b model.Source) int {
		if c := strings.Compare(a.Session, b.Session); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	return out
}
