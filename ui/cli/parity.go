package cli

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/keymap"
)

// parity are the commands that do what keys of a review do, by what the key means; where it means another thing
// in another place, the place stands before it. A key that has none changes nothing but what is shown.
var parity = map[string]string{
	at(keymap.Review, keymap.Accept):      "review accept --id HUNK",
	at(keymap.Review, keymap.Reject):      "review reject --id HUNK",
	at(keymap.Review, keymap.Cycle):       "review undecide --id HUNK",
	at(keymap.Review, keymap.AcceptGroup): "review accept --group HUNK",
	at(keymap.Review, keymap.RejectGroup): "review reject --group HUNK",
	at(keymap.Review, keymap.AcceptFile):  "review accept --rule file=NOTE",
	at(keymap.Review, keymap.RejectFile):  "review reject --rule file=NOTE",
	at(keymap.Review, keymap.AcceptClean): "review accept --clean",
	at(keymap.Review, keymap.RejectAll):   "review reject --all",
	at(keymap.Review, keymap.Together):    "review accept --together --id HUNK",
	at(keymap.Review, keymap.Bulk):        "review accept --rule RULE --dry-run",
	at(keymap.Review, keymap.Undo):        "review undo",
	at(keymap.Review, keymap.Redo):        "review redo",
	at(keymap.Review, keymap.Split):       "review split HUNK",
	at(keymap.Review, keymap.Join):        "review join HUNK",
	at(keymap.Review, keymap.EditHunk):    "review edit HUNK --with FILE",
	at(keymap.Review, keymap.Note):        "review note HUNK|PROPOSAL TEXT",
	at(keymap.Review, keymap.Select):      "review split HUNK --lines A-B",
	at(keymap.Review, keymap.Result):      "review apply --out DIR",
	at(keymap.Review, keymap.OpenCommit):  "review apply --dry-run",
	at(keymap.Review, keymap.Open):        "review show",
	at(keymap.Review, keymap.ShowHistory): "history NOTE",
	at(keymap.Review, keymap.EditNote):    "edit NOTE",
	at(keymap.Review, keymap.OpenReview):  "review list",
	at(keymap.Review, keymap.ShowTasks):   "tasks",

	at(keymap.Global, keymap.Reload): "review refresh",
	at(keymap.Global, keymap.Search): "search WORDS",

	at(keymap.Rules, keymap.Open):   "review accept --rule RULE",
	at(keymap.Rules, keymap.Reject): "review reject --rule RULE",

	at(keymap.Selecting, keymap.Accept):   "review split HUNK --lines A-B",
	at(keymap.Selecting, keymap.Reject):   "review split HUNK --lines A-B",
	at(keymap.Selecting, keymap.Split):    "review split HUNK --lines A-B",
	at(keymap.Selecting, keymap.EditHunk): "review split HUNK --lines A-B",

	at(keymap.Commit, keymap.Go):          "review apply",
	at(keymap.Commit, keymap.EditMessage): "review apply --message TEXT",
	at(keymap.Commit, keymap.ToggleInit):  "review apply --init",
	at(keymap.Commit, keymap.ToggleDirty): "review apply --commit-edits",
	at(keymap.Commit, keymap.ToggleBare):  "review apply --no-commit",
	at(keymap.Commit, keymap.Accept):      "review accept --id HUNK",
	at(keymap.Commit, keymap.Reject):      "review reject --id HUNK",
	at(keymap.Commit, keymap.Undo):        "review undo",
}

