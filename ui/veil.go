package ui

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"dreamgate/model"
)

// veil hides secrets in what commands hand to the screen. It makes copies: what is edited, decided
// and committed are the bytes as they are. A covered text keeps its length and its line ends, so
// that lines, spans and hunks mean the same in it.
//
// One veil is for one load. A secret is often told by what stands before it ("password: ..."), so it
// is known in a whole file and not in a word of it: what whole files hold is learned first, and
// covered in every other text, whatever stands around it there.
type veil struct {
	// find returns the ranges to be hidden; nil hides nothing.
	find  func(string) [][2]int
	known []string
}

// leastKnown is the length from which on a learned secret is looked for elsewhere, in bytes: shorter
// ones are words by chance.
const leastKnown = 6

func (a *App) veil() *veil { return &veil{find: a.deps.Secrets} }

// learn covers a whole text and remembers what it held.
func (v *veil) learn(text string) string {
	if v.find == nil || text == "" {
		return text
	}
	at := v.find(text)
	for _, r := range at {
		for part := range strings.FieldsFuncSeq(text[r[0]:r[1]], func(r rune) bool { return r == '\n' || r == '\r' }) {
			if len(part) >= leastKnown && !slices.Contains(v.known, part) {
				v.known = append(v.known, part)
			}
		}
	}
	return covered(text, at)
}

// text covers a text of which whole files may have told more.
func (v *veil) text(s string) string { return v.recall(v.learn(s)) }

// recall covers what was learned before.
func (v *veil) recall(s string) string {
	for _, k := range v.known {
		if strings.Contains(s, k) {
			s = strings.ReplaceAll(s, k, covered(k, [][2]int{{0, len(k)}}))
		}
	}
	return s
}

// err covers the words of an error. What kind of error it is nobody asks of what is on the screen.
func (v *veil) err(err error) error { return errors.New(v.text(err.Error())) }

func (v *veil) texts(list []string) []string {
	out := slices.Clone(list)
	for i, s := range out {
		out[i] = v.text(s)
	}
	return out
}

// name covers a file's name and leaves its ending, by which a note is known as one.
func (v *veil) name(p string) string {
	ext := path.Ext(p)
	return v.text(strings.TrimSuffix(p, ext)) + ext
}

// covering stands for a secret.
const covering = "[masked]"

// covered writes over ranges of a text: "[masked]" and full stops, byte for byte.
func covered(text string, ranges [][2]int) string {
	if len(ranges) == 0 {
		return text
	}
	const word = covering
	b := []byte(text)
	for _, r := range ranges {
		hide := b[r[0]:r[1]]
		first := strings.IndexAny(string(hide), "\r\n")
		if first < 0 {
			first = len(hide)
		}
		for i, c := range hide {
			switch {
			case c == '\n' || c == '\r':
			case i < len(word) && first >= len(word):
				hide[i] = word[i]
			default:
				hide[i] = '.' // Markdown makes nothing of it, unlike of asterisks
			}
		}
	}
	return string(b)
}

// trees covers the files of some trees: first by what each of them says, then by what all of them
// held. A file that holds nothing to hide keeps its bytes.
func (v *veil) trees(list ...model.Tree) []model.Tree {
	out := make([]model.Tree, len(list))
	for i, t := range list {
		out[i] = maps.Clone(t)
	}
	for _, cover := range []func(string) string{v.learn, v.recall} {
		for _, t := range out {
			for _, p := range slices.Sorted(maps.Keys(t)) {
				f := t[p]
				if shown := cover(string(f.Data)); shown != string(f.Data) {
					f.Data = []byte(shown)
					t[p] = f
				}
			}
		}
	}
	return out
}

