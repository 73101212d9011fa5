package world

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/model"
)

// pen writes notes, a note for each thing, and the reasons.
type pen struct {
	files map[string][]string
	why   []string
}

func newPen(t model.Tree) *pen {
	p := &pen{files: map[string][]string{}}
	for path, f := range t {
		p.files[path] = strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
	}
	return p
}

// tree is what was written.
func (p *pen) tree() model.Tree {
	t := model.Tree{}
	for path, lines := range p.files {
		t[path] = model.File{Data: []byte(strings.Join(lines, "\n") + "\n"), Mode: 0o600}
	}
	return t
}

// keep puts the present value of a fact into its note, in the place of any earlier one. Cites is the reason's
// locator, "" for none.
func (p *pen) keep(f *fact, cites string) {
	path := f.subject + ".md"
	now := f.now()
	lines, ok := p.files[path]
	if !ok {
		if now.gone {
			return
		}
		p.begin(path, f.subject)
		lines = p.files[path]
	}
	old := slices.IndexFunc(lines, func(l string) bool {
		return slices.ContainsFunc(f.values, func(v value) bool { return !v.gone && l == f.line(v) })
	})
	switch {
	case now.gone && old < 0, old >= 0 && !now.gone && lines[old] == f.line(now):
		return
	case now.gone:
		lines = slices.Delete(lines, old, old+1)
	case old >= 0:
		lines[old] = f.line(now)
	default:
		lines = append(lines, f.line(now))
	}
	p.files[path] = lines
	p.reason(path, cites)
}

// begin begins a note and names it in the index.
func (p *pen) begin(path, subject string) {
	p.files[path] = []string{"---", "name: " + subject, "description: " + subject, "type: project", "---", ""}
	p.files[model.IndexName] = append(p.files[model.IndexName], fmt.Sprintf("- [%s](%s) — %s", subject, path, subject))
}

// reason adds a line to the reasons.
func (p *pen) reason(path, cites string) {
	if cites != "" {
		p.why = append(p.why, fmt.Sprintf("- %s: %s", path, cites))
	}
}

// drop takes a note out, with its line in the index.
func (p *pen) drop(path string) {
	delete(p.files, path)
	p.files[model.IndexName] = slices.DeleteFunc(p.files[model.IndexName], func(l string) bool { return strings.Contains(l, "("+path+")") })
}

// notes are the paths of the notes, in order.
func (p *pen) notes() (out []string) {
	for path := range p.files {
		if path != model.IndexName {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}
