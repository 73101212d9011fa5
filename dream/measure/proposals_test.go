package measure

import (
	"path/filepath"
	"testing"
)

// TestFrozenProposals is TestFrozen over the cases that were written without a look at the check, and over
// those whose good hunks say everything in other words.
func TestFrozenProposals(t *testing.T) {
	cases := filepath.Join("..", "..", "memory", "check", "testdata")
	for _, c := range []struct {
		folder, file string
		noise        int
	}{
		{"proposals", "baseline-proposals.json", 0},
		{"proposals", "baseline-proposals-noise.json", 2000},
		{"wordings", "baseline-wordings.json", 0},
	} {
		t.Run(c.file, func(t *testing.T) { frozen(t, filepath.Join(cases, c.folder), c.file, c.noise) })
	}
}
