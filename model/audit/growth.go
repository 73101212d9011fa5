package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"dreamgate/model"
	"dreamgate/model/note"
)

// Point is the size of an index at a time, measured as the agent does.
type Point struct {
	At           time.Time
	Lines, Units int
}

// What makes a trend clear enough to name a day by it. A memory that is written in bursts and cleaned in
// between has none, and of such nothing is said.
const (
	// trendPoints is the number of days with a point, trendSpan the time between the first and the last.
	trendPoints = 3
	trendSpan   = 7 * 24 * time.Hour
	// trendFit is the share of what happened that the line explains.
	trendFit = 0.7
	// horizon is how far ahead a line is followed.
	horizon = 180 * 24 * time.Hour
	// folded is the share of an index that is gone at once when somebody has cleaned it up: what grew
	// before tells nothing of what grows now.
	folded = 0.1
	// datedNotes is the least number of notes whose own dates make a trend, crowded the share of them on one day
	// from which on that day is the one of a copy.
	datedNotes = 8
	crowded    = 1.0 / 3
)

// Grows reports whether an index is full enough that its growth is worth a look: half of a limit.
func Grows(ix model.Index) bool {
	return (ix.Status == model.StatusOK || ix.Status == model.StatusNear) &&
		(2*ix.Lines >= note.MaxLines || 2*ix.Units >= note.MaxUnits)
}

// Overflow says when an index that has grown through some points passes a limit, if it goes on so. from
// names what the points are ("versions in git"). It says nothing without a clear trend.
func Overflow(ix model.Index, points []Point, from string, now time.Time) (model.Finding, bool) {
	points = recent(points, now)
	if !Grows(ix) || len(points) < trendPoints || points[len(points)-1].At.Sub(points[0].At) < trendSpan {
		return model.Finding{}, false
	}
	count, since := len(points), points[0].At
	// That it is still as it is now counts as well: what has stopped growing does not overflow.
	points = append(points, Point{now, ix.Lines, ix.Units})
	what, limit, perDay, at := "", 0, 0.0, now.Add(horizon)
	for _, m := range []struct {
		what      string
		size, max int
		of        func(Point) int
	}{
		{"lines", ix.Lines, note.MaxLines, func(p Point) int { return p.Lines }},
		{"characters", ix.Units, note.MaxUnits, func(p Point) int { return p.Units }},
	} {
		slope := trend(points, m.of)
		if slope <= 0 {
			continue
		}
		left := float64(m.max+1-m.size) / slope // days
		if left > horizon.Hours()/24 {
			continue
		}
		if day := now.Add(time.Duration(left * 24 * float64(time.Hour))); day.Before(at) {
			what, limit, perDay, at = m.what, m.max, slope, day
		}
	}
	if what == "" {
		return model.Finding{}, false
	}
	return model.Finding{Rule: ruleGrowth, Severity: model.Warning, Path: model.IndexName,
		Message: fmt.Sprintf("the index grows by %s %s a week (%d %s since %s) and will pass its limit of %d about %s: merge or drop lines before that",
			rate(7*perDay), what, count, from, since.Format(time.DateOnly), limit, at.Format(time.DateOnly))}, true
}

// recent orders points, takes the last one of each day, and leaves out what was before the index was
// last cleaned up.
func recent(points []Point, now time.Time) []Point {
	points = slices.DeleteFunc(slices.Clone(points), func(p Point) bool { return p.At.IsZero() || p.At.After(now) })
	slices.SortStableFunc(points, func(a, b Point) int { return a.At.Compare(b.At) })
	var days []Point
	for _, p := range points {
		if n := len(days); n > 0 && days[n-1].At.UTC().Format(time.DateOnly) == p.At.UTC().Format(time.DateOnly) {
			days[n-1] = p
			continue
		}
		days = append(days, p)
	}
	for i := len(days) - 1; i > 0; i-- {
		fell := func(before, after int) bool { return float64(before-after) > folded*float64(before) }
		if fell(days[i-1].Lines, days[i].Lines) || fell(days[i-1].Units, days[i].Units) {
			return days[i:]
		}
	}
	return days
}

// trend is the growth a day along the line that fits the points best, 0 if they do not lie along one.
func trend(points []Point, of func(Point) int) float64 {
	var sumX, sumY, xx, xy, yy float64
	for _, p := range points {
		x, y := p.At.Sub(points[0].At).Hours()/24, float64(of(p))
		sumX, sumY = sumX+x, sumY+y
		xx, xy, yy = xx+x*x, xy+x*y, yy+y*y
	}
	n := float64(len(points))
	xx, xy, yy = xx-sumX*sumX/n, xy-sumX*sumY/n, yy-sumY*sumY/n
	if xx <= 0 || yy <= 0 || xy*xy/(xx*yy) < trendFit {
		return 0
	}
	return xy / xx
}

// Dated works out from the dates of notes how an index has grown: without the lines of the notes that are
// younger than a day it is what it was then. The stamp of a note counts before the time of its file. There
// are no points if the dates are those of a copy.
func Dated(ix model.Index, notes []model.Note, t model.Tree) []Point {
	lines, units := map[string]int{}, map[string]int{}
	for _, e := range ix.Entries {
		if len(e.Links) > 0 && e.Links[0].Exists {
			p := e.Links[0].Path
			lines[p]++
			units[p] += len(utf16.Encode([]rune(e.Text))) + 1
		}
	}
	type dated struct {
		at   time.Time
		path string
	}
	var all []dated
	perDay := map[string]int{}
	for _, n := range notes {
		at := n.Modified
		if at.IsZero() {
			at = t[n.Path].ModTime
		}
		if lines[n.Path] > 0 && !at.IsZero() {
			all = append(all, dated{at, n.Path})
			perDay[at.UTC().Format(time.DateOnly)]++
		}
	}
	for _, n := range perDay {
		if float64(n) > crowded*float64(len(all)) {
			return nil
		}
	}
	if len(all) < datedNotes {
		return nil
	}
	slices.SortFunc(all, func(a, b dated) int { return cmp.Or(b.at.Compare(a.at), strings.Compare(a.path, b.path)) })
	points, at := make([]Point, 0, len(all)), Point{Lines: ix.Lines, Units: ix.Units}
	for _, d := range all { // from now back
		at.At = d.at
		points = append(points, at)
		at.Lines, at.Units = at.Lines-lines[d.path], at.Units-units[d.path]
	}
	slices.Reverse(points)
	return points
}

// rate is a number for people: what is large needs no fraction.
func rate(x float64) string {
	if x >= 10 {
		return model.Number(int(x + 0.5))
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}
