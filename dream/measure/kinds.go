package measure

import "slices"

// fitting are the kinds of flags that are right for a kind of fault, where the two are not called the same.
// A label names what a dream did, a flag what can be seen of it: who invents a thing leaves words that
// nobody said, and who writes a guess down leaves words that nobody decided.
var fitting = map[string][]string{
	"fabricated":         {"unsourced", "missing-citation"},
	"guess-as-decision":  {"unsourced", "missing-citation"},
	"contradicted-later": {"stale-value"},
	"rename-loss":        {"lost-fact", "lost-note"},
	"instruction":        {"instruction", "untrusted-only"},
	"untrusted-only":     {"untrusted-only", "instruction"},
	"unsourced":          {"unsourced", "missing-citation"},
}

// kindLimit is the label of an index that grew too long: no line of it is the one too many.
const kindLimit = "over-limit"

// kinds are the kinds of flags that are right for a label.
func (l Label) kinds() []string {
	switch {
	case len(l.Flags) > 0:
		return l.Flags
	case fitting[l.Kind] != nil:
		return fitting[l.Kind]
	}
	return []string{l.Kind}
}

// structural reports whether a label is about the form of the notes, which the audit tells as well.
func (l Label) structural() bool {
	return slices.Contains([]string{"dangling", "orphan", "frontmatter", kindLimit, "duplicate"}, l.Kind)
}
