package offline

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/note"
)

// place is a line of a file.
type place struct {
	file *file
	line int
}

// wordIndex finds the lines that hold a word, so that each fact looks at few of them. It holds as
// long as no line is added or removed.
func (n *notes) wordIndex() map[string][]place {
	index := map[string][]place{}
	for _, path := range n.paths() {
		f := n.files[path]
		for i, l := range f.lines {
			seen := map[string]bool{}
			for _, t := range tokens(l.text) {
				if !seen[t] {
					seen[t] = true
					index[t] = append(index[t], place{f, i})
				}
			}
		}
	}
	return index
}

// learn adds the new words of a line, for the facts that follow.
func learn(index map[string][]place, p place, text string) {
	for t := range fieldSet(strings.Join(tokens(text), " ")) {
		if !slices.Contains(index[t], p) {
			index[t] = append(index[t], p)
		}
	}
}

// lookup returns the lines that hold the rarest word of a name.
func lookup(index map[string][]place, name string) []place {
	var best []place
	for i, t := range tokens(name) {
		if found := index[t]; i == 0 || len(found) < len(best) {
			best = found
		}
	}
	return best
}

// amend brings the lines that a fact makes outdated up to date. It reports whether any line speaks
// of the matter.
func (n *notes) amend(f *fact, index map[string][]place, zone *time.Location) bool {
	// The longest name that a note knows is the one that was meant.
	for _, name := range f.a.readings {
		touched := map[*file]bool{}
		found := f.find(index, name)
		for _, m := range found {
			f.was(m)
			if edited := f.edit(m.place, m.spans, zone); edited != "" && edited != m.file.lines[m.line].text {
				m.file.set(m.line, edited)
				touched[m.file] = true
				learn(index, m.place, edited)
			}
		}
		for _, path := range n.paths() {
			if touched[n.files[path]] {
				n.because(path, f.reason(), f.cites...)
			}
		}
		if len(found) > 0 {
			return true
		}
	}
	return false
}

// match is a line that the fact concerns, and where it names the old thing.
type match struct {
	place
	spans []span
}

// was lets a correction know what it corrects.
func (f *fact) was(m match) {
	if f.restates {
		f.a.text = m.file.lines[m.line].text[m.spans[0].from:m.spans[0].to]
	}
}

// find returns the lines that the fact concerns. A number alone is in many lines: where some name all that it is said
// of, the others of the bodies mean something else.
func (f *fact) find(index map[string][]place, name string) (found []match) {
	exact := false
	for _, p := range lookup(index, cmp.Or(name, f.about)) {
		text := p.file.lines[p.line].text
		spans := spoken(text, name)
		if f.restates {
			if s, ok := f.stands(text); ok && p.file.statement(p.line) {
				spans = []span{s}
			}
		}
		if f.kind == move {
			spans = slices.DeleteFunc(spans, func(s span) bool { _, _, ok := seam(text, s, f.b.text); return !ok })
		}
		if len(spans) > 0 && f.concerns(p) {
			found = append(found, match{p, spans})
			exact = exact || p.line >= p.file.body && f.names(text)
		}
	}
	if !exact || f.about == "" || f.noted {
		return found
	}
	return slices.DeleteFunc(found, func(m match) bool {
		return m.line >= m.file.body && m.file.path != model.IndexName && !f.names(m.file.lines[m.line].text)
	})
}

func (f *fact) reason() string {
	if f.kind == gone && f.own {
		return fmt.Sprintf("%s: no longer so of %s, as the user said", f.a.text, f.about)
	}
	if f.kind == move {
		return fmt.Sprintf("%s → %s, as the user said", f.a.text, f.b.text)
	}
	return fmt.Sprintf("%s is no longer used, as the user said", f.a.text)
}

// concerns reports whether a line can be outdated by the fact: it is not younger, and it is about
// the same.
func (f *fact) concerns(p place) bool {
	if !f.from.at.IsZero() && p.file.note.Modified.After(f.from.at) {
		return false
	}
	if text := p.file.lines[p.line].text; f.own {
		return f.names(text) || f.noted && f.names(text+" "+p.file.note.Name+" "+p.file.note.Description)
	}
	if f.about == "" {
		return true
	}
	near := map[string]bool{}
	for _, t := range tokens(p.file.lines[p.line].text + " " + p.file.note.Name + " " + p.file.note.Description) {
		near[t] = true
	}
	for _, t := range tokens(f.about) {
		if (len(t) > 3 || strings.ContainsFunc(t, isWide)) && (near[t] || nearly(near, t)) {
			return true
		}
	}
	return false
}

// names reports whether a text has all words of what the fact is about, but for those that only link them.
func (f *fact) names(text string) bool {
	words := fieldSet(strings.Join(tokens(text), " "))
	for _, t := range tokens(f.about) {
		if !links[t] && !words[t] && !nearly(words, t) {
			return false
		}
	}
	return true
}

