package evidence

import (
	"testing"

	"dreamgate/model"
)

func TestForgotten(t *testing.T) {
	cases := []struct {
		said string
		want bool
	}{
		{"we deleted the legacy CSV importer, you can forget legacy-import.md", true},
		{"Forget legacy-import.md.", true},
		{"please delete the note `legacy-import.md`, thanks", true},
		{"you can safely remove notes/legacy-import.md now", true},
		{"legacy-import.md can be deleted", true},
		{"forget ports.md and legacy-import.md", true},
		{"forget legacy-import.md and ports.md", true},
		{"we removed the legacy CSV importer", true}, // by its name
		{"drop the legacy-import note", true},        // by its stem
		{"vergiss legacy-import.md bitte", true},
		{"die Notiz legacy-import.md kannst du löschen", true},
		{"puedes borrar legacy-import.md", true},
		{"tu peux oublier legacy-import.md", true},
		{"удали legacy-import.md", true},
		{"把 legacy-import.md 删掉", true},
		{"legacy-import.md を削除して", true},

		{"don't forget legacy-import.md", false},
		{"do not delete the legacy CSV importer", false},
		{"should we delete legacy-import.md?", false},
		{"maybe delete legacy-import.md", false},
		{"if you delete legacy-import.md, tell me", false},
		{"remove the port from legacy-import.md", false},
		{"remove it from legacy-import.md", false},
		{"the tests for legacy-import.md were removed", false},
		{"forget the old ports, legacy-import.md stays", false},
		{"forget other.md", false},
		{"delete the old importer", false}, // may be another one
		{"legacy-import.md is fine", false},
		{"legacy-import.md nicht löschen", false},
		{"no borres legacy-import.md, borra ports.md", false},
		{"不要删除 legacy-import.md", false},
		{"如果删除 legacy-import.md", false},
	}
	for _, c := range cases {
		for trust, want := range map[model.Trust]bool{model.TrustUser: c.want, model.TrustAssistant: false, model.TrustTool: false} {
			m := NewMatcher(NameStatements("notes/legacy-import.md", "Legacy CSV importer"))
			p := m.Pass()
			p.Read(model.Source{Session: "s", Line: 1, Trust: trust, Text: c.said})
			got := false
			for n := range m.statements {
				_, ok := p.Forgotten(n)
				got = got || ok
			}
			if got != want {
				t.Errorf("%s %q: %v, want %v", trust, c.said, got, want)
			}
		}
	}
	if n := len(NameStatements("build.md", "Build")); n != 1 {
		t.Errorf("a note of one word has %d names, want its file alone", n)
	}
}
