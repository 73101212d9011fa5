package check

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/model/evidence"
	"dreamgate/model/note"
)

// matter is one hunk before the check.
type matter struct {
	change model.Change
	hunk   model.Hunk
	// added and removed are the statements of its two sides, by their number in the matcher.
	added, removed span
	// names are the statements of what a note that goes is called.
	names span
	// gone is the text of the removed side, nil if there is none.
	gone *evidence.Text
	// kept are the texts that its words may go on from; entries those of single lines: the notes
	// that an index line names, the body that a description sums up.
	kept    []*evidence.Text
	entries map[int][]*evidence.Text
	// both is what words read, nil before it was asked.
	both *evidence.Text
	// unread says why its words are not judged, "" if they are.
	unread string
	// why is the engine's own reason, refs the locators it gives.
	why  string
	refs []evidence.Ref
	// own are those of refs that are given for a reason which is about this hunk alone.
	own map[evidence.Ref]bool
	// held are the cited lines that the added lines have something of, idle those that only ask or suggest
	// it, with the reason; better is a line that holds what the cited ones do not, nil if there is none.
	held   map[model.Source]bool
	idle   map[model.Source]string
	better *model.Source
}

// span is a half-open range of statements.
type span struct{ from, to int }

// newDocket cuts all hunks into statements before anything is read, as the one pass over the
// transcripts has to know all that it looks for. Edits of a person are not cut: nobody asks them for
// a source.
func newDocket(in Input) *docket {
	d := &docket{in: in, lines: map[evidence.Ref][]model.Source{}, old: newSide(in.Base), new: newSide(in.Proposed)}
	d.judged = in.Origin.NeedsEvidence() || in.Origin == model.OriginRules
	if in.Repo != "" {
		d.repo, _ = os.OpenRoot(in.Repo) // without it, paths have to be said like anything else
	}
	var all []*evidence.Statement
	take := func(lines []string, around *page) span {
		s := span{from: len(all)}
		all = append(all, evidence.Statements(lines, around.language)...)
		s.to = len(all)
		return s
	}
	d.own = evidence.Read(model.Source{Path: "the memory", Text: strings.Join(append(in.Base.Paths(), in.Proposed.Paths()...), "\n")})
	for _, c := range in.Changes {
		unread := tooLarge(in, c)
		var old []*evidence.Text
		if d.judged && unread == "" {
			old = d.texts(c)
		}
		for _, h := range c.Hunks {
			m := &matter{change: c, hunk: h, unread: unread}
			if d.judged && unread == "" && h.Kind != model.HunkBinary && h.Kind != model.HunkMode {
				m.added = take(d.addedLines(h), d.new.page(c.Path))
				m.removed = take(d.removedLines(c, h), d.old.page(c.Path))
				if h.Removes() {
					m.names.from = len(all)
					all = append(all, evidence.NameStatements(c.Path, note.Parse(c.Path, in.Base[c.Path]).Name)...)
					m.names.to = len(all)
				}
				m.kept = old
				if len(h.Removed) > 0 {
					m.gone = evidence.Read(model.Source{Path: h.Path, Text: strings.Join(h.Removed, "")})
					m.kept = append([]*evidence.Text{m.gone}, old...)
				}
				d.entryTexts(m)
			}
			d.matters = append(d.matters, m)
		}
	}
	d.assign(evidence.Changes(inBounds(in.Text)))
	d.matcher = evidence.NewMatcher(all)
	return d
}

// texts are those of the file before the change, and of the one that it carries on.
func (d *docket) texts(c model.Change) []*evidence.Text {
	var out []*evidence.Text
	for _, p := range []string{c.Path, c.RenameOf} {
		if f, ok := d.in.Base[p]; ok && p != "" && f.Regular() {
			out = append(out, evidence.Read(model.Source{Path: p, Text: string(f.Data)}))
		}
	}
	return out
}

// addedLines are the added lines of a hunk without their ends. In a frontmatter only the name and
// the description say anything; the other lines are blank, and so are the keys of these two.
func (d *docket) addedLines(h model.Hunk) []string {
	head := d.new.page(h.Path).head
	lines := make([]string, len(h.Added))
	for i, l := range h.Added {
		lines[i] = strings.TrimRight(l, "\r\n")
		if max(h.NewStart, 1)+i <= head {
			lines[i] = fieldValue(lines[i])
			continue
		}
		lines[i] = blank(lines[i], label)
		if h.Path == model.IndexName {
			lines[i] = blank(lines[i], target)
		}
	}
	return lines
}

