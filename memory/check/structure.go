package check

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"dreamgate/model"
	"dreamgate/model/audit"
)

// The kinds of flags that come from what the audit would hold against the result.
const (
	flagDangling    = "dangling"
	flagOrphan      = "orphan"
	flagFrontmatter = "frontmatter"
	flagOverLimit   = "over-limit"
	flagDuplicate   = "duplicate"
	flagWrongLink   = "wrong-link"
	flagUnmerged    = "unmerged"
)

// structural are the audit's rules that are worth a flag when a proposal brings a new finding, by
// the names that they have in its JSON.
var structural = map[string]string{
	"dangling":    flagDangling,
	"orphan":      flagOrphan,
	"frontmatter": flagFrontmatter,
	"type":        flagFrontmatter,
	"index-cut":   flagOverLimit,
	"unmerged":    flagUnmerged,
}

// structure blames findings that the base has not on the hunks that bring them, as if all hunks
// were accepted. An index that is cut already and grows is cut anew.
func (d *docket) structure(before, after []model.Finding, out model.Check) {
	fresh := audit.Fresh(after, before)
	for i, f := range after {
		kind, ok := structural[f.Rule]
		if !ok || !fresh[i] && !(kind == flagOverLimit && d.grown) {
			continue
		}
		for _, m := range d.blame(f, kind) {
			e := out.Hunks[m.hunk.ID]
			flag := model.Flag{Kind: kind, Token: f.Path, Line: f.Line, Reason: f.Message}
			if i := f.Line - max(m.hunk.NewStart, 1); f.Path == m.hunk.Path && f.Line > 0 && i >= 0 && i < len(m.hunk.Added) {
				line := strings.TrimRight(m.hunk.Added[i], "\r\n")
				flag.Token, flag.At = strings.TrimSpace(line), model.Span{Line: i, End: len(line)}
			}
			e.Flags = append(e.Flags, flag)
			out.Hunks[m.hunk.ID] = e
		}
	}
}

// blame finds the hunks that a finding comes from.
func (d *docket) blame(f model.Finding, kind string) []*matter {
	var at, of []*matter
	for _, m := range d.matters {
		h := m.hunk
		switch {
		case kind == flagOrphan && h.Path == model.IndexName && strings.Contains(strings.Join(h.Removed, ""), f.Path):
			at = append(at, m)
		case h.Path != f.Path || h.Removes():
		case kind == flagOverLimit:
			if len(h.Added) > len(h.Removed) {
				at = append(at, m)
			}
		case kind == flagFrontmatter && max(h.NewStart, 1) <= max(d.new.page(f.Path).head, d.old.page(f.Path).head),
			f.Line >= max(h.NewStart, 1) && f.Line < max(h.NewStart, 1)+len(h.Added):
			at = append(at, m)
		default:
			of = append(of, m)
		}
	}
	if len(at) > 0 {
		return at
	}
	return of
}

// wrongLinks flags added lines of the index that go by the name of one note and lead to another one.
func (d *docket) wrongLinks(notes []model.Note, ix model.Index, out model.Check) {
	named := map[string]map[string]bool{} // the notes that go by a name
	for _, n := range notes {
		for _, name := range []string{n.Name, path.Base(n.Path)} {
			if key := nameKey(name); key != "" {
				if named[key] == nil {
					named[key] = map[string]bool{}
				}
				named[key][n.Path] = true
			}
		}
	}
	for _, e := range ix.Entries {
		by := named[nameKey(e.Label)]
		if len(e.Links) == 0 || !e.Links[0].Exists || e.Links[0].Mention || len(by) != 1 || by[e.Links[0].Path] {
			continue
		}
		for _, m := range d.matters {
			i := e.Line - max(m.hunk.NewStart, 1)
			if m.hunk.Path != model.IndexName || i < 0 || i >= len(m.hunk.Added) {
				continue
			}
			line := strings.TrimRight(m.hunk.Added[i], "\r\n")
			at := max(0, strings.Index(line, e.Links[0].Text))
			ev := out.Hunks[m.hunk.ID]
			for other := range by {
				ev.Flags = append(ev.Flags, model.Flag{
					Kind: flagWrongLink, Token: e.Links[0].Text, Line: e.Line, At: model.Span{Line: i, Start: at, End: at + len(e.Links[0].Text)},
					Reason: fmt.Sprintf("the line is called “%s” as %s is, and leads to %s", e.Label, other, e.Links[0].Path),
				})
			}
			out.Hunks[m.hunk.ID] = ev
		}
	}
}

