package audit

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/evidence"
)

// spelledDate is a day or a month that is written out.
var spelledDate = regexp.MustCompile(`(?:^|\D)(?:(?:19|20)\d\d(?:[-/._]?(?:0[1-9]|1[0-2])(?:\D|$)|[-/._]?(?:0[1-9]|1[0-2])[-/._]?(?:[0-2]\d|3[01])(?:\D|$)|年)|` +
	`(?:[0-2]?\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)?\d\d(?:\D|$))`)

// dates finds phrases whose day is lost: the note is read on other days than it was written on. What
// stands beside a date, below a heading with one, or in a note that is called by one, says its day.
func (c *collector) dates(p *page) {
	if spelledDate.MatchString(p.note.Path) || !p.says(cueDate, wideDate) {
		return
	}
	said := p.note.Modified
	if said.IsZero() {
		said = c.now
	}
	anchored := false
	for l := range p.lines() {
		if isHeading(l.text) && !l.code {
			anchored = spelledDate.MatchString(l.text)
		}
		if l.code || anchored {
			continue
		}
		if low := p.lowLine(l); cuesOf(low)&cueDate == 0 && !(p.wide && hasAny(low, wideDate)) {
			continue
		}
		for _, d := range evidence.RelativePhrases(l.text, said) {
			if !dated[d.Lang] || !saysDay(l.text, d.Start, d.End) || d.Lang != p.language() {
				continue
			}
			if !spelledDate.MatchString(l.text) && !evidence.Habitual(l.text) && !supposed.MatchString(l.text) {
				c.add(relativeDate(p.note, l.number, l.text[d.Start:d.End], d.Day))
			}
			break
		}
	}
}

// supposed finds lines in which a day is only an example: conditions, and what is to be done each time.
var supposed = regexp.MustCompile(`(?i)\b(?:if|would|imagine|suppose|whether|for example|such as|wenn|falls|würde|etwa|beispielsweise)\b|\b(?:e\.g\.|z\. ?B\.)|如果|例如|比如|もし|たとえば|例えば|場合|なら` +
	`|^[\s*_-]*How to apply|(?:^|[.!?:]\s+)[\s*_-]*when\b`)

// relativeDate is the finding on one phrase; day is what it means by the note's stamp, if it has one.
func relativeDate(n model.Note, line int, phrase, day string) model.Finding {
	f := model.Finding{Rule: ruleRelativeDate, Severity: model.Warning, Path: n.Path, Line: line}
	f.Message = fmt.Sprintf("“%s” means another day each time the note is read: write the date that was meant", phrase)
	if !n.Modified.IsZero() && day != "" {
		// The stamp is that of the last edit, and the sentence may be older: a hint, and no fix.
		f.Message += fmt.Sprintf(", %s if it was written when the note was last changed (%s)", day, n.Modified.Format(time.DateOnly))
	}
	return f
}

// The languages whose phrases are known well enough to tell a lost day from a habit or a name. Those
// of evidence also know others, which stay unknown here.
var dated = map[string]bool{"en": true, "de": true, "han": true}

// noDay are phrases that say no day to begin with, or are rules ("in 5 days").
var noDay = regexp.MustCompile(`(?i)^(?:recently|a while ago|kürzlich|neulich|最近|in\b.*|.*from now|[^a-z]*[0-9一二三四五六七八九十两].*[前后後])$`)

// bound stands before a span that is a limit, and no day: "older than 3 days ago".
var bound = regexp.MustCompile(`(?i)(?:than|within|at least|at most|up to|over|under|älter als|mindestens|höchstens|use|uses|using|called|named|says?|word|type|以|the)\s*$`)

// saysDay reports whether a phrase of a line is a day as it stands there: no genitive, name, limit,
// quotation or code, and no weekday of a month.
func saysDay(text string, from, to int) bool {
	phrase := text[from:to]
	before, rest := text[:from], text[to:]
	if noDay.MatchString(phrase) || bound.MatchString(before) || quotedAt(text, from) {
		return false
	}
	for _, s := range []string{"'s", "’s", " of ", "-", "_", "/", "("} {
		if strings.HasPrefix(rest, s) {
			return false
		}
	}
	first, _ := utf8.DecodeRuneInString(phrase)
	opens := strings.TrimRight(before, " \t*_>-+#")
	return !unicode.IsUpper(first) || opens == "" || strings.ContainsAny(opens[len(opens)-1:], ".!?:;|(")
}

// quotedAt reports whether an offset of a line stands in code or in quotation marks.
func quotedAt(text string, at int) bool {
	before := text[:at]
	if strings.Count(before, "`")%2 == 1 || strings.Count(before, `"`)%2 == 1 {
		return true
	}
	for _, q := range [][2]string{{"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"『", "』"}} {
		if strings.LastIndex(before, q[0]) > strings.LastIndex(before, q[1]) && strings.Contains(text[at:], q[1]) {
			return true
		}
	}
	return false
}
