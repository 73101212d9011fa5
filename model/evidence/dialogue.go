package evidence

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"dreamgate/model"
)

// Dialogue is what becomes of the lines of sessions in those that come after them: what the user said yes
// to, and what the user took back. The lines of a session are to be heard in order.
type Dialogue struct {
	// turn are the agent's lines since the user last spoke, asked the user's last one.
	turn  []locator
	asked locator
	// adopted are the agent's lines to which the user then said yes, taken those that the user took back in
	// the next one.
	adopted, taken map[locator]bool
}

// locator is the place of a line.
type locator struct {
	session string
	line    int
}

// maxTurn bounds the agent's lines to which one "yes" can refer.
const maxTurn = 8

// NewDialogue is one of which nothing was heard yet.
func NewDialogue() *Dialogue {
	return &Dialogue{adopted: map[locator]bool{}, taken: map[locator]bool{}}
}

// Hear takes the next line. A suggestion of the agent is nobody's decision until the user agrees to it.
func (d *Dialogue) Hear(src model.Source) {
	switch src.Trust {
	case model.TrustAssistant:
		if d.turn = append(d.turn, locator{src.Session, src.Line}); len(d.turn) > maxTurn {
			d.turn = d.turn[1:]
		}
	case model.TrustUser:
		if len(d.turn) > 0 && consents(src.Text) {
			for _, l := range d.turn {
				d.adopted[l] = l.session == src.Session
			}
		}
		if takesBack(src.Text) && d.asked.session == src.Session {
			for _, l := range append(d.turn, d.asked) {
				d.taken[l] = true
			}
		}
		d.turn, d.asked = d.turn[:0], locator{src.Session, src.Line}
	}
}

// merge adds what another one heard of other lines.
func (d *Dialogue) merge(o *Dialogue) {
	maps.Copy(d.adopted, o.adopted)
	maps.Copy(d.taken, o.taken)
}

// bears reports whether a sentence of a source can bear out one that is said in the mood own: a question
// cannot, and a guess only a guess, unless the user said yes to it. What the user took back proves nothing.
// It is the one judge of that, for the check and for a single citation.
func (d *Dialogue) bears(src model.Source, m, own mood) bool {
	at := locator{src.Session, src.Line}
	if d.taken[at] {
		return false
	}
	return m&asked == 0 && (m&guessed == 0 || own&guessed != 0) || src.Trust == model.TrustAssistant && d.adopted[at]
}

// undecided says why a line that holds something does not bear it out.
func (d *Dialogue) undecided(src model.Source) string {
	if d.taken[locator{src.Session, src.Line}] {
		return "the user took it back"
	}
	return "it is asked or suggested there, and nobody decided it"
}

// follows says how a date follows from what a text says and from when it was said: from a "yesterday", or
// from a day without its year. The relatives are those of the text; at is where the phrase stands, -1 if
// the text names the day.
func (d day) follows(t *Text, said []relative, zone *time.Location) (at int, reason string, ok bool) {
	for _, r := range said {
		for _, one := range r.days {
			if d.is(one) {
				return r.start, arithmetic(r.phrase, t.Source.Time, zone, d.key()), true
			}
		}
		for _, m := range r.months {
			if d.day == 0 && d.is(m) {
				return r.start, arithmetic(r.phrase, t.Source.Time, zone, d.key()), true
			}
		}
	}
	if d.closes(t) {
		return -1, place(t.Source) + " names the end of the month", true
	}
	if !t.Source.Time.IsZero() && d.named(t, zone) {
		return -1, fmt.Sprintf("%s names the day, in a message of %s", place(t.Source), sayDay(t.Source.Time, zone)), true
	}
	return -1, "", false
}

// closes reports whether the date is the last day of a month of whose end a text speaks, with its year.
func (d day) closes(t *Text) bool {
	if d.year == 0 || d.day < 28 || (day{d.year, d.month, d.day + 1}).real() {
		return false
	}
	x, key := t.index(), "d"+day{d.year, d.month, 0}.key()
	return slices.ContainsFunc(x.all(x.id(key)), func(at int32) bool {
		before := strings.FieldsFunc(strings.ToLower(t.Source.Text[max(0, t.items[at].start-20):t.items[at].start]), func(r rune) bool { return !unicode.IsLetter(r) })
		n := len(before)
		return n > 0 && monthEnds[before[n-1]] || n > 1 && monthEnds[before[n-2]] || strings.HasPrefix(t.Source.Text[t.items[at].end:], "末")
	})
}

// monthEnds are the words for the end of a month; an "of" may stand behind them.
var monthEnds = map[string]bool{"end": true, "ende": true, "fin": true, "final": true, "finales": true, "конца": true, "конце": true, "fim": true}

// relatives are the relative dates of a text, found once: the zone is the same for all of a pass.
func (t *Text) relatives(zone *time.Location) []relative {
	if !t.dated {
		text := t.Source.Text
		t.dates, t.dated = relatives(text[:min(len(text), maxDated)], t.Source.Time, zone), true
	}
	return t.dates
}
