package offline

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/note"
)

// parsed reads the index as it stands.
func (n *notes) parsed() (model.Index, []model.Note, model.Tree) {
	tree := n.now()
	f, ok := tree[model.IndexName]
	var list []model.Note
	for _, p := range n.notePaths() {
		list = append(list, n.files[p].note)
	}
	return note.ParseIndex(f, ok, tree), list, tree
}

// indexed are the notes that the index names with a link.
func (n *notes) indexed() map[string]bool {
	ix, _, _ := n.parsed()
	named := map[string]bool{}
	for _, e := range ix.Entries {
		for _, l := range e.Links {
			named[l.Path] = true
		}
	}
	return named
}

// mendIndex brings the index in line with the notes.
func (n *notes) mendIndex() {
	if f := n.files[model.IndexName]; f != nil {
		n.mendLinks(f)
		n.mendCase(f)
		n.dropDoubles(f)
		n.shortenEntries(f)
	}
	n.addOrphans(func(string) bool { return true })
}

// mendLinks goes through the entries from the bottom up, so that line numbers stay good.
func (n *notes) mendLinks(f *file) {
	ix, _, tree := n.parsed()
	meant := audit.Meant(tree)
	for _, e := range slices.Backward(ix.Entries) {
		i := e.Line - 1
		if i >= len(f.lines) || f.code[i] {
			continue // an example is no entry
		}
		text, dead, alive := f.lines[i].text, "", false
		for _, l := range e.Links {
			if l.Exists || l.Wiki || l.Path == "" || !strings.HasSuffix(l.Path, ".md") {
				alive = alive || l.Exists || l.Wiki
				continue
			}
			// A slip of the hand, or a note that was renamed or moved since. A disk that makes no
			// difference between cases hides the former until the memory is copied to one that does.
			if near := meant(l.Path); near != "" {
				if linked, ok := relink(text, l.Text, near); ok {
					text, alive = linked, true
					n.because(model.IndexName, fmt.Sprintf("line %d: the link to %s is spelled %s", e.Line, l.Path, near))
					continue
				}
			}
			dead = l.Path
			text = unlink(text, l.Text)
		}
		switch {
		case dead != "" && !alive && listed.MatchString(text):
			// Prose around a dead link may say more than the link did; an entry does not.
			f.remove(i, f.itemEnd(i))
			n.because(model.IndexName, fmt.Sprintf("the line of %s is dropped, the file is gone", dead))
			continue
		case dead != "":
			n.because(model.IndexName, fmt.Sprintf("line %d: the link to %s is dropped, the file is gone", e.Line, dead))
		}
		f.set(i, text)
	}
}

// itemEnd is the line behind a list item: what follows it indented and is no item of its own belongs
// to it.
func (f *file) itemEnd(i int) int {
	end := i + 1
	for end < len(f.lines) {
		text := f.lines[end].text
		if !strings.HasPrefix(text, " ") && !strings.HasPrefix(text, "\t") || strings.TrimSpace(text) == "" || listed.MatchString(text) {
			break
		}
		end++
	}
	return end
}

// relink gives a link another target, and reports whether it could be found as it is written. What names
// a part of the note stays.
func relink(text, target, path string) (string, bool) {
	part := ""
	if i := strings.IndexByte(target, '#'); i >= 0 {
		part = target[i:]
	}
	for _, open := range []string{"](<", "]("} {
		if i := strings.Index(text, open+target); i >= 0 {
			from := i + len(open)
			return text[:from] + note.Target(path) + part + text[from+len(target):], true
		}
	}
	return text, false
}

// mendCase spells the names of notes as their files are.
func (n *notes) mendCase(f *file) {
	_, _, tree := n.parsed()
	spellings := audit.NewSpellings(tree)
	for i := f.body; i < len(f.lines); i++ {
		from, to, is := spellings.Find(f.lines[i].text)
		if f.code[i] || is == "" {
			continue
		}
		text := f.lines[i].text
		n.because(model.IndexName, fmt.Sprintf("line %d: the name %s is spelled %s", i+1, text[from:to], is))
		f.set(i, text[:from]+is+text[to:])
	}
}

// unlink turns a link into its label.
func unlink(text, target string) string {
	re := regexp.MustCompile(`!?\[([^\]]*)\]\(<?` + regexp.QuoteMeta(target) + `>?(?:\s+"[^"]*")?\)`)
	return re.ReplaceAllString(text, "$1")
}

// dropDoubles drops list items that name a note and stand there a second time, word for word.
func (n *notes) dropDoubles(f *file) {
	ix, _, _ := n.parsed()
	first := map[string]int{}
	for _, e := range ix.Entries {
		if key := strings.TrimSpace(e.Text); len(e.Links) > 0 && first[key] == 0 {
			first[key] = e.Line
		}
	}
	for _, e := range slices.Backward(ix.Entries) {
		i := e.Line - 1
		key := strings.TrimSpace(e.Text)
		if len(e.Links) == 0 || first[key] == e.Line || !listed.MatchString(e.Text) || f.itemEnd(i) != i+1 {
			continue
		}
		f.remove(i, i+1)
		n.because(model.IndexName, fmt.Sprintf("line %d is dropped, it repeats line %d", e.Line, first[key]))
	}
}

