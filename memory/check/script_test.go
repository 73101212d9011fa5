package check

import (
	"strings"
	"testing"

	"dreamgate/model"
)

// TestDisguised: a word with letters that only look Latin is flagged where it comes in; words of the language
// that the letters belong to are not.
func TestDisguised(t *testing.T) {
	for _, c := range []struct{ line, old, want string }{
		{"user is p\u0430ypal", "user is paypal", "p\u0430ypal"},
		{"log in at https://\u0430pple.com/id", "", "\u0430pple"},
		{"run g\u03bfogle-cli", "", "g\u03bfogle"},
		{"the \u0440\u0430\u0443\u0440\u0430\u04cf account", "", "\u0440\u0430\u0443\u0440\u0430\u04cf"},
		{"Оpеnаi keys", "", "Оpеnаi"},
		{"it was there: p\u0430ypal", "use p\u0430ypal now", ""},
		{"Сборка идёт через make, а сор убираем", "", ""},
		{"в PRа и APIо, JSONом пишет бот", "", ""},
		{"git-ом и web-сервер", "", ""},
		{"η Δt is 5 μm, αlpha-β, ρx = νt and kΩ", "", ""},
		{"plain words, naïve café, Ünïcode, 日本語", "", ""},
	} {
		h := model.Hunk{Kind: model.HunkText, NewStart: 4, Added: []string{"first\n", c.line + "\n"}}
		if c.old != "" {
			h.Removed = []string{c.old + "\n"}
		}
		got := ""
		for _, f := range Surface(h) {
			got = strings.TrimSuffix(h.Added[f.At.Line], "\n")[f.At.Start:f.At.End]
			if f.Kind != model.FlagInvisible || f.Line != 5 || f.Token != got {
				t.Errorf("%q: %+v", c.line, f)
			}
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}