// spokenFor are what is answered with --accessible where a key of a review would be pressed, by what the key means. An
// answer in brackets is none: it says when the question comes by itself.
var spokenFor = map[string]string{
	at(keymap.Review, keymap.Accept):      "accept",
	at(keymap.Review, keymap.Reject):      "reject",
	at(keymap.Review, keymap.Cycle):       "undecide",
	at(keymap.Review, keymap.AcceptGroup): "rules",
	at(keymap.Review, keymap.RejectGroup): "rules",
	at(keymap.Review, keymap.AcceptFile):  "rules",
	at(keymap.Review, keymap.RejectFile):  "rules",
	at(keymap.Review, keymap.AcceptClean): "rest clean",
	at(keymap.Review, keymap.RejectAll):   "reject all",
	at(keymap.Review, keymap.Together):    "(asked by accept and reject)",
	at(keymap.Review, keymap.Bulk):        "rules",
	at(keymap.Review, keymap.Undo):        "undo",
	at(keymap.Review, keymap.Redo):        "redo",
	at(keymap.Review, keymap.Split):       "split",
	at(keymap.Review, keymap.Join):        "join",
	at(keymap.Review, keymap.EditHunk):    "edit",
	at(keymap.Review, keymap.Note):        "note",
	at(keymap.Review, keymap.Select):      "lines",
	at(keymap.Review, keymap.Result):      "result",
	at(keymap.Review, keymap.OpenCommit):  "commit",
	at(keymap.Review, keymap.Open):        "cited",
	at(keymap.Review, keymap.ShowHistory): "history",
	at(keymap.Review, keymap.EditNote):    "menu, edit NOTE",
	at(keymap.Review, keymap.OpenReview):  "queue",
	at(keymap.Review, keymap.ShowTasks):   "menu, tasks",
	at(keymap.Review, keymap.NextHunk):    "next",
	at(keymap.Review, keymap.PrevHunk):    "back",
	at(keymap.Review, keymap.NextFlag):    "flagged",
	at(keymap.Review, keymap.Undecided):   "open",
	at(keymap.Review, keymap.Find):        "find",
	at(keymap.Global, keymap.Reload):      "merge",
	at(keymap.Global, keymap.Search):      "menu, find WORDS",
	at(keymap.Rules, keymap.Open):         "rules",
	at(keymap.Rules, keymap.Reject):       "rules",
	at(keymap.Selecting, keymap.Accept):   "lines",
	at(keymap.Selecting, keymap.Reject):   "lines",
	at(keymap.Selecting, keymap.Split):    "lines",
	at(keymap.Selecting, keymap.EditHunk): "lines",
	at(keymap.Commit, keymap.Go):          "commit, yes",
	at(keymap.Commit, keymap.EditMessage): "commit, message",
	at(keymap.Commit, keymap.ToggleInit):  "(asked by commit)",
	at(keymap.Commit, keymap.ToggleDirty): "(asked by commit)",
	at(keymap.Commit, keymap.ToggleBare):  "commit, without",
	at(keymap.Commit, keymap.Accept):      "commit, the number of the repair",
	at(keymap.Commit, keymap.Reject):      "commit, the number of the repair",
	at(keymap.Commit, keymap.Undo):        "undo",
}

// looks are the keys of a review that only change what is shown: review show prints all of it.
var looks = []keymap.Action{keymap.NextHunk, keymap.PrevHunk, keymap.NextFile, keymap.PrevFile, keymap.NextFlag, keymap.Undecided,
	keymap.Wrap, keymap.Sides, keymap.WholeFile, keymap.MoreContext, keymap.LessContext, keymap.Fold, keymap.WordMarks, keymap.Maximise, keymap.Base,
	keymap.Find, keymap.NextFound, keymap.PrevFound, keymap.EndFind}

// at names a key by its place and its meaning.
func at(c keymap.Context, a keymap.Action) string { return string(c) + " " + string(a) }

// Parity is the table of the keys of a review, the commands that do the same, and the answers of --accessible, in Markdown.
func Parity() string {
	var b strings.Builder
	b.WriteString("| key | command | answer |\n|---|---|---|\n")
	keys, said, last := map[string][]string{}, map[string][]string{}, []string{}
	m := keymap.Default()
	for _, c := range []keymap.Context{keymap.Review, keymap.Rules, keymap.Commit} {
		for _, row := range m.In(c) {
			command, ok := parity[at(c, row.Action)]
			if !ok || len(row.Keys) == 0 || c == keymap.Commit && strings.Contains(command, "--id") {
				continue
			}
			if _, told := keys[command]; !told {
				last = append(last, command)
			}
			if word := spelt(spokenFor[at(c, row.Action)]); !slices.Contains(said[command], word) {
				said[command] = append(said[command], word)
			}
			if key := "`" + keymap.Spell(row.Keys[0]) + "`"; c == keymap.Review {
				keys[command] = append(keys[command], key)
			} else {
				keys[command] = append(keys[command], "`"+keymap.Spell(m.Key(keymap.Review, map[keymap.Context]keymap.Action{
					keymap.Rules: keymap.Bulk, keymap.Commit: keymap.OpenCommit}[c]))+"` "+key)
			}
		}
	}
	for _, command := range last {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", strings.Join(keys[command], ", "), strings.ReplaceAll(command, "|", `\|`), strings.Join(said[command], ", "))
	}
	return b.String()
}

// spelt is an answer as it is typed, with each word that is typed by itself.
func spelt(answer string) string {
	if strings.HasPrefix(answer, "(") {
		return strings.Trim(answer, "()")
	}
	return "`" + strings.ReplaceAll(answer, ", ", "` `") + "`"
}
