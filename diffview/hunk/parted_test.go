package hunk

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

const longText = "# Deploys\n\nWe deploy on Tuesdays with the blue script.\nThe rollback takes ten minutes.\n\n- ask Ann first\n- then ask Bob\n\nNothing leaves before a sale.\n"

// aRename is one file that goes on under another name with two changes in its text.
func aRename(t *testing.T) (base, proposed model.Tree, changes []model.Change, id string) {
	t.Helper()
	text := strings.Replace(strings.Replace(longText, "ten minutes", "five minutes", 1), "Nothing leaves", "Little leaves", 1)
	base = model.Tree{"old.md": hunktest.Text(longText), "other.md": hunktest.Text("x\n")}
	proposed = model.Tree{"new.md": hunktest.Text(text), "other.md": hunktest.Text("x\n")}
	changes = Diff(base, proposed)
	for _, c := range changes {
		if c.RenameOf == "old.md" {
			return base, proposed, changes, c.Hunks[0].ID
		}
	}
	t.Fatal("there is no rename")
	return
}

// parts sorts the hunks of a parted rename into what names and what changes the text.
func renameParts(changes []model.Change) (name, text []string) {
	for _, c := range changes {
		for _, h := range c.Hunks {
			if h.Kind == model.HunkText {
				text = append(text, h.ID)
			} else {
				name = append(name, h.ID)
			}
		}
	}
	return name, text
}

func TestRenameParts(t *testing.T) {
	base, proposed, changes, id := aRename(t)
	shape, ok := Split(changes, model.Shape{}, id)
	if !ok {
		t.Fatal("the rename does not come apart")
	}
	var gone string
	for _, c := range changes {
		if c.Status == model.Deleted {
			gone = c.Hunks[0].ID
		}
	}
	if same, ok := Split(changes, model.Shape{}, gone); !ok || !reflect.DeepEqual(same, shape) || Half(changes, gone) != id || Half(changes, "x") != "x" {
		t.Error("the other half comes apart in another way")
	}
	shaped, err := Reshape(changes, shape)
	if err != nil {
		t.Fatal(err)
	}
	name, text := renameParts(shaped)
	if len(name) != 2 || len(text) != 2 {
		t.Fatalf("%d hunks for the name, %d for the text", len(name), len(text))
	}
	edited := string(proposed["new.md"].Data)
	for _, c := range []struct {
		takes []string
		want  model.Tree
	}{
		{nil, model.Tree{"old.md": hunktest.Text(longText)}},
		{name, model.Tree{"new.md": hunktest.Text(longText)}},
		{text, model.Tree{"old.md": hunktest.Text(edited)}},
		{append(append([]string{}, name...), text...), model.Tree{"new.md": hunktest.Text(edited)}},
		{append(append([]string{}, name...), text[0]), model.Tree{"new.md": hunktest.Text(strings.Replace(longText, "ten", "five", 1))}},
		{text[1:], model.Tree{"old.md": hunktest.Text(strings.Replace(longText, "Nothing", "Little", 1))}},
	} {
		d := model.Decisions{}
		for _, id := range c.takes {
			d[id] = model.Accepted
		}
		c.want["other.md"] = base["other.md"]
		got, err := Apply(base, shaped, d)
		if err != nil || same(got, c.want) != nil {
			t.Errorf("%d taken: %v, %v", len(c.takes), err, same(got, c.want))
		}
		if git := applyGit(t, base, Selected(shaped, d)); same(git, c.want) != nil {
			t.Errorf("%d taken by git: %v", len(c.takes), same(git, c.want))
		}
	}
	back, ok := Join(shape, text[0])
	if joined, err := Reshape(changes, back); !ok || err != nil || !reflect.DeepEqual(joined, changes) {
		t.Error("joined it is another one")
	}
}

