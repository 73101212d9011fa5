package evidence

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Change is one reason of CHANGES.md: what was done to a file, and the transcript lines that are
// named for it. A line of the file that gives several reasons is several changes.
type Change struct {
	// Path is the file as it is written there; it may lack folders.
	Path  string
	What  string
	Cites []Ref
}

// Ref is a locator of a transcript line: a session, or the start of its name, and a raw line. It
// proves nothing before the line was read.
type Ref struct {
	Session string
	Line    int
}

// What is read of CHANGES.md at most, and of one reason in it, in bytes: more is no list of reasons,
// and the cost of looking for locators grows with the length of a line.
const (
	maxChanges = 256 << 10
	maxReason  = 4 << 10
)

// maxLead is how far before a session's name its line may stand, in bytes.
const maxLead = 80

// maxRange bounds the lines that one "4-9" stands for: a range over a whole session names nothing.
const maxRange = 20

var (
	// aFile is a Markdown file as models write one: bare, in backticks, as a link.
	aFile = regexp.MustCompile("[^\\s`\"'()\\[\\]<>,;:|*]+\\.md\\b")
	// aSession is what may be the name of a session; sessionLike decides.
	aSession = regexp.MustCompile(`[A-Za-z0-9][A-Za-z0-9_-]*(?:\.jsonl)?`)
	// aPlace is the line behind a session: ":4", "#L4", ", line 4", " (lines 4".
	aPlace = regexp.MustCompile("^[`\"'”)\\]…]*(?:\\s*:\\s*|#|,?\\s*\\(?\\s*(?:at\\s+)?)(L|[Ll]ines?\\s+|[Ll]\\.\\s*|Zeilen?\\s+|líneas?\\s+|строк[аиу]\\s+|第?\\s*)?(\\d+)(?:\\s*[-–]\\s*(\\d+))?")
	// another is one more line of the same session.
	another = regexp.MustCompile(`^\s*(?:,|and|&|und|y|и|\+|/)\s*(?:L|[Ll]ines?\s+)?(\d+)(?:\s*[-–]\s*(\d+))?`)
	// placeBefore is the line in front of a session: "line 4 of session x".
	placeBefore = regexp.MustCompile(`(?i)\blines?\s+(\d+)(?:\s*[-–]\s*(\d+))?\s+(?:of|in|from)\s+(?:the\s+)?(?:session|transcript|file)?\s*` + "[`\"'“(]*$")
	// wordBefore is the word in front of a session that makes any name one.
	wordBefore = regexp.MustCompile(`(?i)\b(?:session|sitzung|sesión|transcript|сессия|会话|セッション)\s*` + "[`\"'“(]*$")
	// anID is a UUID or the start of one.
	anID   = regexp.MustCompile(`^[0-9a-f]{6,8}(?:-[0-9a-f-]*)?$`)
	bullet = regexp.MustCompile(`^\s*(?:[-*+•]|\d+[.)])\s+`)
	// gaps are what is left between words when locators are taken out.
	gaps = regexp.MustCompile("[\\s—–\\-:;,.()\\[\\]`|>]+$|^[\\s—–\\-:;,()\\[\\]`|>]+")
)

// Changes reads CHANGES.md loosely: "- <path>: <what> [<session>:<line>, ...]" and whatever else
// says the same. Prose that names no file is no change. It never fails.
func Changes(text string) []Change {
	var out []Change
	text = text[:min(len(text), maxChanges)]
	var heading []string
	for _, line := range blocks(text) {
		if rest, ok := strings.CutPrefix(line, "#"); ok {
			heading = aFile.FindAllString(rest, -1)
			continue
		}
		paths, what := subject(line)
		if len(paths) == 0 {
			if len(heading) == 0 || !bullet.MatchString(line) {
				continue
			}
			paths, what = heading, bullet.ReplaceAllString(line, "")
		}
		for _, reason := range reasons(what) {
			for _, p := range paths {
				reason.Path = p
				out = append(out, reason)
			}
		}
	}
	return out
}

// blocks joins the lines that carry on a bullet and drops blank ones.
func blocks(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		trimmed := strings.TrimRight(line[:min(len(line), maxReason)], " \t\r\n")
		switch {
		case strings.TrimSpace(trimmed) == "":
			continue
		case len(out) > 0 && (line[0] == ' ' || line[0] == '\t') && len(aFile.FindString(trimmed)) == 0 &&
			!strings.HasPrefix(out[len(out)-1], "#") && !bullet.MatchString(trimmed):
			if last := &out[len(out)-1]; len(*last) < maxReason {
				*last += " " + strings.TrimSpace(trimmed)
			}
		default:
			out = append(out, strings.TrimSpace(trimmed))
		}
	}
	return out
}

