package audit

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/model/note"
)

// isText reports whether a note can be read as one. An index of a subfolder is listed among the notes, but
// is none, and neither is a file that tells people what the folder is.
func isText(n model.Note) bool {
	return !(n.Special != "" && n.Bytes == 0) && path.Base(n.Path) != model.IndexName && !(readme(n.Path) && n.Front == model.FrontNone)
}

// readme reports whether a file is, by its name, one for people.
func readme(p string) bool { return strings.EqualFold(path.Base(p), "README.md") }

// note judges what a reader of the frontmatter meets.
func (c *collector) note(at int) {
	n := c.notes[at]
	if !isText(n) {
		return
	}
	if c.tree[n.Path].Data != nil {
		c.size(n)
		c.links(n)
		c.text(c.page(int32(at)))
	}
	f := model.Finding{Rule: ruleFrontmatter, Severity: model.Warning, Path: n.Path, Line: 1}
	switch n.Front {
	case model.FrontNone:
		f.Message = "the note has no frontmatter, so that recall has only its file name to choose it by: add name, description and type between two --- lines"
	case model.FrontEmpty:
		f.Message = "the frontmatter is empty: add name, description and type between its --- lines"
	case model.FrontUnterminated:
		f.Message = "the frontmatter has no closing --- line, so that the whole note is taken for text: add the line"
	case model.FrontBroken:
		f.Line = n.FrontLine
		f.Message = fmt.Sprintf("the frontmatter is not valid YAML (line %d: %s)", n.FrontLine, n.FrontError)
		if _, ok := note.MendFront(n.Path, c.tree[n.Path].Data); ok && c.tree[n.Path].Regular() {
			f.Fix = "put the value in quotes"
		}
	default:
		c.fields(n)
		c.commented(n)
		c.described(n)
		return
	}
	c.add(f)
}

// text judges what a note says.
func (c *collector) text(p *page) {
	c.dates(p)
	c.reasoned(p)
	c.kept(p)
	c.planted(p)
}

// fields judges a frontmatter that can be read. A YAML library would refuse a key that stands twice,
// the agent takes the last: so do we, and say it.
func (c *collector) fields(n model.Note) {
	seen, said := make(map[string]string), make(map[string]bool)
	for _, f := range n.Fields {
		if _, twice := seen[f.Key]; twice && !said[f.Key] {
			said[f.Key] = true
			c.add(model.Finding{Rule: ruleFrontmatter, Severity: model.Warning, Path: n.Path, Line: 1,
				Message: fmt.Sprintf("the frontmatter has %q twice, and only the last counts: drop one", f.Key)})
		}
		seen[f.Key] = f.Value
	}
	f := model.Finding{Rule: ruleType, Severity: model.Warning, Path: n.Path, Line: fieldLine(c.tree[n.Path].Data, n, "type")}
	known := strings.Join(model.Types, ", ")
	switch inner, both := seen["metadata.type"]; {
	case n.Type == "":
		f.Message = "the note has no type: set metadata.type to one of " + known
	case !slices.Contains(model.Types, n.Type):
		f.Message = fmt.Sprintf("the type %q is none that the agent knows: use one of %s", n.Type, known)
	case both && inner != n.Type:
		f.Message = fmt.Sprintf("the note has two types, %s and metadata.type %s: drop one", n.Type, inner)
	default:
		return
	}
	c.add(f)
}

// special names what is in a memory but is never written.
func (c *collector) special(p string, file model.File) {
	f := model.Finding{Rule: ruleSpecial, Severity: model.Warning, Path: p}
	switch what := file.Special(); {
	case file.Fault != "":
		f.Message = what + ": nothing is known of what it says, and it is never written; give yourself the right to read it, or take it away"
	case what != "":
		f.Message = what + ": it is listed and never written; put a plain file there if a dream is to change it"
	case file.Links > 1:
		f.Severity = model.Info
		f.Message = "another hard link to the file exists: what a review changes here does not reach the other name"
	default:
		return
	}
	c.add(f)
}
