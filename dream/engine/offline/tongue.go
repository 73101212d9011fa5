package offline

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// kind is what a sentence does.
type kind int

// A move replaces one thing by another; gone takes one away; keep says that one stays; ask and rule
// want a text remembered, praise says of one that it was right, yes says so of what the agent said, refer means
// the sentence before it.
const (
	move kind = iota
	gone
	keep
	ask
	rule
	praise
	yes
	refer
)

// pattern is one way to say something. In its expression stand <a> for the old thing, <b> for the
// new one, <s> for what it is about, <n> for a new one that is spelled in Latin letters, <t> for a text (or groups named about and text), {lead} for words that may open a sentence, and
// {end} for where a clause may end.
type pattern struct {
	kind kind
	// need are words, parted by "|", of which one must stand in the sentence: expressions are
	// slow, and nearly all sentences say nothing of this kind.
	need, expr string
	// alike asks that both things have the same look (two numbers, two paths, two names): words
	// of the language are contrasted all day long.
	alike bool
	// unless are words of which none may stand in the sentence as a word of its own: an expression
	// cannot say what is not there.
	unless string
	// own asks that a line itself names what the sentence is about: then the old value may be any word.
	own bool
	// noted lets the note name what the sentence is about, where a line of it does not.
	noted bool
	// named asks that what is gone is no word of the language: people have no time, no money and no more questions.
	named bool
	// restates says that the old value is not told.
	restates bool
}

// tongue is a language as far as the rules know it. Expressions are matched without regard to
// case; \b only knows ASCII, so words that begin with another letter are found by what is around.
type tongue struct {
	code     string
	patterns []pattern
	// lead are words that may open a sentence without changing what it says; nay are those of
	// them that deny it unless a comma parts them from it ("no, use x" and "no deploys").
	lead, nay string
	// stress are those among them that say: this is for keeping.
	stress string
	// guess marks what is no statement of fact: a condition, a wish, a plan, a denial, what
	// somebody else said. aside marks talk of somebody else's affairs.
	guess, aside string
	// joke and withdraw take back: a whole message, and what was said before.
	joke, withdraw string
	// standing marks what holds for all cases, and not for the one at hand: praise is kept only
	// with such a word.
	standing string
	// brief marks what is meant for now only, and what the project's own records tell.
	brief string
	// article and tail are cut from the things that a pattern finds.
	article, tail string
	// empty are words that name nothing by themselves.
	empty string
	// Pieces of the notes at the end of a line: how old the news is, what stood there before,
	// that the line is outdated, that a thing is gone, when a text was said.
	asOf, before, outdated, isGone, said string
}

// speech is a tongue, compiled.
type speech struct {
	*tongue
	patterns                                                                        []compiled
	stress, guess, aside, joke, withdraw, brief, standing, article, tail, leadWords *regexp.Regexp
	empty                                                                           map[string]bool
	nod                                                                             nodding
}

type compiled struct {
	pattern
	need       []string
	re, unless *regexp.Regexp
}

// speeches are compiled when a run first needs them: programs that do not dream do not pay.
var speeches = sync.OnceValue(func() []*speech {
	var all []*speech
	for _, t := range []*tongue{english, german, spanish, french, russian, chinese, japanese} {
		all = append(all, compile(t))
	}
	return all
})

// thing is what <a> and <b> stand for: a few words within one clause. A colon within a word is part of
// an address.
const thing = `(?:[^,;:!?()，；：！？（）、。` + ellipsis + `]|:[^\s,;:]){1,60}?`

// latinName is a name within a script without blanks, where a verb may follow right behind it.
const latinName = `[A-Za-z][A-Za-z0-9.+#/@_-]*(?: [A-Z0-9][A-Za-z0-9.+#/_-]*){0,2}`

func compile(t *tongue) *speech {
	const mark = `[,:.!，：。、！—-]+\s*`
	lead := `(?:(?:` + t.lead + `)(?:` + mark + `|\s+)|(?:` + t.nay + `)` + mark + `)*`
	if !isLatin(t) {
		lead = `(?:(?:` + t.lead + `)(?:` + mark + `|\s*)|(?:` + t.nay + `)` + mark + `)*`
	}
	expand := strings.NewReplacer("<a>", "(?P<a>"+thing+")", "<b>", "(?P<b>"+thing+")", "<s>", "(?P<s>"+thing+")",
		"<n>", "(?P<b>"+latinName+")", "<na>", "(?P<a>"+dayForm+"|"+figure+")", "<nb>", "(?P<b>"+dayForm+"|"+figure+")",
		"<da>", "(?P<a>"+dayForm+")", "<db>", "(?P<b>"+dayForm+")", "<v>", `(?P<v>\pL{1,20}?)`, "<no>", denial, "<t>", "(?P<text>.+?)", "{lead}", lead, "{end}", `(?:$|:(?:\s|$)|[,;(，；：（、。`+ellipsis+`]| [-–—] )`)
	s := &speech{
		tongue: t, stress: words(t.stress), guess: words(t.guess), aside: words(t.aside), joke: words(t.joke),
		withdraw: words(t.withdraw), brief: words(t.brief), standing: words(t.standing), leadWords: regexp.MustCompile(`(?i)^(?:(?:` + t.lead + `|` + t.nay + `)` + mark + `)*`),
		article: regexp.MustCompile(`(?i)^(?:` + t.article + `)`), tail: regexp.MustCompile(`(?i)(?:` + t.tail + `).*$`),
		empty: fieldSet(t.empty),
	}
	// What is said of one thing is the more precise reading.
	for _, p := range slices.Concat(changes[t.code], t.patterns, restating(t.code)) {
		if p.own {
			p.unless = wishes[t.code]
		}
		s.patterns = append(s.patterns, compiled{
			p, strings.Split(p.need, "|"), regexp.MustCompile(`(?i)` + expand.Replace(p.expr)), alone(t, p.unless),
		})
	}
	s.nod = approvals[t.code].compile(lead)
	return s
}

// fieldSet is the set of the words of a list.
func fieldSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// isLatin reports whether a tongue parts words by blanks.
func isLatin(t *tongue) bool { return t.code != "zh" && t.code != "ja" }

// words compiles a list of alternatives; an empty list matches nothing.
func words(list string) *regexp.Regexp {
	if list == "" {
		return regexp.MustCompile(`[^\s\S]`)
	}
	return regexp.MustCompile(`(?i)(?:` + list + `)`)
}

// alone compiles alternatives that are whole words, where there are such; none at all is nil.
func alone(t *tongue, list string) *regexp.Regexp {
	if list == "" {
		return nil
	}
	if !isLatin(t) {
		return words(list)
	}
	return regexp.MustCompile(`(?i)(?:^|[\s,.:])(?:` + list + `)(?:$|[\s,.:])`)
}

// speaks reports whether a lower-case sentence may hold the pattern.
func (c compiled) speaks(lower string) bool {
	for _, w := range c.need {
		if strings.Contains(lower, w) {
			return c.unless == nil || !c.unless.MatchString(lower)
		}
	}
	return false
}
