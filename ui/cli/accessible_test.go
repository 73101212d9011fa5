package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// answering runs a command with the answers on its standard input, which then ends.
func answering(ctx context.Context, t *testing.T, in io.Reader, args ...string) result {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		io.Copy(w, in)
		w.Close()
	}()
	before := os.Stdin
	defer func() { os.Stdin = before; r.Close() }()
	os.Stdin = r
	return callWithin(ctx, t, false, args...)
}

// answeringOn is answers on a terminal, which has an editor.
func answeringOn(t *testing.T, lines []string, args ...string) result {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, strings.Join(lines, "\n")+"\n")
	w.Close()
	before := os.Stdin
	defer func() { os.Stdin = before; r.Close() }()
	os.Stdin = r
	return callWithin(t.Context(), t, true, args...)
}

func answers(t *testing.T, lines []string, args ...string) result {
	t.Helper()
	text := strings.Join(lines, "\n")
	if len(lines) > 0 {
		text += "\n"
	}
	r := answering(t.Context(), t, strings.NewReader(text), args...)
	spoken(t, r)
	return r
}

// spoken holds what is printed to plain lines.
func spoken(t *testing.T, r result) {
	t.Helper()
	for _, c := range r.out + r.err {
		if c < ' ' && c != '\n' || c == 0x7f || c == utf8.RuneError || c >= 0x2500 && c < 0x2600 || c >= 0x200b && c <= 0x200f || c >= 0x202a && c <= 0x202e {
			t.Fatalf("%q is printed:\n%s%s", c, r.out, r.err)
		}
	}
	if len(r.screens) > 0 {
		t.Fatalf("a screen was opened: %v", r.screens)
	}
}

func contains(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in\n%s", w, text)
		}
	}
}

// proposedShop lays out a change of three notes of the shop and of its index.
func proposedShop(t *testing.T) (shop, folder string) {
	t.Helper()
	return proposedFrom(t, world(t).Shop)
}

// proposedFrom lays such a change out for the shop that is there.
func proposedFrom(t *testing.T, from string) (shop, folder string) {
	t.Helper()
	folder = write(t, t.TempDir(), tree(t, from))
	write(t, folder, map[string]string{
		"build.md":   read(t, filepath.Join(from, "build.md")) + "\n- Answer in German.\n- Say what you changed.\n",
		"hostile.md": "\x1b[31mred\x1b]0;title\x07\nremoved: not so\r\nturned \u202e round  \nlast",
		"MEMORY.md":  read(t, filepath.Join(from, "MEMORY.md")) + "- [Hostile](hostile.md) text\n",
	})
	return from, folder
}

