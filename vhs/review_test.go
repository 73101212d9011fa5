//go:build unix

package vhs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// things are what the notes of these reviews are about: forty things that have nothing in common, so that
// no two notes are alike.
var things = strings.Fields(`anchor basket candle dragon engine feather garden hammer island jacket kettle ladder magnet
	needle orchid pepper quiver ribbon saddle tunnel umpire velvet walnut yellow zipper barrel copper desert ember falcon
	goblet harbor ingot jungle kitten lantern marble nugget oyster parrot`)

// drill is a review of two folders by keys in a real terminal.
type drill struct {
	*testing.T
	home string
	term *terminal
	size [2]int // columns and rows, where not those of the goldens
}

// note is the note about a part as it is, and as it would be.
func note(part, rule string) string {
	return fmt.Sprintf("---\nname: %[1]s\ndescription: how the %[1]s is kept\nmetadata:\n  type: feedback\n---\n\n%[2]s\n\n"+
		"**Why:** others lean on the %[1]s.\n**How to apply:** before each change of the %[1]s.\n", part, rule)
}

// lay writes a memory under git and a folder with what it would become. Of the parts in bad the change says a
// month that nobody said, those in gone are deleted with their lines of the index.
func lay(t *testing.T, parts, bad, gone []string) *drill {
	t.Helper()
	d := &drill{T: t, home: t.TempDir()}
	index := map[string]*strings.Builder{"notes": {}, "proposed": {}}
	for _, side := range []string{"notes", "proposed"} {
		index[side].WriteString("# Rules of the house\n\nThis memory keeps what was agreed on.\n\n")
	}
	has := func(list []string, part string) bool {
		return strings.Contains(" "+strings.Join(list, " ")+" ", " "+part+" ")
	}
	for _, p := range parts {
		entry := fmt.Sprintf("- [The %[1]s](%[1]s.md) - how the %[1]s is kept\n", p)
		d.write("notes/"+p+".md", note(p, "Look at the "+p+" twice."))
		index["notes"].WriteString(entry)
		if has(gone, p) {
			continue
		}
		index["proposed"].WriteString(entry)
		rule := "Look at the whole " + p + " twice."
		if has(bad, p) {
			rule = "Look at the " + p + " twice, since March 2021."
		}
		d.write("proposed/"+p+".md", note(p, rule))
	}
	for side, text := range index {
		d.write(side+"/MEMORY.md", text.String())
	}
	d.write(".gitconfig", "[user]\nname = Ann\nemail = ann@example.org\n[init]\ndefaultBranch = main\n")
	d.git("init", "-q")
	d.git("add", ".")
	d.git("commit", "-qm", "The notes as they were")
	return d
}

func (d *drill) write(path, text string) {
	d.Helper()
	path = filepath.Join(d.home, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		d.Fatal(err)
	}
}

func (d *drill) read(path string) string {
	d.Helper()
	b, err := os.ReadFile(filepath.Join(d.home, path))
	if err != nil {
		d.Fatal(err)
	}
	return string(b)
}

func (d *drill) env(more ...string) []string {
	return append([]string{"HOME=" + d.home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + d.home, "TERM=xterm-256color", "LC_ALL=C.UTF-8", "TZ=UTC"}, more...)
}

