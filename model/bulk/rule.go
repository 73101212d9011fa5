package bulk

import (
	"path"
	"strings"

	"dreamgate/model"
	"dreamgate/model/note"
)

// Rule takes many hunks at once.
type Rule struct {
	// Name is the word of the rule for a command: "index", "type=project", "dir=topics".
	Name string
	// Text names for people what it takes, About says it in a sentence.
	Text, About string
	fits        func(c model.Change, h model.Hunk) bool
	// deletes says that it means deletions, which no other rule takes.
	deletes bool
	// either says that one of the two names of a renamed file is enough for it.
	either bool
}

// The names of the rules. The last three have a value behind a =.
const (
	Everything = "clean"
	Deletions  = "deletions"
	IndexLines = "index"
	Additions  = "additions"
	Keeping    = "keeping"
	OfType     = "type"
	InFile     = "file"
	InDir      = "dir"
)

// Parse returns the rule of a name, for the notes of a proposal; false if there is none.
func Parse(name string, p model.Proposal) (Rule, bool) {
	word, value, valued := strings.Cut(name, "=")
	if valued != (word == OfType || word == InFile || word == InDir) || valued && value == "" {
		return Rule{}, false
	}
	r := Rule{Name: name}
	switch word {
	case Everything:
		r.About = "all that carries no flag, deletes no note, and leaves each note its line in the index"
		r.Text, r.fits = "everything clean", func(model.Change, model.Hunk) bool { return true }
	case Deletions:
		r.Text, r.deletes = "deletions", true
		r.About = "whole files that go, or lose all of their text"
		r.fits = func(c model.Change, h model.Hunk) bool { return h.Removes() }
	case IndexLines:
		r.Text = "index lines"
		r.About = "what changes in the index"
		r.fits = func(c model.Change, h model.Hunk) bool { return c.Path == model.IndexName }
	case Additions:
		r.Text = "additions"
		r.About = "what takes nothing away"
		r.fits = func(c model.Change, h model.Hunk) bool { return len(h.Removed) == 0 && h.Kind != model.HunkMode }
	case Keeping:
		r.Text = "no removals"
		r.About = "what takes no lines away without others in their place"
		r.fits = func(c model.Change, h model.Hunk) bool { return len(h.Removed) == 0 || len(h.Added) > 0 }
	case OfType:
		r.Text, r.About = "type "+value, "what changes in notes of the type "+value
		types := map[string]bool{}
		r.fits = func(c model.Change, h model.Hunk) bool {
			is, known := types[c.Path]
			if !known {
				is = TypeOf(c.Path, p) == value
				types[c.Path] = is
			}
			return is
		}
	case InFile:
		r.Text, r.either = "file "+value, true
		r.fits = func(c model.Change, h model.Hunk) bool { return c.Path == value }
	case InDir:
		r.Text = "folder " + value
		r.fits = func(c model.Change, h model.Hunk) bool { return strings.HasPrefix(c.Path, value+"/") }
	default:
		return Rule{}, false
	}
	if r.About == "" {
		r.About = "what changes in the " + r.Text
	}
	return r, true
}

// TypeOf is the type of a note, as proposed or else as it was; "" if it has none.
func TypeOf(file string, p model.Proposal) string {
	if !model.IsNote(file) {
		return ""
	}
	for _, t := range []model.Tree{p.Proposed, p.Base} {
		if f, ok := t[file]; ok && f.Regular() {
			if kind := note.Parse(file, f).Type; kind != "" {
				return kind
			}
		}
	}
	return ""
}

// Rules are those that make sense at a file of a proposal, "" for none.
func Rules(p model.Proposal, file string) []Rule {
	names := []string{Deletions, IndexLines, Additions, Keeping, Everything}
	if file != "" {
		if kind := TypeOf(file, p); kind != "" {
			names = append(names, OfType+"="+kind)
		}
		names = append(names, InFile+"="+file)
		if dir := path.Dir(file); dir != "." {
			names = append(names, InDir+"="+dir)
		}
	}
	var out []Rule
	for _, n := range names {
		if r, ok := Parse(n, p); ok {
			out = append(out, r)
		}
	}
	return out
}

// means says of the hunks of a review whether the rule means them. The two halves of a rename are meant
// together, and are no deletion.
func (r Rule) means(v View) func(c model.Change, h model.Hunk) bool {
	partner := map[string]model.Change{}
	at := make(map[string]model.Change, len(v.Changes))
	for _, c := range v.Changes {
		at[c.Path] = c
	}
	for _, c := range v.Changes {
		if from, ok := at[c.RenameOf]; ok && c.RenameOf != "" {
			partner[c.Path], partner[from.Path] = from, c
		}
	}
	return func(c model.Change, h model.Hunk) bool {
		other, renamed := partner[c.Path]
		if !renamed || len(other.Hunks) == 0 {
			return r.fits(c, h)
		}
		if h.Kind == model.HunkText {
			return r.fits(c, h) || r.fits(other, h) // a change of the text, which is the one file or the other
		}
		here, there := r.fits(c, h), r.fits(other, other.Hunks[0])
		return !r.deletes && (here && there || r.either && (here || there))
	}
}

// Accepts are the undecided hunks that a rule may accept: what it means and is clean, or, of deletions, has no
// flag. Left are those that it means and leaves.
func (r Rule) Accepts(v View) (ids, left []string) {
	means, meant := r.means(v), map[string]bool{}
	for _, c := range v.Changes {
		for _, h := range c.Hunks {
			meant[h.ID] = means(c, h)
		}
	}
	clean := v.Clean(func(id string) bool { return meant[id] })
	for _, c := range v.Changes {
		for _, h := range c.Hunks {
			switch {
			case v.Decisions[h.ID] != model.Undecided || !meant[h.ID]:
			case clean[h.ID] || r.deletes && v.plain(h) && !v.Check.Loss.Destroys():
				ids = append(ids, h.ID)
			default:
				left = append(left, h.ID)
			}
		}
	}
	return ids, left
}

// Rejects are the undecided hunks that a rule rejects: all that it means. To refuse loses nothing.
func (r Rule) Rejects(v View) (ids []string) {
	means := r.means(v)
	for _, c := range v.Changes {
		for _, h := range c.Hunks {
			if v.Decisions[h.ID] == model.Undecided && means(c, h) {
				ids = append(ids, h.ID)
			}
		}
	}
	return ids
}
