package secret

import (
	_ "embed"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed rules.json
var rulesJSON []byte

// rule is one of gitleaks' rules. Its expression is compiled when a line first holds one of its
// keywords: all of them take 100 ms, and most texts need none.
type rule struct {
	ID       string
	Regex    string
	Group    int
	Entropy  float64
	Keywords []string
	Allow    []allow

	compile sync.Once
	re      *regexp.Regexp
}

// allow is an exception: what it matches is no secret.
type allow struct {
	// On is what the expressions look at: "" for the secret, "match" or "line".
	On string
	// All asks for an expression and a word, not for one of them.
	All     bool
	Regexes []string
	Words   []string

	compile sync.Once
	re      *regexp.Regexp
}

// table holds the rules by their keywords.
type table struct {
	Allow []allow
	Rules []rule
	// first leads from two bytes, in small letters, to the keywords that begin with them.
	first [1 << 16]uint16
	words [][]keyword
	// begins has a bit for each pair of bytes that first knows.
	begins [1 << 10]uint64
}

// keyword is a word without which some rules cannot match.
type keyword struct {
	text  string
	rules []use
}

// use is a rule that has a keyword. Edge says that its expression begins with the keyword, at the
// edge of a word: most lines with "ey" in them speak of a key, and hold no web token.
type use struct {
	rule int
	edge bool
}

// generic is the rule that knows no issuer. It is the one that takes names of things for secrets.
const generic = "generic-api-key"

// rules are read when the first text is looked at. The table is a part of the program and its test
// reads it: that it cannot be read is a fault of the build.
var rules = sync.OnceValue(func() *table {
	t := &table{words: [][]keyword{nil}}
	if err := json.Unmarshal(rulesJSON, t); err != nil {
		panic("secret: rules.json: " + err.Error())
	}
	for i := range t.Rules {
		for _, w := range t.Rules[i].Keywords {
			t.index(strings.ToLower(w), i)
		}
	}
	return t
})

func (t *table) index(word string, at int) {
	pair := int(word[0])<<8 | int(word[1])
	t.begins[pair>>6] |= 1 << (pair & 63)
	if t.first[pair] == 0 {
		t.first[pair] = uint16(len(t.words))
		t.words = append(t.words, nil)
	}
	list := &t.words[t.first[pair]]
	i := slices.IndexFunc(*list, func(k keyword) bool { return k.text == word })
	if i < 0 {
		i = len(*list)
		*list = append(*list, keyword{text: word})
	}
	begin := strings.ToLower(t.Rules[at].Regex)
	edge := strings.HasPrefix(begin, `\b`+word) || strings.HasPrefix(begin, `\b(`+word)
	(*list)[i].rules = append((*list)[i].rules, use{at, edge})
}

// lower maps A-Z to a-z, byte by byte: keywords are ASCII.
var lower = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
	}
	for b := byte('A'); b <= 'Z'; b++ {
		t[b] = b + 'a' - 'A'
	}
	return t
}()

// A line of more than longLine bytes is data, and most of it is far from any keyword: only the
// surroundings of the keywords are matched. No rule reaches farther.
const (
	longLine      = 4 << 10
	before, after = 256, 2 << 10
)

// window is a part of a line that a rule is to be matched with.
type window struct{ from, to int }

// find adds what the rules see in a line that stands at an offset of the text.
func (t *table) find(line string, offset int, found []Match) []Match {
	windows := t.wanted(line)
	if len(windows) == 0 {
		return found
	}
	runs := runsOf(line)
	for at, windows := range windows {
		r := &t.Rules[at]
		if !r.possible(runs) {
			continue
		}
		for _, w := range windows {
			found = t.match(r, line, w, offset, found)
		}
	}
	return found
}

// wanted says which rules have a keyword in a line, and where to look.
func (t *table) wanted(line string) map[int][]window {
	var out map[int][]window
	for i := 0; i+1 < len(line); i++ {
		// Most pairs begin no keyword, and are told by a table that is small enough to stay at hand.
		pair := int(lower[line[i]])<<8 | int(lower[line[i+1]])
		if t.begins[pair>>6]&(1<<(pair&63)) == 0 {
			continue
		}
		for _, k := range t.words[t.first[pair]] {
			if !foldedAt(line, i, k.text) {
				continue
			}
			if out == nil {
				out = map[int][]window{}
			}
			for _, u := range k.rules {
				if !u.edge || i == 0 || !word(line[i-1]) || line[i-1] == '-' {
					out[u.rule] = around(out[u.rule], i, len(line))
				}
			}
		}
	}
	return out
}