// memory covers what the three panes and the lists over them show of a store. Paths stay: they are
// what the panes know a note by, and are covered where they are drawn.
func (v *veil) memory(m model.Memory) model.Memory {
	if v.find == nil {
		return m
	}
	m.Tree = v.trees(m.Tree)[0]
	m.Notes = slices.Clone(m.Notes)
	for i := range m.Notes {
		n := &m.Notes[i]
		if name := v.name(n.Path); n.Name == "" && name != n.Path {
			n.Name = name // the title of a note without a name is its path
		}
		n.Name, n.Description, n.FrontError = v.text(n.Name), v.text(n.Description), v.text(n.FrontError)
		n.Fields = slices.Clone(n.Fields)
		for j, f := range n.Fields {
			const sep = ": "
			n.Fields[j].Value = v.text(f.Key + sep + f.Value)[len(f.Key)+len(sep):]
		}
	}
	m.Index.Entries = slices.Clone(m.Index.Entries)
	for i := range m.Index.Entries {
		e := &m.Index.Entries[i]
		e.Text, e.Label, e.Summary = v.text(e.Text), v.text(e.Label), v.text(e.Summary)
	}
	m.Findings, m.Remarks = v.findings(m.Findings), v.texts(m.Remarks)
	m.Badges = v.badges(m.Badges)
	return m
}

// badges covers what badges tell in words. The paths of related notes stay: they are never drawn.
func (v *veil) badges(of map[string]model.Badges) map[string]model.Badges {
	out := maps.Clone(of)
	for p, b := range out {
		b.Reality.Claims, b.Relations = slices.Clone(b.Reality.Claims), slices.Clone(b.Relations)
		for i := range b.Reality.Claims {
			c := &b.Reality.Claims[i]
			c.Token, c.Path, c.To, c.Reason = v.text(c.Token), v.text(c.Path), v.text(c.To), v.text(c.Reason)
		}
		for i := range b.Relations {
			b.Relations[i].Words = v.texts(b.Relations[i].Words)
		}
		out[p] = b
	}
	return out
}

func (v *veil) findings(list []model.Finding) []model.Finding {
	out := slices.Clone(list)
	for i := range out {
		out[i].Message, out[i].Fix = v.text(out[i].Message), v.text(out[i].Fix)
	}
	return out
}

// runs covers what the task panel tells of runs.
func (v *veil) runs(list []model.Run) []model.Run {
	if v.find == nil {
		return list
	}
	out := slices.Clone(list)
	for i := range out {
		r := &out[i]
		// The log is read as one text: an event at a time takes no longer than its own line.
		r.Log = strings.Split(v.learn(strings.Join(r.Log, "\n")), "\n")
		if len(list[i].Log) == 0 || len(r.Log) != len(list[i].Log) {
			r.Log = v.texts(list[i].Log)
		}
		r.Last, r.Note, r.Files, r.Report = v.text(r.Last), v.text(r.Note), v.texts(r.Files), v.texts(r.Report)
	}
	return out
}

// preview covers what the commit dialog shows. The message stays: it is made without secrets, and
// what a person types there is committed as it stands.
func (v *veil) preview(p model.Preview) model.Preview {
	p.Findings, p.Remarks = v.findings(p.Findings), v.texts(p.Remarks)
	p.Stale, p.Unwritable, p.Dirty, p.Secrets = v.texts(p.Stale), v.texts(p.Unwritable), v.texts(p.Dirty), v.texts(p.Secrets)
	p.Files, p.Repairs = slices.Clone(p.Files), slices.Clone(p.Repairs)
	for i := range p.Files {
		p.Files[i].Path = v.name(p.Files[i].Path)
	}
	for i := range p.Repairs {
		p.Repairs[i] = slices.Clone(p.Repairs[i])
		for j := range p.Repairs[i] {
			p.Repairs[i][j].Text = v.text(p.Repairs[i][j].Text)
		}
	}
	return p
}

// outcome covers what the dialog tells after the commit.
func (v *veil) outcome(o model.Outcome) model.Outcome {
	o.Written, o.Removed, o.Notes, o.GitError = v.texts(o.Written), v.texts(o.Removed), v.texts(o.Notes), v.text(o.GitError)
	return o
}