// blank puts blanks in the place of what a pattern matches, so that spans stay true.
func blank(line string, re *regexp.Regexp) string {
	return re.ReplaceAllStringFunc(line, func(s string) string { return strings.Repeat(" ", len(s)) })
}

// target is where a link of the index leads: the audit knows whether that exists.
var target = regexp.MustCompile(`\]\([^)\s]*\)`)

// label is what the agent is told to put before a reason and before what to do: form, not content.
var label = regexp.MustCompile(`^\s*(?:[-*]\s+)?(?:\*\*|__)?(?:Why|How to apply):?(?:\*\*|__)?:?`)

// fieldValue blanks out everything of a frontmatter line that is no text of the note.
func fieldValue(line string) string {
	key, _, ok := strings.Cut(line, ":")
	if k := strings.TrimSpace(key); !ok || k != "description" && k != "name" {
		return ""
	}
	return strings.Repeat(" ", len(key)+1) + line[len(key)+1:]
}

// removedLines are the removed lines that may hold a fact: no frontmatter, headings, and no lines
// of the index that name a note, whose loss the audit judges.
func (d *docket) removedLines(c model.Change, h model.Hunk) []string {
	head := d.old.page(h.Path).head
	lines := make([]string, len(h.Removed))
	for i, l := range h.Removed {
		l = strings.TrimRight(l, "\r\n")
		if max(h.OldStart, 1)+i <= head || strings.HasPrefix(l, "#") ||
			c.Path == model.IndexName && (strings.Contains(l, "](") || strings.Contains(l, "[[") || strings.Contains(l, ".md")) {
			continue
		}
		lines[i] = l
	}
	return lines
}

// entryTexts finds what single lines of a hunk may go on from.
func (d *docket) entryTexts(m *matter) {
	m.entries = map[int][]*evidence.Text{}
	file := d.in.Proposed[m.hunk.Path]
	start := max(m.hunk.NewStart, 1)
	if m.hunk.Path == model.IndexName {
		for _, e := range d.new.page(m.hunk.Path).entries() {
			at := e.Line - start
			if at < 0 || at >= len(m.hunk.Added) {
				continue
			}
			for _, l := range e.Links {
				if f, ok := d.in.Proposed[l.Path]; ok && f.Regular() && len(f.Data) <= mostJudged {
					m.entries[at] = append(m.entries[at], evidence.Read(model.Source{Path: l.Path, Text: string(f.Data)}))
				}
			}
		}
		return
	}
	head := d.new.page(m.hunk.Path).head
	if head == 0 || start > head {
		return
	}
	n := note.Parse(m.hunk.Path, file)
	body := evidence.Read(model.Source{Path: m.hunk.Path, Text: string(file.Data[n.BodyAt:])})
	for at := range m.hunk.Added {
		if start+at <= head {
			m.entries[at] = []*evidence.Text{body}
		}
	}
}

// assign gives the reasons of CHANGES.md to the hunks of the path that they are about, and where that does not tell to
// all of the path.
func (d *docket) assign(changes []evidence.Change) {
	for _, c := range changes {
		var of, read, about []*matter
		var texts []*evidence.Text
		why := evidence.Read(model.Source{Text: c.What})
		for _, m := range d.matters {
			if !samePath(c.Path, m.change) {
				continue
			}
			of = append(of, m)
			if m.unread == "" {
				read, texts = append(read, m), append(texts, m.words())
			}
		}
		for _, i := range why.About(texts) {
			about = append(about, read[i])
		}
		if len(about) > 0 {
			of = about
		}
		for _, m := range of {
			if m.why != "" && c.What != "" && len(m.why) < mostWhy {
				m.why += "; "
			}
			if len(m.why) < mostWhy {
				m.why += c.What
			}
			for _, r := range c.Cites {
				if len(m.refs) < mostRefs && !slices.Contains(m.refs, r) {
					m.refs = append(m.refs, r)
				}
				if len(about) == 1 {
					if m.own == nil {
						m.own = map[evidence.Ref]bool{}
					}
					m.own[r] = true
				}
			}
		}
	}
}

// words is what a hunk says on both sides, read once for all reasons.
func (m *matter) words() *evidence.Text {
	if m.both == nil {
		m.both = evidence.Read(model.Source{Text: strings.Join(m.hunk.Added, "") + strings.Join(m.hunk.Removed, "")})
	}
	return m.both
}

// samePath reports whether a path of CHANGES.md means a changed file; folders may be left out.
func samePath(p string, c model.Change) bool {
	return p == c.Path || p == c.RenameOf || !strings.Contains(p, "/") && p == path.Base(c.Path)
}