// nameKey is a name as links are held against it: without the ending of a file, case and the signs between
// words.
func nameKey(name string) string {
	words := strings.FieldsFunc(strings.ToLower(strings.TrimSuffix(name, ".md")), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, " ")
}

// leastDuplicate is the number of words from which on two equal lines say the same twice.
const leastDuplicate = 4

// duplicates flags added lines that the proposed notes hold twice, bullets and case aside.
func (d *docket) duplicates(out model.Check) {
	proposed, base := lineCounts(d.in.Proposed), lineCounts(d.in.Base)
	for _, m := range d.matters {
		head := d.new.page(m.hunk.Path).head
		for i, l := range m.hunk.Added {
			key := plainLine(l)
			if max(m.hunk.NewStart, 1)+i <= head || key == "" || proposed[key] < 2 || proposed[key] <= base[key] {
				continue
			}
			line := strings.TrimRight(l, "\r\n")
			e := out.Hunks[m.hunk.ID]
			e.Flags = append(e.Flags, model.Flag{
				Kind: flagDuplicate, Token: strings.TrimSpace(line), Line: max(m.hunk.NewStart, 1) + i,
				At:     model.Span{Line: i, End: len(line)},
				Reason: fmt.Sprintf("the notes would hold this line %d times", proposed[key]),
			})
			out.Hunks[m.hunk.ID] = e
		}
		d.repeated(m, out)
	}
}

// repeated flags an added sentence that another one of the proposed notes says in other words. A line of the
// index repeats its note, and so does a description.
func (d *docket) repeated(m *matter, out model.Check) {
	if m.hunk.Path == model.IndexName || !d.in.Origin.NeedsEvidence() {
		return
	}
	head := d.new.page(m.hunk.Path).head
	for n := m.added.from; n < m.added.to; n++ {
		s := d.matcher.Statement(n)
		at := max(m.hunk.NewStart, 1) + s.Line()
		if at <= head || m.gone != nil && s.Share(m.gone, liveShare) >= liveShare {
			continue // a sentence that was put in other words is no second one
		}
		if src, words, ok := d.proposed.Again(n); ok {
			e := out.Hunks[m.hunk.ID]
			e.Flags = append(e.Flags, model.Flag{
				Kind: flagDuplicate, Token: s.Text(), Line: at, At: s.Span(),
				Reason: fmt.Sprintf("%s says it already: “%s”", src.Path, words),
			})
			out.Hunks[m.hunk.ID] = e
		}
	}
}

// lineCounts counts the lines of a tree in their plain form, frontmatter left out.
func lineCounts(t model.Tree) map[string]int {
	count := map[string]int{}
	for p, f := range t {
		if !f.Regular() || !strings.HasSuffix(p, ".md") {
			continue
		}
		head, n := front(p, f), 0
		for l := range strings.Lines(string(f.Data)) {
			if n++; n > head {
				if key := plainLine(l); key != "" {
					count[key]++
				}
			}
		}
	}
	return count
}

// unmarked takes out the marks that say how a text is set.
var unmarked = strings.NewReplacer("*", "", "`", "", "_", "")

// plainLine is a line without its bullet, marks and case; "" for one of too few words to matter.
func plainLine(l string) string {
	l = unmarked.Replace(strings.TrimLeft(strings.TrimSpace(l), "-*+• >"))
	words := strings.Fields(strings.ToLower(l))
	if len(words) < leastDuplicate || strings.HasPrefix(l, "#") || strings.HasPrefix(l, "|") {
		return ""
	}
	return strings.TrimRight(strings.Join(words, " "), ".!")
}