// subject splits a line into the files that it is about and what it says of them. Files are named
// before the first colon, arrow or dash; where none is, all that the line names are meant.
func subject(line string) (paths []string, what string) {
	line = bullet.ReplaceAllString(line, "")
	head, rest := line, ""
	for _, mark := range []string{": ", "：", " -> ", " → ", " — ", " – ", " - ", " | "} {
		at := strings.Index(line, mark)
		if at > 0 && at < len(head) && aFile.MatchString(line[:at]) {
			head, rest = line[:at], line[at+len(mark):]
		}
	}
	found := aFile.FindAllStringIndex(head, -1)
	for _, f := range found {
		// "(was old.md)" and "from old.md" name where the text came from
		before := strings.ToLower(strings.TrimRight(head[:f[0]], " `\"'("))
		if len(paths) > 0 && (strings.HasSuffix(before, "was") || strings.HasSuffix(before, "from") || strings.HasSuffix(before, "into")) {
			continue
		}
		if p := strings.TrimPrefix(strings.TrimPrefix(head[f[0]:f[1]], "./"), "memory/"); !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	if rest == "" {
		rest = line
	}
	return paths, rest
}

// reasons splits what is said of a file where each part has locators of its own.
func reasons(what string) []Change {
	parts := strings.Split(what, ";")
	split := make([]Change, len(parts))
	cited := 0
	for i, p := range parts {
		split[i].What, split[i].Cites = refs(p)
		if len(split[i].Cites) > 0 {
			cited++
		}
	}
	if len(parts) == 1 || cited == 0 || cited == 1 && len(split[len(parts)-1].Cites) > 0 {
		whole := Change{}
		whole.What, whole.Cites = refs(what)
		return []Change{whole}
	}
	return split
}

// refs takes the locators out of a text.
func refs(text string) (rest string, found []Ref) {
	var b strings.Builder
	at := 0
	for _, m := range aSession.FindAllStringIndex(text, -1) {
		if m[0] < at {
			continue
		}
		name := strings.TrimSuffix(text[m[0]:m[1]], ".jsonl")
		before, end, lines := text[at:m[0]], m[1], []int(nil)
		if near := before[max(0, len(before)-maxLead):]; len(near) < len(before) {
			b.WriteString(before[:len(before)-len(near)])
			at, before = at+len(before)-len(near), near
		}
		if place := placeBefore.FindStringSubmatch(before); place != nil && sessionLike(text, before, m, false) {
			lines = span(place[1], place[2])
			before = placeBefore.ReplaceAllString(before, "")
		} else if lines, end = places(text, m[1]); lines == nil ||
			!sessionLike(text, before, m, strings.HasPrefix(text[m[1]:], ":")) {
			continue
		}
		for _, n := range lines {
			found = append(found, Ref{name, n})
		}
		b.WriteString(wordBefore.ReplaceAllString(before, ""))
		at = end
	}
	b.WriteString(text[at:])
	return gaps.ReplaceAllString(gaps.ReplaceAllString(b.String(), ""), ""), found
}

// sessionLike reports whether the word at m is the name of a session: it has the ending of one, is
// an id, follows the word "session", or stands in brackets with a line right behind it.
func sessionLike(text, before string, m []int, colon bool) bool {
	name := text[m[0]:m[1]]
	if strings.HasSuffix(name, ".jsonl") || strings.HasPrefix(name, "agent-") || wordBefore.MatchString(before) {
		return true
	}
	if anID.MatchString(name) && strings.ContainsAny(name, "0123456789") {
		return true
	}
	open := strings.LastIndexByte(text[:m[0]], '[')
	return colon && open >= 0 && !strings.Contains(text[open:m[0]], "]") && strings.Contains(text[m[1]:], "]")
}

// places reads the lines behind a session's name and returns where they end; nil if there are none.
func places(text string, i int) (lines []int, end int) {
	m := aPlace.FindStringSubmatchIndex(text[i:])
	if m == nil || tail(text, i+m[1]) {
		return nil, i
	}
	lead := text[i : i+m[4]]
	if m[2] < 0 && !strings.ContainsAny(lead, ":#") { // "x.jsonl 4" names nothing for sure
		return nil, i
	}
	lines, end = span(group(text[i:], m, 2), group(text[i:], m, 3)), i+m[1]
	for {
		m := another.FindStringSubmatchIndex(text[end:])
		if m == nil || tail(text, end+m[1]) {
			return lines, end
		}
		lines = append(lines, span(group(text[end:], m, 1), group(text[end:], m, 2))...)
		end += m[1]
	}
}

// tail reports whether a number goes on behind i: it was the start of an id or of a name.
func tail(text string, i int) bool {
	if i >= len(text) {
		return false
	}
	b := text[i]
	return b == '-' || b == '_' || b == ':' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' ||
		b == '.' && i+1 < len(text) && text[i+1] > ' '
}

// group is a group of a match by its number, "" if it took no part in it.
func group(s string, m []int, n int) string {
	if m[2*n] < 0 {
		return ""
	}
	return s[m[2*n]:m[2*n+1]]
}

// span is the lines from a to b; just a where b is empty or makes no sense.
func span(a, b string) []int {
	from, err := strconv.Atoi(a)
	if err != nil {
		return nil
	}
	lines := []int{from}
	if to, err := strconv.Atoi(b); err == nil && to > from && to-from < maxRange {
		for n := from + 1; n <= to; n++ {
			lines = append(lines, n)
		}
	}
	return lines
}
