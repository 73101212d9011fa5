package check

import (
	"slices"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestReasonsFindTheirHunks: the reason for one line of the index does not stand under another one whose words are
// alike, and one that speaks of none in particular stands under all.
func TestReasonsFindTheirHunks(t *testing.T) {
	base := tree("MEMORY.md", "- [Old CI](old-ci.md) - Jenkins\n- [Build](build.md) - make\n- [Import](import.md) - files of the old shop\n", "build.md", "make\n")
	proposed := tree("MEMORY.md", "- [Build](build.md) - make\n", "build.md", "make\n")
	for reason, want := range map[string][]string{
		"dropped the line of old-ci.md, there is no such file": {"dropped the line of old-ci.md, there is no such file", ""},
		"dropped [[import]], the shop is old":                  {"", "dropped [[import]], the shop is old"},
		"old lines dropped":                                    {"old lines dropped", "old lines dropped"},
	} {
		changes := hunk.Diff(base, proposed)
		got, _, err := Run(t.Context(), Input{Base: base, Proposed: proposed, Changes: changes, Text: "- MEMORY.md: " + reason + "\n", Origin: model.OriginModel})
		if err != nil {
			t.Fatal(err)
		}
		var whys []string
		for _, h := range changes[0].Hunks {
			whys = append(whys, got.Hunks[h.ID].Why)
		}
		if !slices.Equal(whys, want) {
			t.Errorf("%q stands as %q", reason, whys)
		}
	}
}
