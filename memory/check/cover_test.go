package check

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestNothingSaidShowsACredential: what is said of a hunk takes words from it, and of those nobody can tell any more
// that one is a credential.
func TestNothingSaidShowsACredential(t *testing.T) {
	const value = "hunter2horse"
	base := model.Tree{"MEMORY.md": {Mode: 0o644, Data: []byte("# M\n")}}
	for name, lines := range map[string]string{
		"assigned":        "password = \"" + value + "\"\n",
		"and named again": "password: " + value + "\n\nThe service takes " + value + " only.\n",
		"in another hunk": "The service takes " + value + " only.\n\nkept\n\npassword: " + value + "\n",
	} {
		proposed := model.Tree{"MEMORY.md": base["MEMORY.md"],
			"s.md": {Mode: 0o644, Data: []byte("---\nname: s\ndescription: d\ntype: project\n---\n\n" + lines)}}
		out, _, err := Run(t.Context(), Input{Base: base, Proposed: proposed, Changes: hunk.Diff(base, proposed), Origin: model.OriginModel,
			Text: "- s.md: the password is " + value + "\n", Now: time.Unix(0, 0)})
		if err != nil {
			t.Fatal(err)
		}
		if said := fmt.Sprintf("%+v", out); strings.Contains(said, value) || !strings.Contains(said, "Kind:secret") {
			t.Errorf("%s: %s", name, said)
		}
	}
}
