package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dreamgate/model"
)

// Secret is the finding of what looks like a credential in a line of a file. Who knows how one looks is
// no rule of memory, so it is told here by those who do: kind is its name for people, shown what may be
// seen of it.
func Secret(path string, line int, kind, shown string) model.Finding {
	if shown != "" {
		shown = " (" + shown + "...)"
	}
	if kind != "" && strings.Contains("aeiou", kind[:1]) {
		kind = "n " + kind
	} else {
		kind = " " + kind
	}
	return model.Finding{Rule: ruleSecret, Severity: model.Error, Path: path, Line: line,
		Message: fmt.Sprintf("the line holds what looks like a%s%s, which every session is given that reads it: name the place where it is kept "+
			"instead, and make it invalid if it is real", kind, shown)}
}

// Sort puts findings into the order in which they are listed: by path, line and rule.
func Sort(findings []model.Finding) {
	slices.SortFunc(findings, func(a, b model.Finding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line),
			strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
}
