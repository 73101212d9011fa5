// Package price says what a model costs: a table of list prices with its date and source, and an
// estimate of tokens before anything is sent. It is pure. What is not in the table has no price, and
// no cost is guessed for it.
package price

import (
	"regexp"
	"unicode/utf8"
)

// Date and Source say from when the table is, and from where.
const (
	Date   = "2026-10-24"
	Source = "https://platform.claude.com/docs/en/about-claude/pricing"
)

// Usage counts tokens. In are those that were neither written to a cache nor read from one.
type Usage struct{ In, CacheWrite, CacheRead, Out int }

// Plus is the sum of two usages.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.In + v.In, u.CacheWrite + v.CacheWrite, u.CacheRead + v.CacheRead, u.Out + v.Out}
}

// Total is all of it, whatever it costs.
func (u Usage) Total() int { return u.In + u.CacheWrite + u.CacheRead + u.Out }

// Rate is the price of a model in US dollars a million tokens.
type Rate struct {
	In, CacheWrite, CacheRead, Out float64
	// long is the rate of a request whose prompt has more than longFrom tokens; nil if there is none.
	long     *Rate
	longFrom int
}

// million is what prices are given for.
const million = 1e6

// Cost is what one request costs, in US dollars.
func (r Rate) Cost(u Usage) float64 {
	if r.long != nil && u.In+u.CacheWrite+u.CacheRead > r.longFrom {
		return r.long.Cost(u)
	}
	return (float64(u.In)*r.In + float64(u.CacheWrite)*r.CacheWrite +
		float64(u.CacheRead)*r.CacheRead + float64(u.Out)*r.Out) / million
}

// Writes to the cache are those that live for five minutes: a run asks more often than that.
var (
	opus5   = Rate{In: 5, CacheWrite: 6.25, CacheRead: 0.50, Out: 25}
	sonnet4 = Rate{In: 3, CacheWrite: 3.75, CacheRead: 0.30, Out: 15}
	table   = map[string]Rate{
		"claude-fable-5-1": {In: 10, CacheWrite: 12.50, CacheRead: 0.25, Out: 50},
		"claude-fable-5":   {In: 10, CacheWrite: 12.50, CacheRead: 1, Out: 50},
		"claude-opus-5-5":  {In: 4, CacheWrite: 5, CacheRead: 0.20, Out: 20},
		"claude-opus-5":    opus5, "claude-opus-4-8": opus5, "claude-opus-4-7": opus5,
		"claude-opus-4-6": opus5, "claude-opus-4-5": opus5,
		"claude-sonnet-5-5": {In: 2, CacheWrite: 2.50, CacheRead: 0.10, Out: 10},
		"claude-sonnet-5":   {In: 2, CacheWrite: 2.50, CacheRead: 0.20, Out: 10},
		"claude-sonnet-4-6": sonnet4, "claude-sonnet-4-5": sonnet4,
		"claude-haiku-5-5": {In: 0.10, CacheWrite: 0.125, CacheRead: 0.01, Out: 0.50, longFrom: 100_000,
			long: &Rate{In: 0.50, CacheWrite: 0.625, CacheRead: 0.05, Out: 2.50}},
		"claude-haiku-4-5": {In: 1, CacheWrite: 1.25, CacheRead: 0.10, Out: 5},
	}
)

// dated is the day at the end of a name that fixes a release of a model.
var dated = regexp.MustCompile(`-20\d{6}$`)

// Of returns the rate of a model by its name, with or without the day of a release.
func Of(model string) (Rate, bool) {
	r, ok := table[dated.ReplaceAllString(model, "")]
	return r, ok
}

// Tokens estimates the tokens of a text: one for four letters of a byte, and one for every wider
// letter. Each model cuts texts in its own way, so this is the order of size and no more.
func Tokens(text []byte) int {
	narrow, wide := 0, 0
	for len(text) > 0 {
		_, n := utf8.DecodeRune(text)
		if n == 1 {
			narrow++
		} else {
			wide++
		}
		text = text[n:]
	}
	return (narrow+3)/4 + wide
}
