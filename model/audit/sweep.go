package audit

import (
	"fmt"
	"strings"

	"dreamgate/model"
)

// keepLine is the setting that keeps transcripts for a year, as it can be copied.
const keepLine = `"cleanupPeriodDays": 365`

// namedLosing is how many notes the finding names.
const namedLosing = 3

// Sweep is the finding of notes whose sessions the agent is about to remove; not ok if there are none.
// What becomes of transcripts is no rule of memory, so it is told here by those who know.
func Sweep(s model.Sweep) (f model.Finding, ok bool) {
	if len(s.Notes) == 0 {
		return f, false
	}
	var names []string
	for _, n := range s.Notes[:min(len(s.Notes), namedLosing)] {
		names = append(names, n.Path)
	}
	list := strings.Join(names, ", ")
	if more := len(s.Notes) - len(names); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	when := "in " + model.Count(s.Notes[0].Days, "day")
	if s.Notes[0].Days == 0 {
		when = "when the agent is next started"
	}
	what := "the session that 1 note came from is"
	if len(s.Notes) > 1 {
		what = fmt.Sprintf("the sessions that %d notes came from are", len(s.Notes))
	}
	where := s.Layer
	if where == "" || where == model.LayerDefault {
		where = "user settings"
	}
	return model.Finding{Rule: ruleSweep, Severity: model.Warning, Path: model.IndexName,
		Message: fmt.Sprintf("%s removed %s (%s): keep them with %s in the %s, or the lines that matter with dreamgate archive",
			what, when, list, keepLine, where)}, true
}