// nearly reports whether one of the words is the same but for its ending: "upload" and "uploads".
func nearly(words map[string]bool, t string) bool {
	for w := range words {
		short, long := t, w
		if len(short) > len(long) {
			short, long = long, short
		}
		if len(short) > 4 && len(long)-len(short) <= 2 && strings.HasPrefix(long, short) {
			return true
		}
	}
	return false
}

// edit returns the line as it should be, "" if it is not to be touched.
func (f *fact) edit(p place, spans []span, zone *time.Location) string {
	text := p.file.lines[p.line].text
	if f.said(text) {
		return ""
	}
	switch {
	// What is read to choose a note only follows: a remark on age has no room there.
	case p.file.path == model.IndexName:
		return f.editEntry(text, spans)
	case p.line < p.file.body:
		return f.editField(text, spans)
	case !p.file.statement(p.line):
		return ""
	}
	// A remark on what stood there before says nothing of today, and a new one takes its place.
	said := text[:len(text)-len(remark().FindString(text))]
	if spans = slices.DeleteFunc(slices.Clone(spans), func(s span) bool { return s.to > len(said) }); len(spans) == 0 {
		return ""
	}
	if f.kind == move && plainUse(said, spans, f) {
		s, with, _ := seam(said, spans[0], f.b.text)
		text = said[:s.from] + with + said[s.to:]
		return annotate(text, f.in, joined(f.in, f.asOf(zone), fmt.Sprintf(f.in.before, f.a.text)))
	}
	what := f.news()
	head := joined(f.in, f.in.outdated, f.asOf(zone))
	return annotate(text, f.in, head+colon(f.in)+what)
}

// remark finds, at the end of a line, the day of what it says and what it said before.
var remark = sync.OnceValue(func() *regexp.Regexp {
	const day = `\d{4}-\d\d-\d\d`
	var forms []string
	for _, in := range speeches() {
		form := func(text, with string) string { return strings.Replace(regexp.QuoteMeta(text), "%s", with, 1) }
		forms = append(forms, form(in.said, day), form(in.asOf, day)+`[;；] ?`+form(in.before, `[^()（）]+`), form(in.before, `[^()（）]+`))
	}
	return regexp.MustCompile(`(?: \(|（)(?:` + strings.Join(forms, "|") + `)[)）]$`)
})

// news is what a line says of the fact that makes it outdated. Of a thing that goes on without something the user's
// words tell more than any formula.
func (f *fact) news() string {
	switch {
	case f.kind == move:
		return f.a.text + " → " + f.b.text
	case f.own:
		return strings.ReplaceAll(note.Shorten(f.text, maxNews), "|", "/")
	}
	return fmt.Sprintf(f.in.isGone, f.a.text)
}

// maxNews is how much of a sentence goes into such a remark, in runes.
const maxNews = 120

// said reports whether a line already knows: it names the new thing beside the old one, or says
// that the old one is gone.
func (f *fact) said(text string) bool {
	if f.kind == gone {
		return strings.Contains(text, f.news())
	}
	for _, r := range f.b.readings {
		if len(mentions(strings.ToLower(text), strings.ToLower(r))) > 0 {
			return true
		}
	}
	return false
}

// asOf is how old the news is, "" if nobody knows.
func (f *fact) asOf(zone *time.Location) string {
	if f.from.at.IsZero() {
		return ""
	}
	return fmt.Sprintf(f.in.asOf, day(f.from.at, zone))
}

func day(t time.Time, zone *time.Location) string { return t.In(zone).Format(time.DateOnly) }

// plainUse reports whether a line only says that a thing is used, so that the new one can take its
// place: one mention, no figures, commands or files, which belong to the old thing and may not hold
// for the new one.
func plainUse(text string, spans []span, f *fact) bool {
	if len(spans) != 1 || lookOf(f.a.text) == lookNumber && f.about == "" {
		return false
	}
	s := spans[0]
	if inCode(text, s) && codeAround(text, s) != s {
		return false
	}
	if belongs.MatchString(text[s.to:]) {
		return false
	}
	rest := strings.TrimRight(text[:s.from], "`") + " " + strings.TrimLeft(text[s.to:], "`")
	return len(strings.Fields(rest)) <= 14 && utf8.RuneCountInString(rest) <= 90 &&
		!strings.ContainsAny(rest, "0123456789`/\\|") && !strings.Contains(rest, "://")
}

// belongs finds, right behind a name, a word for something that the old thing has and the new one
// may have under another name: "the Jenkins job release-train".
var belongs = regexp.MustCompile(`(?i)^(?:'s |[ -])(?:jobs?|servers?|files?|configs?|configuration|pipelines?|clusters?|plugins?|boards?|images?|scripts?|` +
	`instances?|accounts?|buckets?|channels?|dashboards?|repos?|repository|tables?|queues?|topics?|hosts?|projects?|workflows?|` +
	`dateien?|konto|skripte?|tabellen?|projekte?)\b`)

