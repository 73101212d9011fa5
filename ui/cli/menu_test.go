package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestAccessibleMany decides by a rule, splits lines off, takes back and does again, and keeps what stands below
// the first line of a message; through to the commit.
func TestAccessibleMany(t *testing.T) {
	bare(t)
	text := "the first line here\nthe second line here\nthe third line here\n"
	live := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": text})
	git(t, live, "init", "-q")
	git(t, live, "config", "user.name", "d")
	git(t, live, "config", "user.email", "d@example.invalid")
	git(t, live, "add", "-A")
	git(t, live, "commit", "-q", "-m", "first")
	next := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n- [B](b.md) y\n", "a.md": strings.ReplaceAll(text, "here", "there"), "b.md": "new\n"})
	r := answers(t, []string{
		"rules", "nothing", "2", "maybe", "reject", // the lines of the index
		"undo", "redo", "undo", "redo", "redo",
		"open", "lines", "x", "lines", "2", // of a.md
		"accept", "edit", "the second line anywhere", ".", "join", "join", "lines", "none", "accept", "reject", "no",
		"note", "back", "note", "no reason",
		"commit", "message", "Mine", "whole", "yes",
	}, "--accessible", "review", live, next)
	if r.code != 0 {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	contains(t, r.out, "rule 1: index lines", "It would accept", "Which rule?", "Rejected, 2 hunks.", "Undone: rejected 2 hunks.", "Done again: rejected 2 hunks.", "there is nothing to redo",
		"line 2, removed: the second line here", "line 5, added: the second line there", "is such as 2-4", "Split into 3 pieces.", "The edit is taken back.", "Joined.",
		"message of the commit: Mine", "committed ")
	if log := git(t, live, "log", "-1", "--format=%B"); !strings.HasPrefix(log, "Mine\n\n- a.md") || !strings.Contains(log, "Dreamgate-Review: ") {
		t.Errorf("the message is %q", log)
	}
	if got := read(t, filepath.Join(live, "a.md")); got != strings.ReplaceAll(text, "here", "there") {
		t.Errorf("the note is %q", got)
	}
}

// TestAccessibleMenu is the program without a command: notes, search, a dream, and the review that it makes.
func TestAccessibleMenu(t *testing.T) {
	w := world(t)
	r := answers(t, []string{"nonsense", "help", "reviews", "memories", "use nothing", "use " + w.Shop, "notes", "show", "show vendors", "search Redis", "audit", "history",
		"tasks", "dream no-such-engine", "dream", "reviews", "tell", "menu", "quit"}, "--accessible")
	if r.code != 0 {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	contains(t, r.out, "No review waits.", "is none of the answers", "show NOTE: read the note", "The memory is now shop.", "vendors.md", "as in show NOTE", "Redis",
		"Not done: ", "Reviews that wait: 1.", "Hunk 1 of ", "To go on: dreamgate review --accessible", "What next?")
	if got := strings.Count(r.out, "What next?"); got != 17 {
		t.Errorf("asked %d times", got)
	}
	same(t, "the memory", tree(t, w.Shop), tree(t, w.Shop))
	// A memory that is named is the one that is meant.
	if r = answers(t, []string{"menu", "notes", "q"}, "--accessible", w.Shop); r.code != 0 || !strings.Contains(r.out, "vendors.md") {
		t.Errorf("exit %d\n%s%s", r.code, r.out, r.err)
	}
}

// TestAccessibleEditor changes the whole message in the editor where there is a terminal for it.
func TestAccessibleEditor(t *testing.T) {
	shop, folder := proposedShop(t)
	writing = func(file string) error {
		write(t, filepath.Dir(file), map[string]string{filepath.Base(file): "All of it\n\nis mine.\n"})
		return nil
	}
	defer func() { writing = func(string) error { return nil } }()
	want(t, 0, "review", "--lay", shop, folder)
	want(t, 0, "review", "accept", "--all")
	r := answeringOn(t, []string{"commit", "message", "yes"}, "--accessible", "review")
	if log := git(t, shop, "log", "-1", "--format=%B"); !strings.HasPrefix(log, "All of it\n\nis mine.") {
		t.Errorf("the message is %q\n%s", log, r.out)
	}
}

// TestAccessibleInAFolder: in the folder of a project its own reviews are told and those of no other memory, as the screen
// opens that project's memory.
func TestAccessibleInAFolder(t *testing.T) {
	shop, folder := proposedShop(t)
	other := write(t, t.TempDir(), map[string]string{"MEMORY.md": "# Other\n"})
	parsed[laidJSON](t, 0, "review", shop, folder, "--lay", "--json")
	t.Chdir(other)
	if r := answers(t, []string{"notes", "quit"}, "--accessible"); r.code != 0 || strings.Contains(r.out, "Hunk 1 of") || !strings.Contains(r.out, "No review waits.") {
		t.Errorf("elsewhere: exit %d\n%s%s", r.code, r.out, r.err)
	}
	t.Chdir(shop)
	contains(t, answers(t, []string{"quit"}, "--accessible").out, "Hunk 1 of ")
}
