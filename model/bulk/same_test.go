package bulk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestSameWords: the line of a note that changes belongs to the hunks of the note that change the same words, and to
// no others.
func TestSameWords(t *testing.T) {
	type edit struct{ id, removed, added string }
	for _, c := range []struct {
		name, was, is string
		edits         []edit
		want          []string
	}{
		{"one word for another", "`npm test`, needs Redis", "`pnpm test`, needs Redis", []edit{
			{"it", "Run `npm test`.", "Run `pnpm test`; it moved from npm to pnpm."}, {"other", "Needs Redis 6.", "Needs Redis 7."}}, []string{"it"}},
		{"at each of its places", "port 5432", "port 5433", []edit{
			{"a", "It listens on 5432.", "It listens on 5433."}, {"b", "curl localhost:5432", "curl localhost:5433"}, {"c", "Sixty.", "Seventy."}}, []string{"a", "b"}},
		{"not where the new word is told besides", "`npm test`", "`pnpm test`", []edit{
			{"it", "Run `npm test`.", "Run `pnpm test`."}, {"told", "", "The switch to pnpm was in May."}}, []string{"it"}},
		{"a word that is new to the note", "how it is built", "how it is built, on Jenkins", []edit{
			{"it", "", "Jenkins builds it at night."}, {"other", "", "Nothing else."}}, []string{"it"}},
		{"a word that it had already", "how it is built", "how it is built, on Actions", []edit{
			{"again", "", "Actions builds it at night."}, {"before", "In Actions.", "In the Actions."}}, nil},
		{"a word that it has no more", "make, and a local Redis", "make", []edit{
			{"it", "Needs a local Redis.", ""}, {"other", "Old.", ""}}, []string{"it"}},
		{"a word that goes at one place of two", "make, and a local Redis", "make", []edit{
			{"one", "Needs Redis.", ""}, {"moved", "", "Redis is there."}}, nil},
		{"little words", "it is the one", "they are all of the others", []edit{{"x", "It is so.", "They are so, and all."}}, nil},
		{"the most of it", "on port 5432 since 2024", "on port 6000 since 2026", []edit{
			{"it", "Port 5432 since 2024.", "Port 6000 since 2026."}, {"date", "Written 2024.", "Written 2026."}}, []string{"it"}},
		{"a word within another", "uses art", "uses paint", []edit{{"x", "cart", "repaint"}}, nil},
		{"without blanks", "測試需要資料庫", "測試需要伺服器", []edit{{"it", "先啟動資料庫。", "先啟動伺服器。"}, {"x", "晚上。", "早上。"}}, []string{"it"}},
		{"with accents", "la base de données", "le dépôt de données", []edit{{"it", "Dans la base.", "Dans le DÉPÔT."}}, []string{"it"}},
		{"the same line", "how it is built", "how it is built", []edit{{"x", "a", "built"}}, nil},
	} {
		text, at := "# Note\n\nIn Actions it says.\n\n", 4
		note := model.Change{Path: "note.md", Status: model.Modified}
		for _, e := range c.edits {
			h := model.Hunk{ID: e.id, Kind: model.HunkText, OldStart: at}
			if e.removed != "" {
				h.Removed, h.OldStart = []string{e.removed + "\n"}, at+1
				text, at = text+e.removed+"\n", at+1
			}
			if e.added != "" {
				h.Added = []string{e.added + "\n"}
			}
			note.Hunks = append(note.Hunks, h)
			text, at = text+"\nStays.\n\n", at+3
		}
		line := func(s string) []string {
			return []string{"- [Note](note.md): " + s + "\n", "- [Else](else.md): " + c.is + "\n"}
		}
		changes := []model.Change{note, {Path: "MEMORY.md", Status: model.Modified, Hunks: []model.Hunk{
			{ID: "line", Kind: model.HunkText, OldStart: 3, Removed: line(c.was), Added: line(c.is)},
			{ID: "comes", Kind: model.HunkText, OldStart: 9, Added: line(c.is)}}}}
		ties := Tie(model.Tree{"note.md": file(text), "else.md": file("x\n")}, changes)
		if got := ties["line"]; !slices.Equal(got, c.want) || len(ties["comes"]) > 0 {
			t.Errorf("%s: the line belongs to %v, want %v", c.name, got, c.want)
		}
	}
}

// BenchmarkSameWords measures it of a note of 5,000 hunks, and the line of it.
func BenchmarkSameWords(b *testing.B) {
	text := strings.Builder{}
	c := model.Change{Path: "note.md", Status: model.Modified}
	for i := range 5000 {
		was := fmt.Sprintf("line %d runs on port %d for the suite\n", i, i)
		text.WriteString(was + "\nkept\n")
		c.Hunks = append(c.Hunks, model.Hunk{ID: fmt.Sprint(i), Kind: model.HunkText, OldStart: 3*i + 1, Removed: []string{was}, Added: []string{fmt.Sprintf("line %d ran on port %d for all of the suite\n", i, i+1)}})
	}
	base, changes := model.Tree{"note.md": file(text.String())}, []model.Change{{Path: "MEMORY.md", Status: model.Modified, Hunks: []model.Hunk{
		{ID: "line", Kind: model.HunkText, Removed: []string{"- [Note](note.md): the suites, on port 77 with make\n"}, Added: []string{"- [Note](note.md): the suites, on port 78 with just and npm\n"}}}}, c}
	for b.Loop() {
		Tie(base, changes)
	}
}