func (d *drill) git(args ...string) string {
	d.Helper()
	cmd := exec.Command("git", append([]string{"-C", filepath.Join(d.home, "notes")}, args...)...)
	cmd.Env = d.env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// open starts the program on the review and waits for its summary.
func (d *drill) open(sees string, env ...string) {
	d.Helper()
	cmd := exec.Command(program, "review", "notes", "proposed")
	cmd.Dir, cmd.Env = d.home, d.env(env...)
	d.term = run(d.T, cmd)
	if d.size[0] > 0 {
		d.term.resize(d.T, d.size[0], d.size[1])
	}
	d.sees(sees)
}

func (d *drill) sees(pattern string) {
	d.Helper()
	if err := d.term.wait(regexp.MustCompile(pattern), patience, d.term.screen); err != nil {
		d.Fatal(err)
	}
}

func (d *drill) press(keys ...string) {
	d.Helper()
	if err := d.term.press(keys...); err != nil {
		d.Fatal(err)
	}
}

// commit carries the review out from the dialog.
func (d *drill) commit() {
	d.Helper()
	d.press("C")
	d.sees(`enter commit`)
	d.press("\r")
	d.sees(`committed [0-9a-f]{7}`)
}

// changed are the notes that the last commit touched.
func (d *drill) changed() []string {
	return strings.Fields(d.git("show", "--name-only", "--format=", "HEAD"))
}

// TestCleanReview: one key and the commit for what is clean.
func TestCleanReview(t *testing.T) {
	t.Parallel()
	d := lay(t, things[:12], nil, nil)
	d.open(`0/12 decided`)
	d.press("A")
	d.sees(`12/12 decided`)
	d.commit()
	if got := d.changed(); len(got) != 12 {
		t.Errorf("the commit has %v", got)
	}
	if d.read("notes/anchor.md") != d.read("proposed/anchor.md") {
		t.Error("the notes are not what was proposed")
	}
}

// TestOneBadOfForty: the flag is found, the hunk refused and the rest taken with three keys.
func TestOneBadOfForty(t *testing.T) {
	t.Parallel()
	d := lay(t, things, []string{"needle"}, nil)
	d.open(`0/40 decided.*!1 flagged`)
	d.press(".", "n", "A")
	d.sees(`40/40 decided · 39 ● 1 ✗`)
	d.commit()
	if got := d.changed(); len(got) != 39 || strings.Contains(d.read("notes/needle.md"), "2021") {
		t.Errorf("the commit has %d notes, and of the refused one:\n%s", len(got), d.read("notes/needle.md"))
	}
}

// TestAllDeletionsRefused: two keys, and the lines of the index stay with their notes.
func TestAllDeletionsRefused(t *testing.T) {
	t.Parallel()
	d := lay(t, things[:16], nil, []string{"basket", "dragon", "island"})
	d.open(`deletes 3 of 16 notes`)
	d.press("b", "n")
	d.sees(`3 ✗`)
	d.press("A")
	d.sees(`16/19 decided`) // the lines of the index of what stays are nobody's but the reviewer's
	d.commit()
	if text := d.read("notes/MEMORY.md"); strings.Count(text, "\n- ") != 16 {
		t.Errorf("the index is not as it was:\n%s", text)
	}
	for _, p := range []string{"basket", "dragon", "island"} {
		if d.read("notes/"+p+".md") != note(p, "Look at the "+p+" twice.") {
			t.Errorf("%s.md is not as it was", p)
		}
	}
}

// TestShapedReview: a hunk is split, another edited, lines of a third chosen, and a bulk decision taken back; what
// is committed is that and nothing else.
func TestShapedReview(t *testing.T) {
	t.Parallel()
	d := lay(t, things[:4], nil, nil)
	const list = "- wash it\n- dry it\n- turn it\n"
	d.write("notes/anchor.md", note("anchor", list))
	d.write("proposed/anchor.md", note("anchor", "- wash it well\n- dry it well\n- turn it well\n"))
	d.write("notes/candle.md", note("candle", list))
	d.write("proposed/candle.md", note("candle", "- wash it here\n- dry it here\n- turn it here\n"))
	d.git("commit", "-qam", "Two lists")
	d.write("editor", "#!/bin/sh\nsed -i s/whole/entire/ \"$1\"\n")
	if err := os.Chmod(filepath.Join(d.home, "editor"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.open(`0/4 decided`, "EDITOR="+filepath.Join(d.home, "editor"))
	d.press("A")
	d.sees(`4/4 decided`)
	d.press("u")
	d.sees(`0/4 decided`)
	d.press("]", "s")
	d.sees(`0/6 decided`)
	d.press("y", "n", "y") // the first and the last item of the anchor
	d.sees(`3/6 decided · 2 ● 1 ✗`)
	d.press("e") // the whole basket becomes the entire one
	d.sees(`entire`)
	d.press("y", "v", "j", "y") // the first two items of the candle, and the third waits
	d.sees(`5/7 decided`)
	d.press("n")
	d.commit()
	for path, want := range map[string]string{
		"anchor": note("anchor", "- wash it well\n- dry it\n- turn it well\n"),
		"basket": note("basket", "Look at the entire basket twice."),
		"candle": note("candle", "- wash it here\n- dry it here\n- turn it\n"),
		"dragon": note("dragon", "Look at the dragon twice."),
	} {
		if got := d.read("notes/" + path + ".md"); got != want {
			t.Errorf("%s.md is\n%s\nand not\n%s", path, got, want)
		}
	}
}

// TestLiveEditDuringAReview: what an editor writes meanwhile is said, and both changes are kept.
func TestLiveEditDuringAReview(t *testing.T) {
	t.Parallel()
	d := lay(t, things[:5], nil, nil)
	d.open(`0/5 decided`)
	d.press("]", "y", "n")
	d.sees(`2/5 decided`)
	d.write("notes/anchor.md", note("anchor", "Look at the anchor twice.")+"\nAnd never alone.\n")
	d.sees(`note changed: R refreshes`)
	d.press("R")
	d.sees(`2/5 decided`)
	d.press("A")
	d.sees(`5/5 decided`)
	d.commit()
	if got := d.read("notes/anchor.md"); !strings.Contains(got, "the whole anchor") || !strings.HasSuffix(got, "never alone.\n") {
		t.Errorf("one of the two changes is lost:\n%s", got)
	}
	if got := d.read("notes/basket.md"); got != note("basket", "Look at the basket twice.") {
		t.Errorf("what was refused is not as it was:\n%s", got)
	}
}

// TestQuitAndResume: decisions are there again, and so is the way back.
func TestQuitAndResume(t *testing.T) {
	t.Parallel()
	d := lay(t, things[:5], nil, nil)
	d.open(`0/5 decided`)
	d.press("]", "y", "n")
	d.sees(`2/5 decided · 1 ● 1 ✗`)
	d.press("q", "q", "q")
	d.term.over()
	if d.read("notes/anchor.md") != note("anchor", "Look at the anchor twice.") {
		t.Error("a decision was written before the commit")
	}
	d.open(`2/5 decided · 1 ● 1 ✗`)
	d.press("A")
	d.sees(`5/5 decided · 4 ● 1 ✗`)
	d.commit()
	if got := d.changed(); len(got) != 4 {
		t.Errorf("the commit has %v", got)
	}
}

// TestSmallReview is a whole review on the smallest screen, without colours.
func TestSmallReview(t *testing.T) {
	t.Parallel()
	d := lay(t, things[:3], []string{"basket"}, nil)
	d.size = [2]int{40, 12}
	d.open(`0/3`, "NO_COLOR=1")
	d.press(".", "n", "A")
	d.sees(`3/3`)
	d.commit()
	if got := d.changed(); len(got) != 2 {
		t.Errorf("the commit has %v", got)
	}
}
