package offline

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/note"
)

// keepAll makes a note of each text that the user asked to keep and that no note holds yet.
func (n *notes) keepAll(facts []*fact, zone *time.Location) {
	if len(facts) == 0 {
		return
	}
	held := n.holdings()
	manner := n.manner()
	for _, f := range facts {
		text, body := f.body(zone)
		if held.has(text, f.from.session) {
			continue
		}
		path := n.freePath(body)
		file := newFile(path, []byte(manner.write(f, body)))
		file.changed = true
		n.files[path] = file
		n.added[path] = f.cites
		why := "new, as the user asked to keep it"
		if f.kind == yes {
			why = "new, as the user then approved of it"
		}
		n.because(path, why, f.cites...)
		held.add(body, f.from.session)
	}
}

// body is the text of a note: the user's words with their relative dates worked out. In whole the
// day on which they were said stands with them, unless the text names a day by now; what is asked
// of other notes is the text alone.
func (f *fact) body(zone *time.Location) (text, whole string) {
	text = f.in.leadWords.ReplaceAllString(strings.TrimSpace(f.text), "")
	text = strings.TrimRight(text, ".!。！ ")
	text = f.in.opened(text)
	// A relative date means nothing to a later reader. One that cannot be worked out stays, and
	// the day on which it was said stands beside it.
	resolved, any := resolve(text, f.from.at, zone)
	stop := "."
	if !isLatin(f.in.tongue) {
		stop = "。"
	}
	if f.kind == yes && !f.from.at.IsZero() {
		text = f.in.opened(resolved) + stop
		return text, annotate(text, f.in, fmt.Sprintf(approvals[f.in.code].approved, day(f.from.at, zone)))
	}
	if any || f.from.at.IsZero() {
		text = f.in.opened(resolved) + stop
		return text, text
	}
	return text, annotate(text+stop, f.in, fmt.Sprintf(f.in.said, day(f.from.at, zone)))
}

