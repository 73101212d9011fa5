package offline

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// minMerged is the least text, in runes of its normal form, by which two notes are known to be the
// same: "see above" is not.
const minMerged = 15

// manyNotes is how many notes may share a line before it is no sign of sameness any more.
const manyNotes = 40

// core is the body of a note in its normal form: its lines without outer blanks and emphasis, blank
// ones left out.
func (f *file) core() []string {
	var core []string
	for _, l := range f.lines[f.body:] {
		text := strings.Join(strings.Fields(l.text), " ")
		if text = strings.TrimLeft(text, "-*+ "); text != "" {
			core = append(core, text)
		}
	}
	return core
}

// merge drops notes whose text stands whole in another note: equal, or a run of whole lines of it.
func (n *notes) merge(seen func(done, total int)) {
	cores := map[string][]string{}
	by := map[string][]string{} // the notes that hold a line
	for _, p := range n.notePaths() {
		cores[p] = n.files[p].core()
		for _, l := range slices.Compact(slices.Sorted(slices.Values(cores[p]))) {
			by[l] = append(by[l], p)
		}
	}
	indexed := n.indexed()
	paths := n.notePaths()
	for i, p := range paths {
		seen(i+1, len(paths))
		core := cores[p]
		if len([]rune(strings.Join(core, ""))) < minMerged {
			continue
		}
		if into := n.holder(p, core, cores, by, indexed); into != "" {
			n.mergeInto(p, into)
		}
	}
}

// holder finds the note that holds all of another's text, "" if none does. Of two equal ones the
// one that the index names stays, then the one with the shorter name.
func (n *notes) holder(p string, core []string, cores map[string][]string, by map[string][]string, indexed map[string]bool) string {
	// By its rarest line, so that a line which all notes share costs nothing.
	rare := slices.MinFunc(core, func(a, b string) int { return len(by[a]) - len(by[b]) })
	if len(by[rare]) > manyNotes {
		return ""
	}
	for _, q := range by[rare] {
		other, there := n.files[q]
		if q == p || !there || !contains(cores[q], core) || !sameKind(n.files[p], other) || path.Dir(p) != path.Dir(q) {
			continue
		}
		if len(cores[q]) > len(core) || prefer(q, p, indexed) {
			return q
		}
	}
	return ""
}

// sameKind reports whether two notes may be one: the same words of the user and of the project are
// two facts.
func sameKind(a, b *file) bool {
	return a.note.Type == b.note.Type || a.note.Type == "" || b.note.Type == ""
}

// prefer reports whether note a stays rather than b.
func prefer(a, b string, indexed map[string]bool) bool {
	if indexed[a] != indexed[b] {
		return indexed[a]
	}
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

// contains reports whether part is a run of whole lines of all, or stands in it in another order: lines that are each a
// sentence and no steps may.
func contains(all, part []string) bool {
	for i := 0; i+len(part) <= len(all); i++ {
		if slices.Equal(all[i:i+len(part)], part) {
			return true
		}
	}
	return !slices.ContainsFunc(part, func(l string) bool {
		return !whole.MatchString(l) || step.MatchString(l) || !slices.Contains(all, l)
	})
}

// whole finds a line that ends as a sentence does, step one that follows on another.
var (
	whole = regexp.MustCompile(`[.!。！]$`)
	step  = regexp.MustCompile(`(?i)^(?:\d+[.)]|then |next |after |finally |first |dann |danach |zuletzt |luego |después |puis |ensuite |затем |потом |然后|次に)`)
)

// mergeInto deletes a note and turns the links that named it to the one that holds its text.
func (n *notes) mergeInto(p, into string) {
	name, stem := n.files[p].note.Name, strings.TrimSuffix(path.Base(p), ".md")
	delete(n.added, p)
	n.drop(p)
	n.because(p, fmt.Sprintf("deleted, its text stands in %s", into))
	target := strings.TrimSuffix(path.Base(into), ".md")
	pairs := []string{"[[" + stem + "]]", "[[" + target + "]]"}
	if name != "" && name != stem {
		pairs = append(pairs, "[["+name+"]]", "[["+target+"]]")
	}
	if path.Dir(p) == "." {
		pairs = append(pairs, "]("+p+")", "]("+into+")", "](./"+p+")", "](./"+into+")")
	}
	turn := strings.NewReplacer(pairs...)
	for _, q := range n.notePaths() {
		f := n.files[q]
		turned := false
		for i := range f.lines {
			if f.code[i] {
				continue
			}
			if text := turn.Replace(f.lines[i].text); text != f.lines[i].text {
				f.set(i, text)
				turned = true
			}
		}
		if turned {
			n.because(q, fmt.Sprintf("a link to %s now leads to %s", p, into))
		}
	}
}