// shortenEntries cuts list items that are too long for a glance. The link stays, and so does every
// word: what the note itself does not say moves there.
func (n *notes) shortenEntries(f *file) {
	ix, _, _ := n.parsed()
	for _, e := range ix.Entries {
		i := e.Line - 1
		text := f.lines[i].text
		if utf8.RuneCountInString(text) <= note.MaxEntry || !listed.MatchString(text) || len(e.Links) != 1 || !e.Links[0].Exists {
			continue
		}
		head, rest := splitEntry(text, e.Links[0])
		if head == "" {
			continue
		}
		short := head + shortSummary(rest, note.MaxEntry-utf8.RuneCountInString(head))
		// Where the note cannot be written, the words would be lost.
		target := n.files[e.Links[0].Path]
		if target == nil || utf8.RuneCountInString(short) > note.MaxEntry {
			continue
		}
		if !target.tells(rest) {
			target.append(strings.TrimLeft(rest, " \t—–-:·|"))
			n.because(target.path, "what its line in the index said at length")
		}
		f.set(i, short)
		n.because(model.IndexName, fmt.Sprintf("the line of %s is shortened to a glance", e.Links[0].Path))
	}
}

// splitEntry parts an entry behind its link.
func splitEntry(text string, l model.Link) (head, rest string) {
	at := -1
	// A label may repeat the target: what opens the target is looked for first.
	for _, open := range []string{"](<", "](", "[[", "`", ""} {
		if i := strings.Index(text, open+l.Text); i >= 0 {
			at = i + len(open)
			break
		}
	}
	if at < 0 {
		return "", "" // a target that is written with escapes
	}
	end := at + len(l.Text)
	for end < len(text) && strings.ContainsRune(">)]*`_", rune(text[end])) {
		end++
	}
	return text[:end], text[end:]
}

// shortSummary cuts a text to a number of runes, at the end of a clause if one ends late enough, else
// between words.
func shortSummary(text string, room int) string {
	r := []rune(text)
	if len(r) <= room {
		return text
	}
	cut := string(r[:max(0, room-1)])
	if ends := clauseEnd.FindAllStringIndex(cut, -1); len(ends) > 0 {
		if whole := closed(cut[:ends[len(ends)-1][0]]); len(whole) > len(cut)/2 {
			return whole
		}
	}
	short := note.Shorten(text, room)
	if whole := closed(strings.TrimSuffix(short, "…")); len(whole) > len(short)/2 {
		return whole + "…"
	}
	return short
}

// clauseEnd finds where a clause ends: a mark inside a name or a version ends none.
var clauseEnd = regexp.MustCompile(`[,;.](?:\s|$)|[，；。、]`)

// closed cuts a text before a bracket, a code or an emphasis that is opened in it and not closed.
func closed(text string) string {
	for _, pair := range []struct{ open, end string }{{"(", ")"}, {"[", "]"}, {"（", "）"}} {
		if strings.Count(text, pair.open) > strings.Count(text, pair.end) {
			text = text[:strings.LastIndex(text, pair.open)]
		}
	}
	for _, mark := range []string{"`", "**", "\""} {
		if strings.Count(text, mark)%2 == 1 {
			text = text[:strings.LastIndex(text, mark)]
		}
	}
	return strings.TrimRight(text, " \t,;:.—–-，；。、")
}

// tells reports whether a note holds all words of a text.
func (f *file) tells(text string) bool {
	have := map[string]bool{}
	for _, t := range tokens(string(f.bytes())) {
		have[t] = true
	}
	return !slices.ContainsFunc(tokens(text), func(t string) bool { return !have[t] })
}

// append puts a paragraph at the end of a note.
func (f *file) append(text string) {
	if n := len(f.lines); n > 0 && strings.TrimSpace(f.lines[n-1].text) != "" {
		f.insert(n, "", text)
		return
	}
	f.insert(len(f.lines), text)
}

// addOrphans gives a line to each wanted note that the index does not name, as long as there is room: a
// line below the cut is not loaded, and pushes nothing out.
func (n *notes) addOrphans(wanted func(path string) bool) {
	ix, list, tree := n.parsed()
	orphans := slices.DeleteFunc(audit.Orphans(tree, list, ix), func(p string) bool { return !wanted(p) })
	f := n.files[model.IndexName]
	if _, there := n.tree[model.IndexName]; len(orphans) == 0 || f == nil && there {
		return // what stands in its place cannot be written
	}
	if f == nil {
		f = newFile(model.IndexName, []byte("# Memory index\n\n"))
		n.files[model.IndexName] = f
	}
	// The agent counts UTF-16 units, and so must whoever stays below its bound.
	lines, units := ix.Lines, ix.Units
	var add []string
	for _, p := range orphans {
		text := note.Entry(n.files[p].note, ix.Entries)
		lines, units = lines+1, units+len(utf16.Encode([]rune(text)))+1
		if lines > note.MaxLines || units > note.MaxUnits {
			n.because(model.IndexName, fmt.Sprintf("no room for a line of %s and further notes", p))
			break
		}
		add = append(add, text)
		if cites, ok := n.added[p]; ok {
			n.because(model.IndexName, "a line for the new "+p, cites...)
		} else {
			n.because(model.IndexName, fmt.Sprintf("a line for %s, which it did not name", p))
		}
	}
	if len(add) > 0 {
		f.insert(f.listEnd(ix), add...)
	}
}

// listEnd is the line behind the last entry of the index that is a list item with a link, else behind
// its last line with text.
func (f *file) listEnd(ix model.Index) int {
	// Behind the last entry and not at the end of the file: other sections may follow.
	for _, e := range slices.Backward(ix.Entries) {
		if i := e.Line - 1; i < len(f.lines) && len(e.Links) > 0 && listed.MatchString(e.Text) && !f.code[i] {
			return f.itemEnd(i)
		}
	}
	end := len(f.lines)
	for end > 0 && strings.TrimSpace(f.lines[end-1].text) == "" {
		end--
	}
	if end > 0 && end < len(f.lines) {
		end++ // one blank line stays between the text and the list
	}
	return end
}
