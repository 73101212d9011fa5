// Package evidence holds the rules that say what an added line claims and whether a line of a
// transcript, a note or a repository bears it out. It is pure: text in, verdicts out.
package evidence

import (
	"time"

	"dreamgate/model"
)

// Claims returns the tokens of added lines that can be true or false on their own.
func Claims(added []string) []model.Claim { return nil }

// Change is one entry of CHANGES.md.
type Change struct {
	Path  string
	What  string
	Cites []Ref
}

// Ref is a locator of a transcript line: a session, or the start of its name, and a raw line.
type Ref struct {
	Session string
	Line    int
}

// Changes reads CHANGES.md loosely.
func Changes(text string) []Change { return nil }

// Cite judges whether one line bears a claim out.
func Cite(claim string, line model.Source) (model.Verdict, string) { return model.Unsupported, "" }

// ResolveDate turns a relative date into a day, counted from when it was said, in the zone.
func ResolveDate(phrase string, said time.Time, zone *time.Location) (date string, ok bool) {
	return "", false
}