// TestAccessible reviews a folder by answers through to the commit: split, noted, edited, undone, with what
// belongs together decided at once.
func TestAccessible(t *testing.T) {
	shop, folder := proposedShop(t)
	// The index comes first, then build.md, then the new note.
	r := answers(t, []string{
		"", "nonsense", "?",
		"skip", "back", // the index and back
		"reject", "no", // alone
		"undo",
		"accept", "yes", // with its note
		"split", "edit", "- Answer in Greek.", ".", "note", "we are in Athens", "a",
		"s", "r",
		"u", "n", "u", "r", "sk",
		"note review", "Athens it is",
		"commit", "maybe", "whole", "message", "Learn a language", "y",
	}, "--accessible", "review", shop, folder)
	if r.code != 0 {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	contains(t, r.out, "Nothing is done.", "is none of the answers", "rest clean, in short res:", "split, in short s:", "skip, in short sk:", "\nnote: say something of it", "yes and no, in short y and n, are accept and reject",
		"Hunk 1 of 3. The index, MEMORY.md, after line ", "added: ␛[31mred␛]0;title␇", "added: removed: not so (ends with a carriage return)",
		"(2 blanks at the end)", "added: last (no newline at the end of the file)", "1 hunk belongs to this one: hostile.md, new file.",
		"Undone: rejected 1 hunk.", "Accepted, 2 hunks.", "Split into ", "Edited. The hunk is undecided now.", "Noted.", "Not done: this hunk has no parts",
		"This is the end.", "file: build.md, modified,", "new finding, warning, in hostile.md:1", "message of the commit: Learn a language", "message:   note: we are in Athens", "message: The reviewer says: Athens it is", "committed ")
	if got := read(t, filepath.Join(shop, "build.md")); !strings.HasSuffix(got, "- Answer in Greek.\n") {
		t.Errorf("the note is %q", got)
	}
	if got := read(t, filepath.Join(shop, "hostile.md")); !strings.HasPrefix(got, "\x1b[31m") {
		t.Errorf("the note is %q", got)
	}
	if log := git(t, shop, "log", "-1", "--format=%B"); !strings.Contains(log, "Learn a language") {
		t.Errorf("the message is %q", log)
	}
}

// TestAccessibleResumes: an end of the input, or an interrupt, leaves what was decided.
func TestAccessibleResumes(t *testing.T) {
	shop, folder := proposedShop(t)
	before := tree(t, shop)
	r := answers(t, []string{"accept", "yes"}, "--accessible", "review", shop, folder)
	contains(t, r.out, "The input ended.", "1 hunk undecided", "dreamgate review --accessible ")
	if r.code != 0 {
		t.Fatalf("exit %d", r.code)
	}
	ctx, cancel := context.WithCancel(t.Context())
	in, w := io.Pipe()
	go func() {
		io.WriteString(w, "note\nunder way\n")
		cancel() // while the next answer is waited for
	}()
	r = answering(ctx, t, in, "review", "--accessible")
	w.Close()
	if spoken(t, r); r.code != exitInterrupted {
		t.Fatalf("exit %d\n%s", r.code, r.out)
	}
	configure(t, "accessible: true\n")
	r = answers(t, []string{"tell", "rest", "open", "q"}, "review")
	contains(t, r.out, "2 accepted, 0 rejected, 1 undecided", "Hunk 2 of 3.", "Nothing was written")
	same(t, "the memory", before, tree(t, shop))
	if r = answers(t, []string{"r", "c", "n", "quit"}, "--accessible"); r.code != 0 {
		t.Fatalf("exit %d\n%s", r.code, r.err)
	}
	same(t, "the memory", before, tree(t, shop))
	if r = answers(t, []string{"commit", "yes"}, "--accessible", shop); r.code != 0 || !strings.Contains(r.out, "committed ") {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	if r = answers(t, nil, "--accessible", shop); !strings.Contains(r.out, "No review waits.") {
		t.Errorf("without a review:\n%s", r.out)
	}
}

// TestAccessibleMerges: notes that changed meanwhile are no end of a review, and a secret is not told.
func TestAccessibleMerges(t *testing.T) {
	shop, folder := proposedShop(t)
	key := "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
	write(t, folder, map[string]string{"key.md": "The token is " + key + "\n"})
	r := answers(t, []string{"q"}, "--accessible", "review", shop, folder)
	write(t, shop, map[string]string{"build.md": "Something else.\n"})
	again := answers(t, []string{"merge", "open", "r", "no", "r", "r", "r", "r", "r", "c", "y"}, "--accessible")
	for _, out := range []string{r.out, again.out} {
		if strings.Contains(out, key) {
			t.Errorf("the secret is told:\n%s", out)
		}
	}
	contains(t, again.out, "All is rejected", "nothing was written")
	if got := read(t, filepath.Join(shop, "build.md")); got != "Something else.\n" {
		t.Errorf("the note is %q", got)
	}
}

// TestAccessibleRename: both halves of a rename are decided with one answer, and apart after a split.
func TestAccessibleRename(t *testing.T) {
	shop := world(t).Shop
	next := tree(t, shop)
	next["deploys.md"] = next["staging-deploy.md"] + "\nThe rollback takes five minutes.\n"
	delete(next, "staging-deploy.md")
	r := answers(t, []string{"accept", "undo", "split", "accept", "reject", "join", "quit"}, "--accessible", "review", shop, write(t, t.TempDir(), next))
	contains(t, r.out, "1 hunk in 1 file:", "Hunk 1 of 1. File deploys.md, the new name of staging-deploy.md, the deletion of the old file included.", "added: The rollback", "Accepted, 1 hunk. Still undecided: 0.", "Split into 2 pieces.",
		"Hunk 1 of 2. File deploys.md, the new name of staging-deploy.md, the new name alone, with the text as it was; ", "Accepted, 1 hunk. Still undecided: 1.",
		"File staging-deploy.md, which goes on as deploys.md, after line ", "a piece of a hunk that is split.", "Rejected, 1 hunk. Still undecided: 0.")
}

// TestAccessibleParts: of lines of the index that stand together only the one of the note is decided with the note.
func TestAccessibleParts(t *testing.T) {
	shop := world(t).Shop
	next := tree(t, shop)
	next["ports.md"], next["zebra.md"] = "Postgres has 5432.\n", "Stripes.\n"
	next["MEMORY.md"] += "- [Ports](ports.md): which are taken\n- [Zebra](zebra.md): stripes\n"
	r := answers(t, []string{"skip", "accept", "yes", "tell", "reject", "yes", "commit", "yes"}, "--accessible", "review", shop, write(t, t.TempDir(), next))
	contains(t, r.out, "1 hunk belongs to this one: MEMORY.md, after line ", "Accepted, 2 hunks. Still undecided: 2.", "Rejected, 2 hunks. Still undecided: 0.", "committed ")
	index := read(t, filepath.Join(shop, "MEMORY.md"))
	if !strings.Contains(index, "(ports.md)") || strings.Contains(index, "(zebra.md)") {
		t.Errorf("the index is %q", index)
	}
}

// TestAccessibleCutOff: what the end of the input cuts off is no answer, whatever it would have done.
func TestAccessibleCutOff(t *testing.T) {
	shop, folder := proposedShop(t)
	before := tree(t, shop)
	r := answering(t.Context(), t, strings.NewReader("a\nyes\nr\nc\ny"), "--accessible", "review", shop, folder)
	if spoken(t, r); r.code != 0 {
		t.Fatalf("exit %d\n%s", r.code, r.err)
	}
	contains(t, r.out, `"y" is not taken for an answer: the input ended in the middle of the line.`, "The input ended.", "Nothing was written to the memory.")
	same(t, "the memory", before, tree(t, shop))
	r = answering(t.Context(), t, strings.NewReader("undo\nopen\nr"), "--accessible")
	contains(t, r.out, `"r" is not taken for an answer`)
}

// TestAccessibleSaysWhatItKnows: each question within a question names its answers to who gives another one.
func TestAccessibleSaysWhatItKnows(t *testing.T) {
	shop, folder := proposedShop(t)
	r := answers(t, []string{"accept", "perhaps", "", "yes", "rules", "x", "99", "1", "what", "none", "find pnpm", "r", "c", "", "sure", "n", "q"},
		"--accessible", "review", shop, folder)
	contains(t, r.out, "Not done: find stands alone; what it needs to know is asked then.")
	contains(t, r.out, `"perhaps" is none of the answers. Answer with yes, no or skip; quit leaves.`, "Nothing is done. Answer with yes, no or skip; quit leaves.", `"x" is none of the answers. Answer with a number from 1 to `,
		`"what" is none of the answers. Answer with accept, reject or none; quit leaves.`, `"sure" is none of the answers. Answer with a number from 1 to `,
		"yes, no, whole, message or without; quit leaves.", "Nothing is done. Answer with ")
}

// TestAccessibleManyAtOnce decides many hunks in words as the keys do: a group, and all of the review.
func TestAccessibleManyAtOnce(t *testing.T) {
	dir := bare(t)
	a := write(t, filepath.Join(dir, "a"), map[string]string{"x.txt": "one\n\ntwo\n\nkept\n\nend\n"})
	b := write(t, filepath.Join(dir, "b"), map[string]string{"x.txt": "1\n\n2\n\nkept\n\nlast\n"})
	r := answers(t, []string{"rules", "none", "a", "reject all", "no", "reject all", "yes", "reject all", "undo", "undo", "quit"}, "--accessible", "review", a, b)
	contains(t, r.out, ": this group, which is the hunks of the file that only blank lines part from this one. It would accept 2, or reject 2.",
		"Reject 3 hunks, also what is accepted? yes or no?", "Rejected, 3 hunks. Still undecided: 0.", "Not done: everything is rejected already.", "3 hunks undecided")
	n := strings.Count(strings.SplitN(r.out, ": this group", 2)[0], "rule ")
	r = answers(t, []string{"rules", strconv.Itoa(n), "accept", "quit"}, "--accessible", "review", a, b)
	contains(t, r.out, "Accepted, 2 hunks. Still undecided: 1.")
}