// foldedAt reports whether a keyword, which is in small letters, stands at a place in a line.
func foldedAt(line string, at int, keyword string) bool {
	if len(line)-at < len(keyword) {
		return false
	}
	for i := range len(keyword) {
		if lower[line[at+i]] != keyword[i] {
			return false
		}
	}
	return true
}

// around adds the surroundings of a keyword to the windows before it.
func around(ws []window, at, size int) []window {
	if size <= longLine {
		return append(ws[:0], window{0, size})
	}
	w := window{max(0, at-before), min(size, at+after)}
	if n := len(ws); n > 0 && ws[n-1].to >= w.from {
		ws[n-1].to = w.to
		return ws
	}
	return append(ws, w)
}

// match adds what one rule finds in a part of a line.
func (t *table) match(r *rule, line string, w window, offset int, found []Match) []Match {
	r.compile.Do(func() { r.re = regexp.MustCompile(r.Regex) })
	part := line[w.from:w.to]
	for _, m := range r.re.FindAllStringSubmatchIndex(part, -1) {
		if m[1] == len(part) && w.to < len(line) {
			continue // It ends where the window does: what stands there is longer.
		}
		from, to := group(m, r.Group)
		value := part[from:to]
		if value == "" || r.Entropy > 0 && entropy(value) <= r.Entropy ||
			allowed(t.Allow, value, part[m[0]:m[1]], line) || allowed(r.Allow, value, part[m[0]:m[1]], line) ||
			placeholder(value) || r.ID == generic && name(value) {
			continue
		}
		from, to = from+w.from, to+w.from
		found = append(found, Match{Start: offset + from, End: offset + to, Kind: strings.ReplaceAll(r.ID, "-", " ")})
	}
	return found
}

// group is the range of the secret in a match: the group that the rule names, else the first that
// holds anything, else all of it.
func group(m []int, want int) (from, to int) {
	if want > 0 && 2*want+1 < len(m) {
		return max(0, m[2*want]), max(0, m[2*want+1])
	}
	for i := 2; i+1 < len(m); i += 2 {
		if m[i] >= 0 && m[i+1] > m[i] {
			return m[i], m[i+1]
		}
	}
	return m[0], m[1]
}

// allowed reports whether one of the exceptions lets a secret pass.
func allowed(list []allow, value, match, line string) bool {
	small := strings.ToLower(value)
	for i := range list {
		a := &list[i]
		a.compile.Do(func() {
			if len(a.Regexes) > 0 {
				a.re = regexp.MustCompile("(?:" + strings.Join(a.Regexes, ")|(?:") + ")")
			}
		})
		on := value
		switch a.On {
		case "match":
			on = match
		case "line":
			on = line
		}
		spelled := a.re != nil && a.re.MatchString(on)
		worded := slices.ContainsFunc(a.Words, func(w string) bool { return strings.Contains(small, w) })
		if spelled && worded || !a.All && (spelled || worded) ||
			a.All && (a.re == nil && worded || len(a.Words) == 0 && spelled) {
			return true
		}
	}
	return false
}

// leastRun is the shortest secret that a rule knows which looks for a name and a value behind it.
const leastRun = 10

// assigns begins the expressions of such rules. They are most of the table, and slow: what may stand
// before the name makes every place in a line a beginning.
const assigns = `(?i)[\w.-]{0,50}?`

// possible reports whether a line has any run of characters that the rule could take for a secret.
// It asks the rule's own question at a hundredth of its price: prose, which is full of words such as
// "key", and of names such as "slack", has no such run.
func (r *rule) possible(has runs) bool {
	switch {
	case !strings.HasPrefix(r.Regex, assigns):
		return true
	case r.ID == generic:
		return has.noName
	}
	return has.digits
}

// runs says what runs of characters a line has that are as long as a secret: with digits, and other than a name.
type runs struct{ digits, noName bool }

func runsOf(line string) (has runs) {
	for at := 0; at < len(line); at++ {
		from, digits := at, false
		for at < len(line) && inRun[line[at]] {
			digits = digits || line[at] >= '0' && line[at] <= '9'
			at++
		}
		if run := line[from:at]; len(run) >= leastRun {
			has.digits = has.digits || digits
			// What is a name as a whole is one in each of its parts.
			has.noName = has.noName || !name(run)
		}
	}
	return has
}

// inRun are the bytes of such runs.
var inRun = func() (t [256]bool) {
	for i := range t {
		t[i] = word(byte(i)) || strings.IndexByte("./+=", byte(i)) >= 0
	}
	return t
}()

// entropy is Shannon's, in bits for a byte, as the limits of the rules count it.
func entropy(s string) (bits float64) {
	counts := map[rune]int{}
	for _, r := range s {
		counts[r]++
	}
	for _, n := range counts {
		p := float64(n) / float64(len(s))
		bits -= p * math.Log2(p)
	}
	return bits
}
