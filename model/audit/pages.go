package audit

import (
	"fmt"

	"dreamgate/model"
)

// rulePages: pages that sum up other files have grown larger than these. It is found by who looks at a
// project, and stands apart from the rules of a memory.
const rulePages = "pages-larger"

// sourced is the share of pages that must name their sources before the sizes can be held against each other.
const sourced = 0.5

// Pages holds a folder of pages against what it sums up.
func Pages(f model.PageFolder) (model.Finding, bool) {
	if !Compared(f) || f.Bytes <= f.SourceBytes {
		return model.Finding{}, false
	}
	return model.Finding{Rule: rulePages, Severity: model.Warning, Path: f.Dir,
		Message: fmt.Sprintf("the %s of %s are %.2f times as large as the %s that they sum up: a session reads the sources for less, so shorten the pages or drop them",
			model.Count(f.Pages, "page"), f.Dir, float64(f.Bytes)/float64(f.SourceBytes), model.Count(f.Sources, "file"))}, true
}

// Compared reports whether enough is known of what a folder of pages sums up.
func Compared(f model.PageFolder) bool {
	return f.SourceBytes > 0 && float64(f.Citing) >= sourced*float64(f.Pages)
}
