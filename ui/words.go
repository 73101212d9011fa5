package ui

import (
	"fmt"
	"strconv"
	"time"

	"dreamgate/model"
	"dreamgate/ui/style"
)

// day is the length of a day on the screen: ages are told in whole ones.
const day = 24 * time.Hour

// since tells an age in one short word: hours below a day, then days, then years.
func since(at, now time.Time) string {
	switch d := now.Sub(at); {
	case at.IsZero() || now.IsZero():
		return ""
	case d < time.Hour:
		return "now"
	case d < day:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	case d < 1000*day:
		return strconv.Itoa(int(d/day)) + "d"
	default:
		return strconv.Itoa(int(d/(365*day))) + "y"
	}
}

// ageWord is the age column of a note: `~` says that only the file's own time is known.
func ageWord(a model.Age, now time.Time) string {
	word := since(a.At, now)
	if word != "" && a.Source == model.AgeMtime {
		word += "~"
	}
	return word
}

// ageSentence says an age and how it is known.
func ageSentence(a model.Age, now time.Time) string {
	if a.At.IsZero() {
		return "age unknown"
	}
	word := "changed today"
	if d := int(now.Sub(a.At) / day); d > 0 {
		word = model.Count(d, "day") + " old"
	}
	if by := a.By(); by != "" {
		word += ", " + by
	}
	return word
}

// severityInk is the colour of a severity on a row.
func severityInk(r *style.Roles, s model.Severity) style.Ink {
	switch s {
	case model.Error:
		return r.Error
	case model.Warning:
		return r.Warn
	}
	return r.Info
}

// statusInk is the colour of the state of an index.
// indexWord is the state of the index of a store in a word, and its ink: a shared part needs none.
func indexWord(r *style.Roles, k model.StoreKind, status model.Status) (string, style.Ink) {
	if status == model.StatusMissing && !k.OwnIndex() {
		return "none", r.Muted
	}
	return string(status), statusInk(r, status)
}

func statusInk(r *style.Roles, s model.Status) style.Ink {
	switch s {
	case model.StatusOK:
		return r.OK
	case model.StatusNear:
		return r.Warn
	}
	return r.Error
}

// thousands writes units of an index as "10.1k".
func thousands(n int) string { return fmt.Sprintf("%.1fk", float64(n)/1000) }

// countFindings adds up and finds the worst severity that occurs.
func countFindings(by map[model.Severity]int) (n int, worst model.Severity) {
	for s, c := range by {
		n += c
		if c > 0 && s > worst {
			worst = s
		}
	}
	return n, worst
}