// TestRenamesAnyhow parts random renames, splits their pieces further, edits and decides them at random. The
// text of the file is the pieces that were taken, wherever it stands; git makes the same of the same hunks.
func TestRenamesAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 4))
	parted, finer := 0, 0
	base, all := model.Tree{}, []model.Change{}
	picked := model.Decisions{}
	for round := range 2500 {
		old, new, _, _ := hunktest.Random(rng)
		if rng.IntN(2) == 0 {
			old.Data, new.Data = prose(rng, old.Data), prose(rng, new.Data)
		}
		from, to := fmt.Sprintf("d%d/%d old.md", round%7, round), fmt.Sprintf("d%d/%d new.md", round%7, round)
		one, proposed := model.Tree{from: old}, model.Tree{to: new}
		whole := Diff(one, proposed)
		if len(renames(whole)) == 0 {
			continue
		}
		shape, ok := Split(whole, model.Shape{}, whole[rng.IntN(2)].Hunks[0].ID)
		if ok == (string(old.Data) == string(new.Data)) {
			t.Fatalf("round %d: comes apart is %v for %q and %q", round, ok, old.Data, new.Data)
		}
		if !ok {
			continue
		}
		parted++
		shaped := reshaped(t, whole, shape)
		for range rng.IntN(12) {
			hunks := shaped[rng.IntN(2)].Hunks
			next, ok := SplitBy(whole, shape, hunks[rng.IntN(len(hunks))].ID, Grain(rng.IntN(int(grains))))
			if ok {
				shape, finer = next, finer+1
				shaped = reshaped(t, whole, shape)
			}
		}
		laws := map[model.Decision]model.Tree{model.Accepted: proposed, model.Rejected: one, model.Undecided: one}
		for d, want := range laws {
			ds := allOf(shaped, d)
			if got, err := Apply(one, shaped, ds); err != nil || same(got, want) != nil {
				t.Fatalf("round %d, all %s: %v, %v", round, d, err, same(got, want))
			}
		}
		d := model.Decisions{}
		var text []byte
		var halves []string
		for _, c := range shaped {
			for _, h := range c.Hunks {
				if h.Kind != model.HunkText {
					halves = append(halves, h.ID)
				} else if d[h.ID] = model.Decision(rng.IntN(3)); d[h.ID] == model.Accepted {
					picked[h.ID] = model.Accepted
				}
			}
		}
		if got, err := Apply(one, shaped, d); err != nil || len(got) != 1 {
			t.Fatalf("round %d: %v", round, err)
		} else {
			text = got[from].Data
		}
		for i, id := range halves {
			if d[id] = model.Accepted; i > 0 && rng.IntN(2) == 0 {
				picked[halves[0]], picked[id] = model.Accepted, model.Accepted
			}
		}
		if got, err := Apply(one, shaped, d); err != nil || len(got) != 1 || string(got[to].Data) != string(text) {
			t.Fatalf("round %d: %v\n%q\n%q", round, err, got[to].Data, text)
		}
		base[from], all = old, append(all, shaped...)
	}
	if parted < 300 || finer < 80 {
		t.Errorf("%d renames parted and %d of their pieces are no test", parted, finer)
	}
	got, err := Apply(base, all, picked)
	if err != nil {
		t.Fatal(err)
	}
	if err := same(got, applyGit(t, base, Selected(all, picked))); err != nil {
		t.Error(err)
	}
}

