package keymap

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTable(t *testing.T) {
	for _, err := range clashes(table) {
		t.Error(err)
	}
	for _, b := range table {
		if b.Action == "" || len(b.Contexts) == 0 || len(b.Keys) == 0 || b.Long == "" || !slices.Contains(sections, b.Section) {
			t.Errorf("incomplete row: %+v", b)
		}
		for _, k := range b.Keys {
			if why := unusable(k); why != "" {
				t.Errorf("%s: key %q: %s", b.Action, k, why)
			}
		}
		for _, c := range b.Contexts {
			if _, known := parents[c]; !known && c != Global {
				t.Errorf("%s: context %q is unknown", b.Action, c)
			}
		}
	}
}

func TestLookup(t *testing.T) {
	m := Default()
	for _, c := range []struct {
		context Context
		key     string
		want    Action
	}{
		{Browse, "d", Dream}, {Review, "d", RejectFile}, {Tasks, "esc", Cancel}, {Review, "esc", Back},
		{Browse, "j", Down}, {Review, "down", Down}, {Help, "?", ShowHelp}, {Review, " ", Cycle},
		{Browse, "ctrl+c", Interrupt}, {Confirm, "y", Yes}, {Confirm, "j", ""}, {Input, "j", ""}, {Input, "esc", Leave},
		// The keys of the same places on a Russian and a Greek keyboard.
		{Review, "н", Accept}, {Review, "т", Reject}, {Review, "Ф", AcceptClean}, {Review, "υ", Accept}, {Review, "Ψ", OpenCommit},
		{Review, "ъ", NextHunk}, {Browse, "в", Dream}, {Input, "в", ""}, {Browse, "ж", ""}, {Browse, "ёж", ""}, {Browse, "", ""},
		{Review, "ט", Accept}, {Review, "ו", Undo}, {Browse, "ي", Dream}, {Review, "ㅛ", Accept}, {Review, "ㅕ", Undo},
		{Review, "ั", Accept}, {Review, "ყ", Accept}, {Review, "ё", ""}, {Tasks, "є", ""}, {Review, "ї", NextHunk}, {Review, "і", Split},
		{Remark, "й", ""}, {Finding, "т", ""}, {Commands, "т", ""}, {Confirm, "н", Yes}, {Global, "Ж", Palette},
	} {
		if got, ok := m.Lookup(c.context, c.key); got != c.want || ok != (c.want != "") {
			t.Errorf("%s %q = %q, %v, want %q", c.context, c.key, got, ok, c.want)
		}
	}
}

// TestInHidesWhatIsTaken: a key that a context binds is not shown for its parents.
func TestInHidesWhatIsTaken(t *testing.T) {
	for c := range parents {
		seen := map[string]Action{}
		for _, b := range Default().In(c) {
			for _, k := range b.Keys {
				if a, ok := seen[k]; ok && a != b.Action {
					t.Errorf("%s: %q is shown for %s and %s", c, k, a, b.Action)
				}
				seen[k] = b.Action
				if got, _ := Default().Lookup(c, k); got != b.Action {
					t.Errorf("%s: %q is shown for %s and does %s", c, k, b.Action, got)
				}
			}
		}
	}
	if k := Default().Key(Review, Dream); k != "" {
		t.Errorf("a dream starts in a review with %q", k)
	}
}

func TestHelp(t *testing.T) {
	m := Default()
	if h := m.Help(Review); h[0].Name != sectionReview {
		t.Errorf("the help of a review begins with %s", h[0].Name)
	}
	var words []string
	for _, b := range m.Hints(Browse) {
		words = append(words, b.Short)
	}
	for _, w := range []string{"open", "filter", "dream", "review", "tasks", "quit", "help"} {
		if !slices.Contains(words, w) {
			t.Errorf("no hint %q in %v", w, words)
		}
	}
	table := m.Markdown()
	for _, s := range []string{"### Review", "| `y` | accept the hunk", "`j` `↓`", "`review.accept-clean`"} {
		if !strings.Contains(table, s) {
			t.Errorf("the table lacks %q:\n%s", s, table)
		}
	}
	for row := range strings.SplitSeq(table, "\n") {
		if strings.HasPrefix(row, "|") && strings.Count(strings.ReplaceAll(row, `\|`, ""), "|") != 4 {
			t.Errorf("row with wrong cells: %s", row)
		}
	}
}

