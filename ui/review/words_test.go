package review

import (
	"strings"
	"testing"

	"dreamgate/model"
)

// TestLossesNameWhatTheyCount: a file that is emptied is no deleted note, and says so where both are named.
func TestLossesNameWhatTheyCount(t *testing.T) {
	base := model.Tree{"MEMORY.md": text("- [A](a.md)\n"), "a.md": text("Jenkins.\n"), "b.md": text("Redis.\n")}
	p := opened(review("20261129-1930", base, model.Tree{"MEMORY.md": text(""), "b.md": base["b.md"]}), 120, 30)
	shows(t, strings.Join(p.losses(80), "\n"), "deletes 1 of 2 notes", "MEMORY.md (emptied), a.md")
}
