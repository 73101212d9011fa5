package cli

import (
	"fmt"
	"strings"
	"time"

	"dreamgate/model"
)

// realityJSON is whether what a note names is in its project. Known is false where no project was looked at.
type realityJSON struct {
	Known  bool        `json:"known"`
	Claims []claimJSON `json:"claims"`
}

type claimJSON struct {
	model.RealityClaim
	// At is when it went, null where that is not known.
	At *time.Time `json:"at"`
}

func shapeReality(r model.Reality) realityJSON {
	out := realityJSON{r.Known, []claimJSON{}}
	for _, c := range r.Claims {
		out.Claims = append(out.Claims, claimJSON{c, moment(c.At)})
	}
	return out
}

// rewritesJSON is how often dreams rewrote a note. Known is false where there is no history.
type rewritesJSON struct {
	Known bool       `json:"known"`
	Count int        `json:"count"`
	Last  *time.Time `json:"last"`
}

func shapeRewrites(r model.Rewrites) rewritesJSON {
	return rewritesJSON{r.Known, r.Count, moment(r.Last)}
}

type relationJSON struct {
	Path  string   `json:"path"`
	Way   string   `json:"way"`
	Words []string `json:"words"`
}

func shapeRelations(all []model.Relation) []relationJSON {
	out := []relationJSON{}
	for _, r := range all {
		out = append(out, relationJSON{r.Path, r.Way, list(r.Words)})
	}
	return out
}

// realityWord says for a table what became of what a note names.
func realityWord(r model.Reality) string {
	switch gone := r.Count(model.RealityGone); {
	case !r.Known || len(r.Claims) == 0:
		return ""
	case gone > 0:
		return fmt.Sprintf("%d gone", gone)
	case r.Count(model.RealityUnknown) > 0:
		return "not known"
	}
	return "holds"
}

// realityLines are a line for each thing that a note names.
func realityLines(r model.Reality) []string {
	var out []string
	for _, c := range r.Claims {
		out = append(out, fmt.Sprintf("%-7s  line %d: %s %s (%s)", c.State, c.Line, c.Kind, c.Token, c.Reason))
	}
	return out
}

// kinLines tell of rewrites, and of the notes that belong to one.
func kinLines(b model.Badges) []string {
	var out []string
	if b.Rewrites.Known && b.Rewrites.Count > 0 {
		out = append(out, fmt.Sprintf("rewritten %s by dreams, last on %s", model.Count(b.Rewrites.Count, "time"), b.Rewrites.Last.Local().Format(time.DateOnly)))
	}
	for _, r := range b.Relations {
		line := r.Way + " " + r.Path
		if r.Way == model.SameThings {
			line = "same things as " + r.Path + ": " + strings.Join(r.Words, ", ")
		}
		out = append(out, line)
	}
	return out
}
