package audit

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/note"
)

// collector gathers findings. The severities: an error is what makes a session miss something that
// the memory holds or follow what is not there; a warning what makes it likely; the rest is info.
type collector struct {
	found []model.Finding
	// alike is made for the first dead link: most memories have none.
	alike alike
}

func (c *collector) add(f model.Finding) { c.found = append(c.found, f) }

// index judges the index: its size, and its lines.
func (c *collector) index(t model.Tree, notes []model.Note, ix model.Index) {
	f := model.Finding{Path: model.IndexName}
	size := fmt.Sprintf("%d of %d lines and %d of %d characters",
		ix.Lines, note.MaxLines, ix.Units, note.MaxUnits)
	switch ix.Status {
	case model.StatusMissing:
		// What stands in the place of the index, if it is no plain file, has a finding of its own;
		// and an empty memory is not a faulty one.
		if ix.Special == "" && len(notes) > 0 {
			f.Rule, f.Severity = ruleMissingIndex, model.Error
			f.Message = "there is no MEMORY.md, so a session starts without a word of these notes: write one with a line for each"
			f.Fix = "write an index of all notes"
			c.add(f)
		}
		return
	case model.StatusCut:
		f.Rule, f.Severity, f.Line = ruleCut, model.Error, ix.CutAt
		f.Message = fmt.Sprintf("the index has %s, and nothing from line %d on is loaded: shorten or drop lines above",
			size, ix.CutAt)
		c.add(f)
	case model.StatusNear:
		f.Rule, f.Severity = ruleNear, model.Warning
		f.Message = fmt.Sprintf("the index has %s and will soon be cut: shorten or drop lines", size)
		c.add(f)
	}
	for _, e := range ix.Entries {
		c.entry(t, e)
	}
}

// entry judges one line of the index.
func (c *collector) entry(t model.Tree, e model.Entry) {
	f := model.Finding{Path: model.IndexName, Line: e.Line}
	if !e.Loaded {
		f.Rule, f.Severity = ruleUnderCut, model.Warning
		f.Message = subject(e) + " stands below the cut and is not loaded: move the line up, or make room above it"
		c.add(f)
	}
	if n := utf8.RuneCountInString(e.Text); n > note.MaxEntry {
		f.Rule, f.Severity = ruleEntryLong, model.Info
		f.Message = fmt.Sprintf("the line has %d characters: shorten it to %d and leave the rest to the note", n, note.MaxEntry)
		f.Fix = ""
		if len(e.Links) > 0 {
			f.Fix = "shorten the line behind its link"
		}
		c.add(f)
	}
	for _, l := range e.Links {
		if dangles(l) {
			c.dangling(t, e, l)
		}
	}
}

// subject names what an index line is about: the files, since whoever reads of a loss looks for
// them, else the text.
func subject(e model.Entry) string {
	var files []string
	for _, l := range e.Links {
		if l.Path != "" && !slices.Contains(files, l.Path) {
			files = append(files, l.Path)
		}
	}
	if len(files) > 0 {
		return strings.Join(files, " and ")
	}
	return fmt.Sprintf("%q", note.Shorten(strings.TrimSpace(e.Text), 60))
}

func (c *collector) dangling(t model.Tree, e model.Entry, l model.Link) {
	f := model.Finding{Rule: ruleDangling, Severity: model.Error, Path: model.IndexName, Line: e.Line}
	if c.alike[0] == nil {
		c.alike = newAlike(t)
	}
	if near := c.alike.nearest(l.Path); near != "" {
		f.Message = fmt.Sprintf("the link to %s names no file, but %s is there: write the link so", l.Path, near)
		f.Fix = "link to " + near
	} else {
		f.Message = fmt.Sprintf("the link to %s names no file: drop the line, or write the note", l.Path)
		f.Fix = "drop the link"
	}
	c.add(f)
}

// alike finds the note that a dead link may mean: the one whose path is the one asked for but for the
// case of letters, or else but for the signs between words, or else but for its folder: the slips
// that a link is left with when a note is renamed or moved.
type alike [3]map[string]string

// slips are what counts of a path under each of the three.
func slips(p string) [3]string {
	low := strings.ToLower(p)
	return [3]string{low, letters.Replace(low), letters.Replace(path.Base(low))}
}

// letters drops the signs that people put between the words of a file name.
var letters = strings.NewReplacer("-", "", "_", "", " ", "")

func newAlike(t model.Tree) alike {
	var a alike
	for i := range a {
		a[i] = make(map[string]string, len(t))
	}
	for p := range t {
		if !model.IsNote(p) {
			continue
		}
		for i, key := range slips(p) {
			if _, taken := a[i][key]; taken {
				a[i][key] = "" // more than one: none of them is meant for sure
				continue
			}
			a[i][key] = p
		}
	}
	return a
}

// nearest is "" where there is no such note or more than one, for a wrong suggestion costs more than
// none.
func (a alike) nearest(want string) string {
	for i, key := range slips(want) {
		if p, ok := a[i][key]; ok {
			return p
		}
	}
	return ""
}

func (c *collector) orphan(p string, ix model.Index) {
	f := model.Finding{Rule: ruleOrphan, Severity: model.Warning, Path: p}
	f.Message = "the index does not name this note, so that a session does not know of it: add a line to MEMORY.md"
	f.Fix = "add a line to the index"
	// Fixing the dead link beside it is the better way, so the safe fix is not offered.
	for _, e := range ix.Entries {
		for _, l := range e.Links {
			if dangles(l) && strings.EqualFold(l.Path, p) {
				f.Message = fmt.Sprintf("the index does not name this note but links to %s in line %d: write that link as %s",
					l.Path, e.Line, p)
				f.Fix = ""
			}
		}
	}
	c.add(f)
}

// note judges what a reader of the frontmatter meets.
func (c *collector) note(n model.Note) {
	// An index of a subfolder is listed among the notes, but is none.
	if n.Special != "" && n.Bytes == 0 || path.Base(n.Path) == model.IndexName {
		return
	}
	f := model.Finding{Rule: ruleFrontmatter, Severity: model.Warning, Path: n.Path, Line: 1}
	switch n.Front {
	case model.FrontNone:
		f.Message = "the note has no frontmatter, so that nothing tells when to read it: add name, description and type between two --- lines"
	case model.FrontEmpty:
		f.Message = "the frontmatter is empty: add name, description and type between its --- lines"
	case model.FrontUnterminated:
		f.Message = "the frontmatter has no closing --- line, so that the whole note is taken for text: add the line"
	case model.FrontBroken:
		f.Line = n.FrontLine
		f.Message = fmt.Sprintf("the frontmatter is not valid YAML (line %d: %s)", n.FrontLine, n.FrontError)
	default:
		c.fields(n)
		return
	}
	c.add(f)
}

// fields judges a frontmatter that can be read. A YAML library would refuse a key that stands twice,
// the agent takes the last: so do we, and say it.
func (c *collector) fields(n model.Note) {
	seen := make(map[string]string, len(n.Fields))
	for _, f := range n.Fields {
		if _, twice := seen[f.Key]; twice {
			c.add(model.Finding{Rule: ruleFrontmatter, Severity: model.Warning, Path: n.Path, Line: 1,
				Message: fmt.Sprintf("the frontmatter has %q twice, and only the last counts: drop one", f.Key)})
		}
		seen[f.Key] = f.Value
	}
	f := model.Finding{Rule: ruleType, Severity: model.Warning, Path: n.Path, Line: 1}
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
