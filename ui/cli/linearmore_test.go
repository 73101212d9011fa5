package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAccessibleInnerQuestions: at a question within a question help explains it, skip and quit decide nothing.
func TestAccessibleInnerQuestions(t *testing.T) {
	shop, folder := proposedShop(t)
	r := answers(t, []string{"accept", "help", "skip", "rules", "quit"}, "--accessible", "review", shop, folder)
	contains(t, r.out, "The same for it? yes, no for this one alone, or skip to decide neither?", "Here the answers are yes, no or skip. quit decides nothing and leaves",
		"This question is left undecided.", "All that you decided is saved: 3 hunks undecided.")
	if r.code != 0 || strings.Contains(r.out, "Accepted, ") {
		t.Errorf("exit %d\n%s", r.code, r.out)
	}
	r = answers(t, []string{"reject", "no", "commit", "?", "quit"}, "--accessible", "review")
	contains(t, r.out, "nothing is accepted")
	r = answers(t, []string{"accept", "commit", "?", "quit"}, "--accessible", "review")
	contains(t, r.out, "yes, no, whole, message or without. quit decides nothing", "Nothing was written to the memory.")
}

// TestAccessibleGoesAbout goes through a review by what its hunks are: flags, words, the session behind them, the note as it
// would be and as it was; and takes one decision back that is not the last one.
func TestAccessibleGoesAbout(t *testing.T) {
	w := world(t)
	want(t, 0, "dream", "--memory", w.Shop)
	r := answers(t, []string{"find", "zebra", "find", "pnpm test", "cited", "result", "history", "flagged", "accept", "yes", "back", "back", "undecide", "undecide", "next", "quit"},
		"--accessible", "review")
	if r.code != 0 {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	contains(t, r.out, "no hunk has these words", "They stand in ", "\nAround session 5f0c9d1e, line 3:\ncited, line 3, the user said: morning.", "beside, line 4, the agent said: Understood",
		" with what is accepted:\nline: ", "Tidy the index", "no hunk carries a flag", "this hunk is undecided")
}

// TestAccessibleGoesOn: after a commit the program goes on, takes it back, and writes a note; a review of what is decided
// is told from its first hunk.
func TestAccessibleGoesOn(t *testing.T) {
	w := world(t)
	want(t, 0, "dream", "--memory", w.Shop)
	before := tree(t, w.Shop)
	r := answers(t, []string{"rest clean", "commit", "without", "undo", "reviews", "next", "commit", "no", "yes", "edit glossary", "..", "edit glossary", "Words.", ".", "reviews", "queue", "quit"}, "--accessible")
	if r.code != 0 {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	contains(t, r.out, "applied: ", "the undo waits as ", "All of it is decided. next goes from hunk to hunk", "Not done: it is left as it was.", "your edit of glossary.md waits", "added: Words.")
	same(t, "the memory", before, tree(t, w.Shop))
	if n := strings.Count(r.out, "Review 1: "); n != 4 {
		t.Errorf("the reviews are listed %d times\n%s", n, r.out)
	}
}

// TestAccessibleMergeInProgress: where git cannot commit now the notes can be written without a commit, and yes is no answer.
func TestAccessibleMergeInProgress(t *testing.T) {
	shop, folder := proposedShop(t)
	write(t, filepath.Join(shop, ".git"), map[string]string{"MERGE_HEAD": strings.Repeat("0", 40) + "\n"})
	before := tree(t, shop)
	r := answers(t, []string{"accept", "yes", "commit", "yes", "no", "quit"}, "--accessible", "review", shop, folder)
	contains(t, r.out, "No commit can be made: merge is in progress in the repository: finish it first, or write without a commit.",
		"Write this? no, or without to make no commit")
	same(t, "not written", before, tree(t, shop))
	r = answers(t, []string{"commit", "without", "quit"}, "--accessible", "review")
	contains(t, r.out, "applied: ")
	if r.code != 0 || read(t, filepath.Join(shop, "MEMORY.md")) == before["MEMORY.md"] {
		t.Errorf("exit %d\n%s%s", r.code, r.out, r.err)
	}
}

// TestAccessibleUnapplied puts the notes back of which git made no commit.
func TestAccessibleUnapplied(t *testing.T) {
	shop, folder := proposedShop(t)
	write(t, filepath.Join(shop, ".git", "hooks"), map[string]string{"pre-commit": "#!/bin/sh\nexit 1\n"})
	if err := os.Chmod(filepath.Join(shop, ".git", "hooks", "pre-commit"), 0o755); err != nil {
		t.Fatal(err)
	}
	before := read(t, filepath.Join(shop, "MEMORY.md"))
	if r := answers(t, []string{"accept", "yes", "commit", "yes"}, "--accessible", "review", shop, folder); r.code != 1 {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	r := answers(t, []string{"undo", "undo", "quit"}, "--accessible", "review")
	contains(t, r.out, "commit to try it again, undo to put the notes back, or quit?", "The notes are as they were, and the review waits with its decisions.", "Undone: accepted 2 hunks.")
	if got := read(t, filepath.Join(shop, "MEMORY.md")); got != before {
		t.Errorf("the index is %q", got)
	}
}

// TestAccessibleLists: what is a table to the eye is told row by row, with what its cells mean.
func TestAccessibleLists(t *testing.T) {
	w := world(t)
	for _, c := range []struct{ words, says string }{
		{"projects", "shop, 16 notes, index ok, "}, {"show --memory " + w.Shop, "note testing.md, type feedback, age "}, {"gates --memory " + w.Shop, "gate time, open, now never, needed 24 h, "},
	} {
		if r := call(t, false, append([]string{"--accessible"}, strings.Fields(c.words)...)...); !strings.Contains(r.out, c.says) || strings.Contains(r.out[strings.Index(r.out, "\n"):], "   ") {
			t.Errorf("%s: %s", c.words, r.out)
		}
	}
}