// annotate puts a note at the end of a line: before blanks that break it, and inside the last cell
// of a table.
func annotate(text string, in *speech, what string) string {
	body := strings.TrimRight(text, " \t")
	tail := text[len(body):]
	if cell, ok := strings.CutSuffix(body, "|"); ok && strings.HasPrefix(strings.TrimSpace(body), "|") {
		body = strings.TrimRight(cell, " \t")
		tail = " |" + tail
	}
	if isLatin(in.tongue) {
		return body + " (" + what + ")" + tail
	}
	return body + "（" + what + "）" + tail
}

// joined puts pieces of a note together; empty ones fall out.
func joined(in *speech, pieces ...string) string {
	sep := "; "
	if !isLatin(in.tongue) {
		sep = "；"
	}
	var full []string
	for _, p := range pieces {
		if p != "" {
			full = append(full, p)
		}
	}
	return strings.Join(full, sep)
}

func colon(in *speech) string {
	if isLatin(in.tongue) {
		return ": "
	}
	return "："
}

// field finds the one field that is read when a note is chosen, with a value that needs no quotes.
var field = regexp.MustCompile(`^(\s*description:\s+)([^"'|>&*!%@\x60\[{#].*)$`)

// bare is a name that can stand in a value without quotes.
var bare = regexp.MustCompile(`^[\pL\pN][\pL\pN .+@/_-]*$`)

// editField replaces a name in the description of a note.
func (f *fact) editField(text string, spans []span) string {
	g := field.FindStringSubmatch(text)
	if g == nil || spans[0].from < len(g[1]) {
		return ""
	}
	if f.kind == gone {
		if news := f.news(); strings.Contains(news, ": ") || strings.Contains(news, " #") || strings.ContainsAny(news[:1], yamlSigns) {
			return ""
		}
		return f.retell(text, spans[0], len(g[1]))
	}
	if f.kind != move || !bare.MatchString(f.b.text) {
		return ""
	}
	return replaceAll(text, spans, f.b.text)
}

// yamlSigns may not begin a value without quotes.
const yamlSigns = "\"'|>&*!%@`[]{},#?:-"

// retell puts the news in the place of the clause of a text, from an offset on, that still tells of a thing that is
// gone.
func (f *fact) retell(text string, s span, from int) string {
	const ends = ",;，；、"
	start, end := from, len(text)
	if i := strings.LastIndexAny(text[from:s.from], ends); i >= 0 {
		_, n := utf8.DecodeRuneInString(text[from+i:])
		start = from + i + n
	}
	if i := strings.IndexAny(text[s.to:], ends); i >= 0 {
		end = s.to + i
	}
	clause := strings.TrimSpace(text[start:end])
	at := strings.Index(text[start:], clause) + start
	return text[:at] + f.news() + text[at+len(clause):]
}

// label finds what an index line calls its note; that is a name, and stays.
var label = regexp.MustCompile(`\[[^\]]*\]`)

// editEntry replaces a name in what an index line says of a note.
func (f *fact) editEntry(text string, spans []span) string {
	if f.kind != move && f.kind != gone || !listed.MatchString(text) {
		return ""
	}
	labels := label.FindAllStringIndex(text, -1)
	spans = slices.DeleteFunc(slices.Clone(spans), func(s span) bool {
		return slices.ContainsFunc(labels, func(l []int) bool { return s.from < l[1] && s.to > l[0] })
	})
	if len(spans) == 0 {
		return ""
	}
	edited := ""
	if f.kind == move {
		edited = replaceAll(text, spans, f.b.text)
	} else if from := summaryAt(text); from > 0 && from <= spans[0].from {
		edited = f.retell(text, spans[0], from)
	}
	if utf8.RuneCountInString(edited) > note.MaxEntry {
		return ""
	}
	return edited
}

// summaryAt is where an index line begins to say something of its note, 0 if it only names it.
func summaryAt(text string) int {
	at := summary.FindStringIndex(text)
	if at == nil {
		return 0
	}
	return at[1]
}

// summary finds the link of an index line and the dash behind it.
var summary = regexp.MustCompile(`^\s*[-*+]\s+.*?\]\([^)]*\)\s*(?:—|–|-|:|：)\s*`)

// replaceAll puts a text in the place of each span.
func replaceAll(text string, spans []span, with string) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		s, fitted, _ := seam(text, s, with)
		b.WriteString(text[at:s.from])
		b.WriteString(fitted)
		at = s.to
	}
	b.WriteString(text[at:])
	return b.String()
}

// listed finds a list item.
var listed = regexp.MustCompile(`^\s*[-*+]\s`)
