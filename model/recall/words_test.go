package recall

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

func TestTokens(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Don't stop", "dont stop"},
		{"svc-mailer-logs.md", "svc-mailer-logs svc mailer logs"},
		{"maxPageSize", "maxpagesize max page size"},
		{"UUIDv7", "uuidv7"},
		{"kv/depot/", "kv/depot kv depot"},
		{"zone C, a C++ file", "zone c c++ file"},
		{"Größe Übersicht", "groesse uebersicht"},
		{"día ёлка", "dia елка"},
		{"昇降機とは", "昇降機 昇降 降機"},
		{"只有班长", "只有 有班 班长"},
		{"エラーE17", "エラー エラ e17"},
		{"ＡＢＣ", "abc"},
	} {
		var got []string
		for _, tok := range tokens(c.text) {
			got = append(got, tok.text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestForms: the forms of one word have one stem, and words of one root one root.
func TestForms(t *testing.T) {
	for _, line := range []string{
		"deploy deploys deployed deploying", "policy policies", "stop stops stopped stopping", "cache caches cached caching",
		"batch batches", "write wrote written writes", "keep kept keeps", "class classes", "status status",
		"réseau réseaux", "journal journaux", "пароль пароли паролей", "тест тесты тестов тестами", "boya boyas",
	} {
		forms := strings.Fields(line)
		for _, f := range forms[1:] {
			if stem(fold(f)) != stem(fold(forms[0])) {
				t.Errorf("%s %s: %q, %q", forms[0], f, stem(fold(forms[0])), stem(fold(f)))
			}
		}
	}
	for _, line := range []string{
		"approve approval", "delete deletion", "calibrate calibration calibrated", "operate operator", "encrypt encryption",
		"Schlüssel Schlüsseln", "Sicherung Sicherungen", "stornieren storniert Stornierung",
		"Vertrag Verträge", "Haus Häuser", "Buch Bücher", "parco parchi", "chiave chiavi",
	} {
		forms := strings.Fields(line)
		for _, f := range forms[1:] {
			if root(fold(f)) != root(fold(forms[0])) {
				t.Errorf("%s %s: %q, %q", forms[0], f, root(fold(forms[0])), root(fold(f)))
			}
		}
	}
	for _, pair := range []string{"speed spe", "need ne", "bus bu", "axis axi", "port part", "beau be"} {
		a, b, _ := strings.Cut(pair, " ")
		if stem(a) == b {
			t.Errorf("%s became %s", a, b)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int // over the number allowed: 9
	}{
		{"commit", "commit", 0}, {"comit", "commit", 1}, {"mesage", "message", 1}, {"restrat", "restart", 1},
		{"lidr", "lidar", 1}, {"migraton", "migration", 1}, {"certifcaet", "certificate", 2},
		{"hiking", "hiring", 9}, {"form", "worm", 9}, {"8080", "8081", 9}, {"to", "do", 9}, {"printer", "planner", 9},
		{"пороль", "пароль", 1},
	} {
		got := distance(c.a, c.b, slipsAllowed(c.a))
		if got > slipsAllowed(c.a) {
			got = 9
		}
		if got != c.want {
			t.Errorf("%s, %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestTable holds the table to its own rules: no word that says nothing has a meaning, and no line
// has one word alone.
func TestTable(t *testing.T) {
	l := words()
	section := ""
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
			if !slices.Contains([]string{"stop", "light", "same", "near", "when", "count", "where", "who", "bare", "forms"}, section) {
				t.Errorf("section %q", section)
			}
		case line == "" || line[0] == '#':
			continue
		case section == "same" || section == "near":
			for w := range strings.FieldsSeq(line) {
				if l.stop[fold(w)] {
					t.Errorf("%q says nothing, and stands in %q", w, line)
				}
			}
		}
		switch {
		case line == "" || line[0] == '#' || line[0] == '[':
		case (section == "same" || section == "near" || section == "forms") && len(strings.Fields(line)) < 2:
			t.Errorf("%q stands alone in %s", line, section)
		}
	}
}

func TestAttach(t *testing.T) {
	long := strings.Repeat(strings.Repeat("z", 29)+"\n", 300)
	tree := model.Tree{
		"short.md":  {Data: []byte("one\ntwo\n"), ModTime: monday.Add(-47 * time.Hour)},
		"old.md":    {Data: []byte("old\n"), ModTime: monday.Add(-49 * time.Hour)},
		"lines.md":  {Data: []byte(strings.Repeat("x\n", 300))},
		"bytes.md":  {Data: []byte(long)},
		"wide.md":   {Data: []byte(strings.Repeat("ü", 3000))},
		"edge.md":   {Data: []byte(strings.Repeat("y", 4095) + "\n")},
		"astral.md": {Data: []byte("😀\n")},
	}
	for _, c := range []struct {
		path              string
		size, cutAt, days int
	}{
		{"short.md", 8, 0, 0}, {"old.md", 4, 0, 2}, {"lines.md", 400, 201, 0}, {"bytes.md", 136 * 30, 137, 0},
		{"wide.md", 4096, 1, 0}, {"edge.md", 4096, 0, 0}, {"astral.md", 5, 0, 0},
	} {
		got := Attach([]Pick{{Path: c.path}}, tree, monday, MaxSession)
		if len(got) != 1 || len(got[0].Text) != c.size || got[0].CutAt != c.cutAt || got[0].Days != c.days {
			t.Errorf("%s: %d bytes, cut at %d, %d days", c.path, len(got[0].Text), got[0].CutAt, got[0].Days)
		}
	}
	if got := Attach([]Pick{{Path: "astral.md"}}, tree, monday, 3); len(got) != 1 || got[0].Units != 3 {
		t.Errorf("room for three units: %+v", got)
	}
	if got := Attach([]Pick{{Path: "old.md"}, {Path: "short.md"}, {Path: "astral.md"}}, tree, monday, 8); len(got) != 1 {
		t.Errorf("no room for the second: %+v", got)
	}
}