// opened is a text as a sentence begins: in a script without capitals that changes nothing, and a name at its start
// stays as it is.
func (s *speech) opened(text string) string {
	if !isLatin(s.tongue) {
		return text
	}
	return upperFirst(text)
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	word, _, _ := strings.Cut(s, " ")
	// "iPhone" and "x/y" are spelled as they are.
	if !unicode.IsLower(r) || lookOf(word) == lookCode {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// holdings are the words of each note, to tell what is held already.
type holdings struct {
	notes []holding
	// by finds the notes that hold a word.
	by map[string][]int
}

type holding struct {
	session string
	words   map[string]bool
}

func (n *notes) holdings() *holdings {
	h := &holdings{by: map[string][]int{}}
	for _, path := range n.notePaths() {
		f := n.files[path]
		var b strings.Builder
		for _, l := range f.lines[f.body:] {
			b.WriteString(l.text + "\n")
		}
		h.add(f.note.Name+"\n"+f.note.Description+"\n"+b.String(), f.note.Session)
	}
	return h
}

func (h *holdings) add(text, session string) {
	words := telling(text)
	for w := range words {
		h.by[w] = append(h.by[w], len(h.notes))
	}
	h.notes = append(h.notes, holding{session, words})
}

// Shares of the telling words of a text that a note must hold to be about the same. Of a note that
// came from the same session less is asked: the agent wrote it down in its own words.
const (
	shareSame    = 0.85
	shareSession = 0.6
)

// has reports whether a note already says a text.
func (h *holdings) has(text, session string) bool {
	words := telling(text)
	if len(words) == 0 {
		return true
	}
	shared := map[int]int{}
	for w := range words {
		for _, i := range h.by[w] {
			shared[i]++
		}
	}
	// In no order: the answer is yes or no.
	for i, n := range shared {
		share := float64(n) / float64(len(words))
		if share >= shareSame || share >= shareSession && h.notes[i].session == session {
			return true
		}
	}
	return false
}

// telling are the words of a text that tell it from others: long ones, figures, and pairs of runes
// where a script has no blanks. Dates come and go with the edit.
func telling(text string) map[string]bool {
	words := map[string]bool{}
	before := ""
	for _, t := range tokens(isoDay.ReplaceAllString(text, " ")) {
		wide := strings.ContainsFunc(t, isWide)
		if wide && before != "" {
			words[before+t] = true
		}
		before = ""
		if wide {
			before = t
		} else if utf8.RuneCountInString(t) > 3 || strings.ContainsFunc(t, unicode.IsDigit) {
			words[t] = true
		}
	}
	return words
}

var isoDay = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)

// manner is how the notes around write their frontmatter.
type manner struct {
	nested, nodeType, session, modified, slug bool
}

// manner looks at all notes; what most of those do that could, is done.
func (n *notes) manner() manner {
	var m manner
	votes := map[string]int{}
	notes := 0
	for _, path := range n.notePaths() {
		f := n.files[path]
		notes++
		for _, field := range f.note.Fields {
			votes[field.Key]++
		}
		if f.note.Name != "" && slugForm.MatchString(f.note.Name) {
			votes["slug"]++
		}
	}
	// Both forms of the type are real; an empty memory gets the one that a person writes.
	m.nested = votes["metadata.type"] > votes["type"]
	m.nodeType = votes["metadata.node_type"]*2 > notes
	m.session = (votes["metadata.originSessionId"]+votes["originSessionId"])*2 > notes
	m.modified = (votes["metadata.modified"]+votes["modified"])*2 > notes
	m.slug = votes["slug"]*2 > notes
	return m
}

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// write is the whole text of a new note.
func (m manner) write(f *fact, body string) string {
	var b strings.Builder
	name := headline(body)
	if m.slug {
		name = slug(body)
	}
	fmt.Fprintf(&b, "---\nname: %s\ndescription: %s\n", scalar(name), scalar(note.Shorten(stripNote(body), 120)))
	pad := ""
	if m.nested {
		b.WriteString("metadata:\n")
		pad = "  "
	}
	if m.nested && m.nodeType {
		b.WriteString("  node_type: memory\n")
	}
	fmt.Fprintf(&b, "%stype: %s\n", pad, f.noteType())
	if m.session {
		fmt.Fprintf(&b, "%soriginSessionId: %s\n", pad, scalar(f.from.session))
	}
	if m.modified && !f.from.at.IsZero() {
		fmt.Fprintf(&b, "%smodified: %s\n", pad, f.from.at.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	fmt.Fprintf(&b, "---\n\n%s\n", body)
	return b.String()
}

// noteType is one of model.Types: how to work is feedback, what holds of the project is the rest.
func (f *fact) noteType() string {
	if f.kind == rule || f.kind == praise || f.kind == yes || f.kind == move || f.kind == gone {
		return "feedback"
	}
	if strings.Contains(f.text, "://") {
		return "reference"
	}
	return "project"
}

// stripNote takes the remark on the day off again.
func stripNote(body string) string {
	for _, open := range []string{" (", "（"} {
		if i := strings.LastIndex(body, open); i > 0 && isoDay.MatchString(body[i:]) {
			return strings.TrimRight(body[:i], ".。")
		}
	}
	return strings.TrimRight(body, ".。")
}

// headline are the first words of a text, enough to know it by.
func headline(body string) string {
	text := upperFirst(dayFirst.ReplaceAllString(stripNote(body), ""))
	limit := maxHeadline
	if strings.ContainsFunc(text, isWide) {
		limit = maxHeadline / 2
	}
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	words := strings.Fields(strings.TrimRight(note.Shorten(text, limit), "…"))
	// An article or a preposition at the end promises more.
	for len(words) > 2 && utf8.RuneCountInString(words[len(words)-1]) < 4 {
		words = words[:len(words)-1]
	}
	name := strings.TrimRight(strings.Join(words, " "), ",;:")
	if strings.Count(name, "`")%2 == 1 { // the cut went through a piece of code
		at := strings.LastIndexByte(name, '`')
		name = name[:at] + name[at+1:]
	}
	return name
}

// dayFirst is a date that opens a text: no name begins with it.
var dayFirst = regexp.MustCompile(`^(?:On |Am |El )?\d{4}-\d{2}-\d{2},? `)

// maxHeadline is in runes.
const maxHeadline = 36

// plainScalar is what YAML takes for a string without quotes.
var plainScalar = regexp.MustCompile(`^[\pL][^:#\n\x60]*[^:#\s]$`)

// uuid is how sessions are named; one that begins with digits is still no number.
var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f-]{27}$`)

// scalar is a value of a frontmatter. JSON's quotes are YAML's double quotes.
func scalar(s string) string {
	if uuid.MatchString(s) || plainScalar.MatchString(s) && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off"}, strings.ToLower(s)) {
		return s
	}
	var quoted strings.Builder
	e := json.NewEncoder(&quoted)
	e.SetEscapeHTML(false) // a reader of lines would see \u0026 where && was written
	if e.Encode(s) != nil {
		return `""`
	}
	return strings.TrimSuffix(quoted.String(), "\n")
}

// slug is a file name's stem: the telling words of a text, in its own script.
func slug(body string) string {
	var parts []string
	size := 0
	for _, t := range tokens(isoDay.ReplaceAllString(dayFirst.ReplaceAllString(stripNote(body), ""), " ")) {
		if len(parts) > 0 && size+len(t) > 40 {
			break
		}
		wide := strings.ContainsFunc(t, isWide)
		if n := len(parts); wide && n > 0 && strings.ContainsFunc(parts[n-1], isWide) {
			parts[n-1] += t
		} else {
			parts = append(parts, t)
		}
		size += len(t) + 1
	}
	for len(parts) > 2 && len(parts[len(parts)-1]) < 4 {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 0 {
		return "note"
	}
	return strings.Join(parts, "-")
}

// freePath is a path that no file has.
func (n *notes) freePath(body string) string {
	stem := slug(body)
	// The agent takes a name like x-2 for a double of x and says so; there is no better one for
	// two texts that begin alike.
	for i := 1; ; i++ {
		path := stem + ".md"
		if i > 1 {
			path = fmt.Sprintf("%s-%d.md", stem, i)
		}
		if !n.taken(path) {
			return path
		}
	}
}

// taken reports whether a file has this name, also but for its case: some disks make no difference.
func (n *notes) taken(path string) bool {
	if strings.EqualFold(path, model.IndexName) {
		return true
	}
	for p := range n.tree {
		if strings.EqualFold(p, path) {
			return true
		}
	}
	for p := range n.added {
		if strings.EqualFold(p, path) {
			return true
		}
	}
	return false
}