func reshaped(t *testing.T, whole []model.Change, s model.Shape) []model.Change {
	t.Helper()
	out, err := Reshape(whole, s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRenameReruled: what is decided of a rename is that of its parts, and the other way round only if all of them
// were decided in one way.
func TestRenameReruled(t *testing.T) {
	base, _, changes, id := aRename(t)
	for _, d := range []model.Decision{model.Undecided, model.Accepted, model.Rejected} {
		ru := model.Ruling{Decisions: allOf(changes, d), Notes: map[string]string{id: "so it is"}}
		shape, _ := Split(changes, ru.Shape, id)
		parts := Reruled(changes, ru, shape)
		shaped := reshaped(t, changes, shape)
		for _, c := range shaped {
			for _, h := range c.Hunks {
				if parts.Decisions[h.ID] != d {
					t.Errorf("%s of %s is %s, not %s", h.Kind, h.Path, parts.Decisions[h.ID], d)
				}
			}
		}
		was, _ := Apply(base, changes, ru.Decisions)
		if is, err := Apply(base, shaped, parts.Decisions); err != nil || same(was, is) != nil {
			t.Errorf("all %s: %v %v", d, err, same(was, is))
		}
		joined, _ := Join(shape, id)
		back := Reruled(changes, parts, joined)
		if !reflect.DeepEqual(back.Notes, ru.Notes) {
			t.Errorf("the notes are %v", back.Notes)
		}
		for id, want := range ru.Decisions {
			if back.Decisions[id] != want {
				t.Errorf("joined it is %s, not %s", back.Decisions[id], want)
			}
		}
		name, text := renameParts(shaped)
		for _, one := range append(name, text...) {
			mixed := Reruled(changes, parts, shape)
			mixed.Decisions[one] = (d + 1) % 3
			for id, d := range Reruled(changes, mixed, joined).Decisions {
				if d != model.Undecided {
					t.Errorf("decided in two ways, joined %s is %s", id, d)
				}
			}
		}
	}
}

// TestRenameEvidence: what is flagged in a changed line goes with that, what is flagged in one that stays with
// the name, and what is lost of the old text with the changes that take something.
func TestRenameEvidence(t *testing.T) {
	_, proposed, changes, id := aRename(t)
	shape, _ := Split(changes, model.Shape{}, id)
	check := model.Check{Hunks: map[string]model.Evidence{}}
	for _, c := range changes {
		if c.Status == model.Deleted {
			check.Hunks[c.Hunks[0].ID] = model.Evidence{Why: "why", Flags: []model.Flag{{Kind: "lost-fact", Token: "ten"}, {Kind: model.FlagConflict}}}
		}
	}
	at := func(word string) model.Span {
		for i, l := range Lines(proposed["new.md"].Data) {
			if from := strings.Index(l, word); from >= 0 {
				return model.Span{Line: i, Start: from, End: from + len(word)}
			}
		}
		return model.Span{}
	}
	check.Hunks[id] = model.Evidence{Flags: []model.Flag{{Kind: "new", Token: "five", At: at("five")}, {Kind: "stays", Token: "Bob", At: at("Bob")}}}
	shaped, got, err := Shaped(changes, check, shape, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range shaped {
		for _, h := range c.Hunks {
			var kinds []string
			for _, f := range got.Hunks[h.ID].Flags {
				kinds = append(kinds, f.Kind)
				if f.At.End > 0 && h.Added[f.At.Line][f.At.Start:f.At.End] != f.Token {
					t.Errorf("%s stands at %q", f.Token, h.Added[f.At.Line])
				}
			}
			want := map[bool]string{true: "[new lost-fact]", false: "[lost-fact]"}[strings.Contains(strings.Join(h.Added, ""), "five")]
			switch h.Kind {
			case model.HunkDeleted:
				want = "[" + model.FlagConflict + "]"
			case model.HunkAdded:
				want = "[stays]"
			}
			if fmt.Sprint(kinds) != want {
				t.Errorf("%s of %s has %v, want %s", h.Kind, h.Path, kinds, want)
			}
		}
	}
}

// TestRenameEdited: a piece is edited like any hunk, and shown as it may be.
func TestRenameEdited(t *testing.T) {
	base, _, changes, id := aRename(t)
	shape, _ := Split(changes, model.Shape{}, id)
	name, text := renameParts(reshaped(t, changes, shape))
	shape, ok := Edit(shape, text[0], "The rollback takes a day.\n")
	if _, whole := Edit(shape, id, "x\n"); !ok || whole {
		t.Error("a rename that is parted can be edited whole")
	}
	shaped := reshaped(t, changes, shape)
	if got, err := Apply(base, shaped, allOf(shaped, model.Accepted)); err != nil || !strings.Contains(string(got["new.md"].Data), "takes a day") {
		t.Error(err, got)
	}
	bad, _ := Edit(shape, name[1], "x\n")
	if _, err := Reshape(changes, bad); err == nil {
		t.Error("a name has a text that could be edited")
	}
	mirror := Mirror(changes, shaped, covered(changes), shape, covering)
	for i, c := range mirror {
		for j, h := range c.Hunks {
			real := shaped[i].Hunks[j]
			if h.ID != real.ID || strings.Join(h.Added, "") != covering(strings.Join(real.Added, "")) || strings.Join(h.Removed, "") != covering(strings.Join(real.Removed, "")) {
				t.Errorf("%q is shown for %q", h.Added, real.Added)
			}
		}
	}
}

// TestRenameRebased carries parted renames over to a base that has moved on.
func TestRenameRebased(t *testing.T) {
	base, proposed, changes, id := aRename(t)
	shape, _ := Split(changes, model.Shape{}, id)
	shaped := reshaped(t, changes, shape)
	_, text := renameParts(shaped)
	r := reviewOf(base, proposed)
	r.Ruling.Shape = shape
	for id := range allOf(shaped, model.Accepted) {
		r.Ruling.Decisions[id] = model.Accepted
	}
	r.Ruling.Decisions[text[1]] = model.Rejected
	live := func(old, new string) model.Tree {
		return model.Tree{"old.md": hunktest.Text(strings.Replace(longText, old, new, 1)), "other.md": hunktest.Text("y\n")}
	}
	for _, c := range []struct {
		name     string
		live     model.Tree
		keeps    bool
		new, old string
	}{
		{"another file", live("", ""), true, strings.Replace(longText, "ten", "five", 1), ""},
		{"another line", live("Ann", "Eve"), true, strings.Replace(strings.Replace(longText, "ten", "five", 1), "Ann", "Eve", 1), ""},
		{"the same line", live("ten", "two"), false, strings.Replace(longText, "ten", "two", 1), ""},
		{"it is gone", model.Tree{"other.md": hunktest.Text("x\n")}, false, "", ""},
		{"the name is taken", model.Tree{"old.md": hunktest.Text(longText), "new.md": hunktest.Text("else\n")}, false, "else\n", longText},
	} {
		next, moved, err := Rebase(r, c.live)
		if err != nil {
			t.Fatal(err)
		}
		if keeps := moved.Open == 0 && len(next.Ruling.Decisions) > 0; keeps != c.keeps {
			t.Errorf("%s: %+v, %v", c.name, moved, next.Ruling.Decisions)
		}
		got, err := Apply(next.Base, reshaped(t, next.Whole, next.Ruling.Shape), next.Ruling.Decisions)
		if err != nil || string(got["new.md"].Data) != c.new || string(got["old.md"].Data) != c.old {
			t.Errorf("%s: %v\n%q\n%q", c.name, err, got["new.md"].Data, got["old.md"].Data)
		}
	}
}

// TestRebaseUnmadeEdit: an accepted text of a person that clashes is to be decided anew, and is not left out in
// silence.
func TestRebaseUnmadeEdit(t *testing.T) {
	r := reviewOf(one("a.md", "a\nb\nc\n"), one("a.md", "a\nB\nc\n"))
	id := r.Whole[0].Hunks[0].ID
	r.Ruling.Shape, _ = Edit(model.Shape{}, id, "X\n")
	r.Ruling.Decisions[id] = model.Accepted
	_, moved, err := Rebase(r, one("a.md", "a\nZ\nc\n"))
	if err != nil || len(moved.Clashes) != 1 || !reflect.DeepEqual(moved.Unmade, []string{"a.md"}) {
		t.Errorf("%+v, %v", moved, err)
	}
}

// TestRenamesRebasedAnyhow carries random parted renames over to random changes of others. What others wrote stays
// unless it clashes, nothing is decided that was not, and what came through whole gives what a merge of the file
// gives, under the name that was decided.
func TestRenamesRebasedAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 77))
	line := func(i int) string { return fmt.Sprintf("line %d says thing %d\n", i, rng.IntN(3)) }
	change := func(text string, often int) string {
		var b strings.Builder
		for i, l := range Lines([]byte(text)) {
			switch rng.IntN(often) {
			case 0:
				b.WriteString("other " + l)
			case 1:
				if rng.IntN(2) == 0 {
					b.WriteString(l + line(100+i))
				}
			default:
				b.WriteString(l)
			}
		}
		return b.String()
	}
	through := 0
	for round := range 4000 {
		var b strings.Builder
		for i := range 4 + rng.IntN(14) {
			b.WriteString(line(i))
		}
		old := b.String()
		base, proposed := one("old.md", old), one("new.md", change(old, 9))
		r := reviewOf(base, proposed)
		shape, ok := Split(r.Whole, model.Shape{}, r.Whole[0].Hunks[0].ID)
		if !ok {
			continue
		}
		r.Ruling.Shape = shape
		name, texts := renameParts(reshaped(t, r.Whole, shape))
		d := model.Decision(rng.IntN(3))
		for _, id := range name {
			r.Ruling.Decisions[id] = d
		}
		for _, id := range texts {
			r.Ruling.Decisions[id] = model.Decision(rng.IntN(3))
		}
		live := one("old.md", change(old, 14))
		next, moved, err := Rebase(r, live)
		if err != nil {
			t.Fatal(err)
		}
		changes := reshaped(t, next.Whole, next.Ruling.Shape)
		if got, err := Apply(live, changes, allOf(changes, model.Rejected)); err != nil || same(got, live) != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		got, err := Apply(live, changes, next.Ruling.Decisions)
		if err != nil || len(got) != 1 {
			t.Fatalf("round %d: %v, %v", round, got.Paths(), err)
		}
		if moved.Open+moved.Done+len(moved.Clashes) > 0 || len(next.Ruling.Decisions) == 0 {
			continue
		}
		through++
		wanted, err := Apply(base, reshaped(t, r.Whole, shape), r.Ruling.Decisions)
		if err != nil {
			t.Fatal(err)
		}
		path := wanted.Paths()[0]
		merged, clashes := Merge([]byte(old), live["old.md"].Data, wanted[path].Data)
		merged, clashes = besides(merged, clashes)
		if f, ok := got[path]; !ok || len(clashes) == 0 && sorted(merged) != sorted(f.Data) {
			t.Fatalf("round %d: %q, want %q as %s", round, got[got.Paths()[0]].Data, merged, path)
		}
	}
	if through < 500 {
		t.Errorf("only %d renames came through", through)
	}
}
