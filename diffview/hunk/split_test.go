package hunk

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// TestSplit says what pieces are made of typical changes.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		grain          Grain
		want           []string
	}{
		{"list items", "- a one\n- b two\nend\n", "- a 1 one\n- b 2 two\nend\n", Blocks, []string{"- a one\n>- a 1 one\n", "- b two\n>- b 2 two\n"}},
		{"item with what belongs to it", "x\n", "x\n- a\n  more of a\n- b\n", Blocks, []string{">- a\n  more of a\n", ">- b\n"}},
		{"fields", "---\nname: a\ntype: user\n---\n", "---\nname: b a\ntype: user x\n---\n", Blocks,
			[]string{"name: a\n>name: b a\n", "type: user\n>type: user x\n"}},
		{"a whole frontmatter", "", "---\nname: a\ntype: user\n---\n\none\n", Blocks, []string{">---\nname: a\ntype: user\n---\n\n", ">one\n"}},
		{"half a frontmatter", "", "---\nname: a\n", Blocks, []string{">---\n", ">name: a\n"}},
		{"paragraphs", "", "one\nline\n\ntwo\n", Blocks, []string{">one\nline\n\n", ">two\n"}},
		{"lines", "", "one\nline\n", SingleLines, []string{">one\n", ">line\n"}},
		{"sentences", "We use make. Tests run at 5. Ask Ann.\n", "We use just. Tests run at 5. Ask Bob.\n", Sentences,
			[]string{"We use make. >We use just. ", "Ask Ann.\n>Ask Bob.\n"}},
		{"sentences of another script", "我们用甲。测试在五点。\n", "我们用乙。测试在六点。\n", Sentences, []string{"我们用甲。>我们用乙。", "测试在五点。\n>测试在六点。\n"}},
		{"a version is no end", "Go 1.25 it is\n", "Go 1.26 it is\n", Sentences, nil},
		{"newline lost at the end", "a\nb\n", "a 1\nb 1", SingleLines, []string{"a\n>a 1\n", "b\n>b 1"}},
	} {
		base, proposed := model.Tree{"a.md": hunktest.Text(c.old)}, model.Tree{"a.md": hunktest.Text(c.new)}
		if c.old == "" {
			base = nil
		}
		changes := Diff(base, proposed)
		s, ok := SplitBy(changes, model.Shape{}, changes[0].Hunks[0].ID, c.grain)
		if ok != (c.want != nil) {
			t.Errorf("%s: split is %v", c.name, ok)
			continue
		}
		shaped, err := Reshape(changes, s)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range shaped[0].Hunks {
			if ok {
				got = append(got, strings.Join(h.Removed, "")+">"+strings.Join(h.Added, ""))
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSplitAnyhow splits random changes at random, again and again, and holds that all pieces are the
// proposal, none are the base, any choice is what the texts between the cuts say, and joined they are the
// hunks from before.
func TestSplitAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	split := 0
	for round := range 3000 {
		old, new, there, stays := hunktest.Random(rng)
		if rng.IntN(2) == 0 {
			old.Data, new.Data = prose(rng, old.Data), prose(rng, new.Data)
		}
		base, proposed := model.Tree{}, model.Tree{}
		if there {
			base["a.md"] = old
		}
		if stays || !there {
			proposed["a.md"] = new
		}
		changes := Diff(base, proposed)
		if len(changes) == 0 {
			continue
		}
		shape, shaped := model.Shape{}, changes
		for range rng.IntN(5) {
			hunks := shaped[0].Hunks
			next, ok := SplitBy(changes, shape, hunks[rng.IntN(len(hunks))].ID, Grain(rng.IntN(int(grains))))
			if !ok {
				continue
			}
			shape = next
			split++
			var err error
			if shaped, err = Reshape(changes, shape); err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
		}
		for want, decision := range map[*model.Tree]model.Decision{&base: model.Rejected, &proposed: model.Accepted} {
			got, err := Apply(base, shaped, all(shaped, decision))
			if err != nil || same(got, *want) != nil {
				t.Fatalf("round %d, all %s: %v, %v", round, decision, err, same(got, *want))
			}
		}
		d := model.Decisions{}
		for _, h := range shaped[0].Hunks {
			d[h.ID] = model.Decision(rng.IntN(3))
		}
		got, err := Apply(base, shaped, d)
		if err != nil {
			t.Fatalf("round %d: %v\n%q\n%q", round, err, old.Data, new.Data)
		}
		if want, ok := naive(base["a.md"], changes[0], shape, d); ok && want != string(got["a.md"].Data) {
			t.Fatalf("round %d: %q, want %q", round, got["a.md"].Data, want)
		}
		for id := range shape.Cuts {
			shape, _ = Join(shape, id)
		}
		if joined, err := Reshape(changes, shape); err != nil || !reflect.DeepEqual(joined, changes) {
			t.Fatalf("round %d: joined they are not what they were: %v", round, err)
		}
	}
	if split < 1000 {
		t.Errorf("only %d splits were tried", split)
	}
}

// prose makes sentences of a text's lines.
func prose(rng *rand.Rand, data []byte) []byte {
	words := []string{"We use make. ", "Ann said so! ", "At 5. ", "No. ", "我们用甲。", "name: ", "- "}
	out := strings.ReplaceAll(string(data), "a", words[rng.IntN(len(words))]+words[rng.IntN(len(words))])
	return []byte(out)
}

// naive rebuilds a file from its hunks and their cuts alone. It is not ok for what is no text.
func naive(old model.File, c model.Change, s model.Shape, d model.Decisions) (string, bool) {
	lines := Lines(old.Data)
	var b strings.Builder
	at := 0
	for _, h := range c.Hunks {
		if h.Kind != model.HunkText && h.Kind != model.HunkAdded && h.Kind != model.HunkEmptied {
			return "", false
		}
		removed, added := strings.Join(h.Removed, ""), strings.Join(h.Added, "")
		b.WriteString(strings.Join(lines[at:above(h)], ""))
		from := model.Cut{}
		for _, to := range append(append([]model.Cut{}, s.Cuts[h.ID]...), model.Cut{Old: len(removed), New: len(added)}) {
			id := h.ID
			if s.Cuts[h.ID] != nil {
				id = piece(h, removed, added, from, to).ID
			}
			if d[id] == model.Accepted {
				b.WriteString(added[from.New:to.New])
			} else {
				b.WriteString(removed[from.Old:to.Old])
			}
			from = to
		}
		at = below(h)
	}
	b.WriteString(strings.Join(lines[at:], ""))
	return b.String(), true
}

// TestEdit holds that an edit is what is written, with the line end that its place asks for.
func TestEdit(t *testing.T) {
	base := model.Tree{"a.md": hunktest.Text("a\nb\r\nc")}
	proposed := model.Tree{"a.md": hunktest.Text("a\nB\r\nC")}
	changes := Diff(base, proposed)
	for _, c := range []struct{ text, want string }{
		{"mine", "a\nmine"},
		{"mine\n", "a\nmine"},
		{"two\nlines\n", "a\ntwo\nlines"},
		{"", "a\n"},
	} {
		id := changes[0].Hunks[0].ID
		shape, _ := Edit(model.Shape{}, id, c.text)
		shaped, err := Reshape(changes, shape)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Apply(base, shaped, model.Decisions{id: model.Accepted})
		if err != nil || string(got["a.md"].Data) != c.want || !shaped[0].Hunks[0].Edited {
			t.Errorf("%q: %q, %v; want %q", c.text, got["a.md"].Data, err, c.want)
		}
	}
}

// TestEditTheEndOfALine: a person takes the last sentence of a line away, and the line keeps its end.
func TestEditTheEndOfALine(t *testing.T) {
	base := model.Tree{"a.md": hunktest.Text("One. Two old.\nend\n")}
	changes := Diff(base, model.Tree{"a.md": hunktest.Text("One. Two new.\nend\n")})
	root := changes[0].Hunks[0].ID
	s := model.Shape{Cuts: map[string][]model.Cut{root: {{Old: 5, New: 5}}}}
	shaped, err := Reshape(changes, s)
	if err != nil {
		t.Fatal(err)
	}
	last := shaped[0].Hunks[len(shaped[0].Hunks)-1].ID
	s, _ = Edit(s, last, "")
	if shaped, err = Reshape(changes, s); err != nil {
		t.Fatal(err)
	}
	got, err := Apply(base, shaped, model.Decisions{last: model.Accepted})
	if err != nil || string(got["a.md"].Data) != "One. \nend\n" {
		t.Errorf("%q, %v", got["a.md"].Data, err)
	}
}

func TestReshapeRefuses(t *testing.T) {
	changes := Diff(model.Tree{"a.md": hunktest.Text("a\nb\n")}, model.Tree{"a.md": hunktest.Text("A\nB\n")})
	id := changes[0].Hunks[0].ID
	for name, s := range map[string]model.Shape{
		"unknown hunk": {Cuts: map[string][]model.Cut{"x": {{Old: 2, New: 2}}}},
		"unknown edit": {Edits: map[string]string{"x": "y"}},
		"torn line":    {Cuts: map[string][]model.Cut{id: {{Old: 1, New: 2}}}},
		"outside":      {Cuts: map[string][]model.Cut{id: {{Old: 20, New: 2}}}},
		"backwards":    {Cuts: map[string][]model.Cut{id: {{Old: 2, New: 2}, {Old: 0, New: 2}}}},
	} {
		if got, err := Reshape(changes, s); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestDivideKeepsASecret: a key goes on beyond the line by which it is known.
func TestDivideKeepsASecret(t *testing.T) {
	changes := Diff(nil, model.Tree{"a.md": hunktest.Text("-----BEGIN KEY-----\nabc\n-----END KEY-----\n")})
	root := changes[0].Hunks[0].ID
	check := model.Check{Hunks: map[string]model.Evidence{root: {Flags: []model.Flag{
		{Kind: model.FlagSecret, At: model.Span{Line: 0, Start: 0, End: 19}}}}}}
	s, _ := SplitBy(changes, model.Shape{}, root, SingleLines)
	shaped, err := Reshape(changes, s)
	if err != nil || len(shaped[0].Hunks) != 3 {
		t.Fatalf("%v, %v", shaped, err)
	}
	divided := Divide(check, changes, s)
	for _, h := range shaped[0].Hunks {
		if len(divided.Hunks[h.ID].Flags) != 1 {
			t.Errorf("%q carries %v", h.Added, divided.Hunks[h.ID].Flags)
		}
	}
}

// TestDivideCitations: a cited line and a reason go with the piece that they speak of.
func TestDivideCitations(t *testing.T) {
	base := model.Tree{"MEMORY.md": hunktest.Text("# Notes\n")}
	proposed := model.Tree{"MEMORY.md": hunktest.Text("# Notes\n- [Freeze](freeze.md) — ten days\n- [Staging](staging.md) — wants the VPN\n")}
	changes := Diff(base, proposed)
	root := changes[0].Hunks[0].ID
	line := func(n int, text string, v model.Verdict) model.Citation {
		return model.Citation{Source: model.Source{Session: "s", Line: n, Text: text}, Verdict: v}
	}
	check := model.Check{Hunks: map[string]model.Evidence{root: {
		Why:       "a line for freeze.md, which it did not name; a line for the new staging.md; both were asked for",
		Claims:    []model.Claim{{Token: "ten", At: model.Span{Line: 0, Start: 26, End: 29}}, {Token: "VPN", At: model.Span{Line: 1, Start: 36, End: 39}}},
		Citations: []model.Citation{line(1, "remember that staging deploys need the VPN", model.Supported), line(2, "so it is", model.Supported), line(3, "the vpn is gone", model.Unsupported)},
	}}}
	s, _ := SplitBy(changes, model.Shape{}, root, SingleLines)
	shaped, err := Reshape(changes, s)
	if err != nil || len(shaped[0].Hunks) != 2 {
		t.Fatalf("%v, %v", shaped, err)
	}
	divided := Divide(check, changes, s)
	for i, want := range []string{"2 3 a line for freeze.md, which it did not name; both were asked for", "1 2 3 a line for the new staging.md; both were asked for"} {
		e := divided.Hunks[shaped[0].Hunks[i].ID]
		got := ""
		for _, c := range e.Citations {
			got += strconv.Itoa(c.Source.Line) + " "
		}
		if got += e.Why; got != want {
			t.Errorf("piece %d has %q, want %q", i, got, want)
		}
	}
}

func TestDivide(t *testing.T) {
	base := model.Tree{"a.md": hunktest.Text("- x one\n- y two. Kept so.\n")}
	proposed := model.Tree{"a.md": hunktest.Text("- x one 1\n- y two 2. Kept now.\n")}
	changes := Diff(base, proposed)
	root := changes[0].Hunks[0].ID
	check := model.Check{Hunks: map[string]model.Evidence{root: {Why: "w", Flags: []model.Flag{
		{Kind: "unsourced", Token: "1", At: model.Span{Line: 0, Start: 8, End: 9}},
		{Kind: "unsourced", Token: "now", At: model.Span{Line: 1, Start: 16, End: 19}},
		{Kind: "lost-fact"},
	}}}}
	s, _ := SplitBy(changes, model.Shape{}, root, Sentences)
	shaped, err := Reshape(changes, s)
	if err != nil || len(shaped[0].Hunks) != 3 {
		t.Fatalf("%v, %v", shaped, err)
	}
	divided := Divide(check, changes, s)
	for i, want := range []string{"unsourced 1,lost-fact ", "lost-fact ", "unsourced now,lost-fact "} {
		h := shaped[0].Hunks[i]
		var got []string
		for _, f := range divided.Hunks[h.ID].Flags {
			got = append(got, f.Kind+" "+f.Token)
			if f.At.End > 0 && h.Added[f.At.Line][f.At.Start:f.At.End] != f.Token {
				t.Errorf("piece %d: %+v is not at its token in %q", i, f, h.Added)
			}
		}
		if strings.Join(got, ",") != want || divided.Hunks[h.ID].Why != "w" {
			t.Errorf("piece %d has %q, want %q", i, got, want)
		}
	}
	last := shaped[0].Hunks[2].ID
	mine, ok := Edit(s, last, "Kept by me.\n")
	if _, whole := Edit(s, root, "x\n"); !ok || whole {
		t.Errorf("a piece can be edited: %v, a hunk that is split: %v", ok, whole)
	}
	edited := Divide(check, changes, mine).Hunks[last]
	if len(edited.Flags) != 1 || edited.Flags[0].Kind != "lost-fact" {
		t.Errorf("what a person wrote over is still flagged: %+v", edited.Flags)
	}
}
