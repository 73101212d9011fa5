package evidence

import (
	"slices"
	"time"

	"dreamgate/model"
)

// near are the lines that a date may follow from: the cited ones and those about the subject.
func (h *hearing) near() []*Text {
	out := append([]*Text(nil), h.bench.Cited...)
	for _, t := range h.said {
		if h.relevant(t) {
			out = append(out, t)
		}
	}
	return out
}

// maxClose is the number of words up to which a text is compared sentence by sentence: what a person says is
// shorter, and the cost must stay bounded whatever a cited line or a note holds.
const maxClose = 2000

// close are the lines of near that people or the agent said, and that are short enough to be compared sentence by
// sentence.
func (h *hearing) close() []*Text {
	return slices.DeleteFunc(h.near(), func(t *Text) bool {
		return t.Source.Trust == model.TrustTool || t.Source.Call || len(t.items) > maxClose
	})
}

// maxDated is how much of a line is searched for relative dates, in bytes: beyond it a line is the
// output of a tool, and nobody's "yesterday".
const maxDated = 4096

// relatives are the relative dates of a line.
func (h *hearing) relatives(t *Text) []relative { return t.relatives(h.bench.Zone) }

// derived looks for a message that the date follows from.
func (h *hearing) derived(c claim) (t *Text, reason string, ok bool) {
	want, ok := parseDay(c.keys[0][1:])
	if !ok {
		return nil, "", false
	}
	for _, t := range h.near() {
		if _, reason, ok := want.follows(t, h.relatives(t), h.bench.Zone); ok {
			return t, reason, true
		}
	}
	return nil, "", false
}

// is reports whether a date can be the given day.
func (d day) is(t time.Time) bool {
	return (d.year == 0 || d.year == t.Year()) && d.month == int(t.Month()) && (d.day == 0 || d.day == t.Day())
}

// named reports whether a text gives the date without its year, and the year is that of the
// message or next to it.
func (d day) named(t *Text, zone *time.Location) bool {
	if zone == nil {
		zone = time.UTC
	}
	said := t.Source.Time.In(zone)
	if d.day == 0 || d.year == 0 || !t.has("d"+day{0, d.month, d.day}.key()) || t.has("d"+d.key()) {
		return false
	}
	gap := time.Date(d.year, time.Month(d.month), d.day, 12, 0, 0, 0, time.UTC).Sub(said)
	return gap > -183*24*time.Hour && gap < 183*24*time.Hour
}

// expected is the day that a line about the statement would give.
func (h *hearing) expected() (reason string, t *Text) {
	for _, t := range h.near() {
		for _, r := range h.relatives(t) {
			if len(r.days) > 0 {
				return arithmetic(r.phrase, t.Source.Time, h.bench.Zone, r.days[0].Format(time.DateOnly)), t
			}
		}
	}
	return "", nil
}

// vague is a phrase of a line about the statement from which no day follows.
func (h *hearing) vague() (phrase string, t *Text) {
	for _, t := range h.near() {
		for _, r := range h.relatives(t) {
			if len(r.days) == 0 {
				return r.phrase, t
			}
		}
	}
	return "", nil
}