func TestOverride(t *testing.T) {
	for _, c := range []struct {
		name, yaml string
		context    Context
		key        string
		want       Action
		errs       []string
	}{
		{"nothing", "", Browse, "d", Dream, nil},
		{"one key", "browse.dream: D", Browse, "D", Dream, nil},
		{"the old one is free", "browse.dream: D", Browse, "d", "", nil},
		{"a list", "review.accept: [Q, X]", Review, "X", Accept, nil},
		{"none", "browse.dream: []", Browse, "d", "", nil},
		{"unknown action", "browse.fly: f\nbrowse.dream: D", Browse, "D", Dream, []string{"line 3", "browse.fly", "no action"}},
		{"fixed", "confirm.yes: o", Confirm, "y", Yes, []string{"fixed"}},
		{"same bytes", "browse.dream: ctrl+i", Browse, "d", Dream, []string{"tab"}},
		{"clash", "browse.dream: e", Browse, "r", OpenReview, []string{`"e"`, "browse.edit"}},
		{"not a mapping", "- a", Browse, "d", Dream, []string{"mapping"}},
		{"not YAML", "a: [", Browse, "d", Dream, []string{"read the keys"}},
		{"a mapping for a key", "browse.dream: {a: b}", Browse, "d", Dream, []string{"list of keys"}},
		{"space", `browse.dream: " "`, Browse, "space", Dream, nil},
		{"a fixed key", "review.accept: esc", Review, "C", OpenCommit, []string{`"esc"`, "review.accept", "fixed for back"}},
		{"no such key", "browse.dream: Ctrl+R", Browse, "d", Dream, []string{"no terminal sends", "ctrl+r"}},
		{"alt", "browse.dream: alt+x", Browse, "d", Dream, []string{"esc and x"}},
		{"named keys", `browse.dream: [f5, ctrl+up, shift+left, "ctrl+\\", delete]`, Browse, "f5", Dream, nil},
		{"a letter of another keyboard", "browse.dream: ц\nreview.accept: ц", Review, "ц", Accept, nil},
		{"its place is free again", "browse.dream: ц", Browse, "в", "", nil},
	} {
		m, err := Default().Override([]byte("theme: dark\nkeys:\n  " + strings.ReplaceAll(c.yaml, "\n", "\n  ") + "\n"))
		if got, _ := m.Lookup(c.context, c.key); got != c.want {
			t.Errorf("%s: %q does %q, want %q", c.name, c.key, got, c.want)
		}
		if (err != nil) != (c.errs != nil) {
			t.Errorf("%s: error %v", c.name, err)
		}
		for _, s := range c.errs {
			if err != nil && !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %v does not name %q", c.name, err, s)
			}
		}
	}
	if a, _ := Default().Lookup(Browse, "d"); a != Dream {
		t.Error("an override changed the table of defaults")
	}
}

// TestLayouts: every letter of a keyboard has a key of its own there, and none of ASCII is moved.
func TestLayouts(t *testing.T) {
	for from, to := range latin {
		if from < utf8.RuneSelf || to >= utf8.RuneSelf || to <= ' ' {
			t.Errorf("%c is taken for %c", from, to)
		}
	}
	for _, row := range []struct{ letters, keys string }{
		{"йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm"}, {"ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "qwertyuiop"}, {"קראטוןםפ", "ertyuiop"},
		{"شسيبلاتنم", "asdfghjkl"}, {"ქწერტყუიოპ", "qwertyuiop"}, {"ฟหกดเ้่าส", "asdfghjkl"}, {"ασδφγηξκλ", "asdfghjkl"},
	} {
		got := ""
		for _, r := range row.letters {
			got += position(string(r))
		}
		if got != row.keys {
			t.Errorf("%s are the keys %s, want %s", row.letters, got, row.keys)
		}
	}
}
