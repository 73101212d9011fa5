package check

import (
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestBounds: of files that are no notes no word is judged, each hunk says so, and the others are judged.
func TestBounds(t *testing.T) {
	text := func(s string) model.File { return model.File{Mode: 0o644, Data: []byte(s)} }
	long := strings.Repeat("word ", mostJudged/8)
	base := model.Tree{"MEMORY.md": text("- [A](a.md)\n- [L](long.md)\n- [M](many.md)\n"), "a.md": text("The gate is green.\n"), "long.md": text(long + "end\n"),
		"many.md": text(strings.Repeat("a\nb\n", mostHunks+1))}
	proposed := model.Tree{"MEMORY.md": base["MEMORY.md"], "a.md": text("The gate is green, and 7 m wide.\n"), "long.md": text(long + "END 42\n"),
		"many.md": text(strings.Repeat("a\nc\n", mostHunks+1))}
	changes := hunk.Diff(base, proposed)
	reasons := strings.Repeat("- many.md: it is so [s:1]\n", 300)
	if cut := inBounds(strings.Repeat(reasons, 50)); len(cut) > mostReasons || !strings.HasSuffix(cut, "\n") {
		t.Errorf("%d bytes of reasons are read", len(cut))
	}
	got, _, err := Run(t.Context(), Input{Base: base, Proposed: proposed, Changes: changes, Text: reasons, Origin: model.OriginImport, Zone: time.UTC, Now: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		for _, h := range c.Hunks {
			kinds := ""
			for _, f := range got.Hunks[h.ID].Flags {
				kinds += f.Kind + " "
			}
			if large := strings.Contains(kinds, flagTooLarge); large != (c.Path != "a.md") || c.Path == "a.md" && !strings.Contains(kinds, "unsourced") {
				t.Fatalf("a hunk of %s has %q", c.Path, kinds)
			}
		}
	}
	// What rules changed, or a person, is not doubted.
	for _, o := range []model.Origin{model.OriginRules, model.OriginPerson} {
		got, _, err := Run(t.Context(), Input{Base: base, Proposed: proposed, Changes: changes, Origin: o, Zone: time.UTC, Now: time.Now()})
		if err != nil {
			t.Fatal(err)
		}
		for id, e := range got.Hunks {
			for _, f := range e.Flags {
				if f.Kind == flagTooLarge {
					t.Fatalf("%s: %s has %+v", o, id, f)
				}
			}
		}
	}
}
