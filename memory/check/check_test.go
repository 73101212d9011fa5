package check

import (
	"context"
	"errors"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// tree makes a memory from pairs of path and text.
func tree(pairs ...string) model.Tree {
	t := model.Tree{}
	for i := 0; i < len(pairs); i += 2 {
		t[pairs[i]] = model.File{Mode: 0o600, Data: []byte(pairs[i+1])}
	}
	return t
}

// sessions writes transcripts: pairs of a name and its lines, parted by newlines.
func sessions(t testing.TB, pairs ...string) []transcript.File {
	t.Helper()
	talks := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		for n, l := range strings.Split(pairs[i+1], "\n") {
			who, text, _ := strings.Cut(l, " ")
			if who == "x" {
				talks[pairs[i]] += text + "\n"
				continue
			}
			talks[pairs[i]] += record(who, text, time.Date(2026, 5, 1, 9, n, 0, 0, time.UTC))
		}
	}
	return write(t, talks)
}

// run checks the change of one note and returns the evidence of its only hunk.
func run(t *testing.T, in Input) (model.Evidence, []model.Source) {
	t.Helper()
	if in.Origin == "" {
		in.Origin = model.OriginModel
	}
	in.Changes = hunk.Diff(in.Base, in.Proposed)
	got, sources, err := Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Changes) != 1 || len(in.Changes[0].Hunks) != 1 {
		t.Fatalf("not one hunk: %+v", in.Changes)
	}
	return got.Hunks[in.Changes[0].Hunks[0].ID], sources
}

func kinds(flags []model.Flag) (out []string) {
	for _, f := range flags {
		out = append(out, f.Kind)
	}
	return out
}

const front4 = "---\nname: Port\ndescription: which port\ntype: reference\n---\n\n"

var portBase = tree("MEMORY.md", "- [Port](port.md) - which port\n", "port.md", front4+"The port is 80.\n")

func portTo(line string) model.Tree {
	return tree("MEMORY.md", "- [Port](port.md) - which port\n", "port.md", front4+line+"\n")
}

// A cited line that only suggests what was added is unsupported beside the flag that says so.
func TestSuggestionIsNoCitation(t *testing.T) {
	const reason = "it is asked or suggested there, and nobody decided it"
	for _, line := range []string{"a Should we move the port to 8080?", "u maybe the port becomes 8080"} {
		files := sessions(t, "aaaa1111", line+"\na ok")
		e, _ := run(t, Input{Base: portBase, Proposed: portTo("The port is 8080."), Text: "- port.md: port [aaaa1111:1]", Transcripts: files})
		if len(e.Citations) != 1 || e.Citations[0].Verdict != model.Unsupported || e.Citations[0].Reason != reason || !slices.Equal(kinds(e.Flags), []string{"unsourced"}) {
			t.Errorf("%s: %+v, %+v", line, e.Citations, e.Flags)
		}
	}
}

func TestCitations(t *testing.T) {
	files := sessions(t, "aaaa1111", "u the port is 8080 now\nx {\"type\":\"mode\"}\na ok", "aaaa2222", "u hello")
	cases := []struct {
		name, cite string
		verdict    model.Verdict
		reason     string
		flags      []string
	}{
		{"whole name", "aaaa1111:1", model.Supported, "", nil},
		{"start of a name", "session aaaa11, line 1", model.Supported, "", nil},
		{"two sessions begin so", "session aaaa, line 1", model.Missing, "2 sessions begin with aaaa", []string{"missing-citation"}},
		{"no such session", "bbbb1111:1", model.Missing, "no gathered session is called bbbb1111", []string{"missing-citation"}},
		{"no such line", "aaaa1111:9", model.Missing, "the session has 3 lines", []string{"missing-citation"}},
		{"bookkeeping", "aaaa1111:2", model.Unsupported, "the line holds nothing of what was added", []string{"miscited"}},
		{"another line", "aaaa1111:3", model.Unsupported, "the line holds nothing of what was added", []string{"miscited"}},
	}
	for _, c := range cases {
		e, _ := run(t, Input{Base: portBase, Proposed: portTo("The port is 8080."), Text: "- port.md: port [" + c.cite + "]", Transcripts: files})
		if len(e.Citations) != 1 || e.Citations[0].Verdict != c.verdict || e.Citations[0].Reason != c.reason {
			t.Errorf("%s: %+v", c.name, e.Citations)
		}
		if got := kinds(e.Flags); !slices.Equal(got, c.flags) {
			t.Errorf("%s: flags %v, want %v", c.name, got, c.flags)
		}
		if e.Why != "port" {
			t.Errorf("%s: why %q", c.name, e.Why)
		}
	}
}

// Beside the judgement a check returns the cited lines, and no others.
func TestSources(t *testing.T) {
	files := sessions(t, "aaaa1111", "u the port is 8080 now\nu lunch\na ok")
	_, sources := run(t, Input{Base: portBase, Proposed: portTo("The port is 8080."), Text: "- port.md: port [aaaa1111:1]", Transcripts: files})
	if len(sources) != 1 || sources[0].Line != 1 || sources[0].Text != "the port is 8080 now" {
		t.Errorf("sources %+v", sources)
	}
}

func TestOrigins(t *testing.T) {
	key := "glpat-" + "xQ7rT2mN9kL4wZ8yB5vC"
	files := sessions(t, "aaaa1111", "u hello")
	for origin, want := range map[model.Origin][]string{
		model.OriginModel:  {"unsourced", "secret"},
		model.OriginImport: {"unsourced", "secret"},
		model.OriginRules:  {"secret"},
		model.OriginPerson: {"secret"},
		model.OriginUndo:   {"secret"},
	} {
		e, _ := run(t, Input{Base: portBase, Proposed: portTo("The port is 9999, the key " + key + "."), Origin: origin,
			Text: "- port.md: port [aaaa1111:1]", Transcripts: files})
		if got := kinds(e.Flags); !slices.Equal(got, want) {
			t.Errorf("%s: flags %v, want %v", origin, got, want)
		}
		if len(e.Citations) != 1 || e.Citations[0].Source.Text != "hello" {
			t.Errorf("%s: citations %+v", origin, e.Citations)
		}
		for _, f := range e.Flags {
			if f.Kind == flagSecret && strings.Contains(f.Token, key) {
				t.Errorf("%s: the flag gives the key away", origin)
			}
		}
	}
}

func TestPlaces(t *testing.T) {
	e, _ := run(t, Input{Base: portBase, Proposed: portTo("The port is 80.\n\nAlso 9999 and\u200b hidden."), Text: "", Transcripts: sessions(t, "aaaa1111", "u x")})
	want := map[string]string{"unsourced": "9999", "invisible": "\u200b"}
	for _, f := range e.Flags {
		line := []string{"", "Also 9999 and\u200b hidden."}[f.At.Line]
		if token, ok := want[f.Kind]; ok {
			if f.Line != 9 || line[f.At.Start:f.At.End] != token {
				t.Errorf("%s: line %d, %q", f.Kind, f.Line, line[f.At.Start:f.At.End])
			}
			delete(want, f.Kind)
		}
	}
	if len(want) > 0 {
		t.Errorf("not found: %v in %+v", want, e.Flags)
	}
}

func TestRepository(t *testing.T) {
	repo := t.TempDir()
	if err := os.MkdirAll(filepath.Join(repo, "src"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(repo, "src", "port.go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	files := sessions(t, "aaaa1111", "u the port is set in the sources")
	for line, want := range map[string]int{"The port is set in src/port.go.": 0, "The port is set in src/gone.go.": 1, "The port is set in ../x.go.": 1} {
		e, _ := run(t, Input{Base: portBase, Proposed: portTo(line), Transcripts: files, Repo: repo})
		if len(e.Flags) != want {
			t.Errorf("%s: %+v", line, e.Flags)
		}
	}
}

// The order of the files and the number of readers change nothing.
func TestOrderOfFiles(t *testing.T) {
	rnd := rand.New(rand.NewSource(9))
	var pairs []string
	for i := range 12 {
		var lines []string
		for range 30 {
			lines = append(lines, []string{"u ", "a ", "t "}[rnd.Intn(3)]+sentence(rnd))
		}
		pairs = append(pairs, string(rune('a'+i))+"0000000", strings.Join(lines, "\n"))
	}
	files := sessions(t, pairs...)
	base, proposed, text := proposal(40)
	in := Input{Base: base, Proposed: proposed, Changes: hunk.Diff(base, proposed), Text: text, Origin: model.OriginModel, Transcripts: files, Zone: time.UTC}
	first, sources, err := Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		rnd.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		got, again, err := Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, first) || !reflect.DeepEqual(again, sources) {
			t.Fatal("another order of files gave another judgement")
		}
	}
}

func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := Input{Base: portBase, Proposed: portTo("The port is 1."), Origin: model.OriginModel, Transcripts: sessions(t, "aaaa1111", "u x")}
	in.Changes = hunk.Diff(in.Base, in.Proposed)
	if _, _, err := Run(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	d := newDocket(in)
	pass := d.matcher.Pass()
	if readNotes(ctx, pass, in.Proposed); !reflect.DeepEqual(pass, d.matcher.Pass()) {
		t.Error("notes are read after the end")
	}
	in.Transcripts = append(in.Transcripts, transcript.File{Path: "/nonexistent/x.jsonl", Session: "x"})
	if _, _, err := Run(context.Background(), in); err != nil {
		t.Errorf("an unreadable transcript: %v", err)
	}
	if got, _, err := Run(context.Background(), Input{Origin: model.OriginModel}); err != nil || len(got.Hunks) != 0 {
		t.Errorf("nothing: %+v, %v", got, err)
	}
}

// TestClaimsHaveNoText: what is kept with a proposal grows with its words, not with the lines that they
// stand in, and holds no line of a session that is not cited.
func TestClaimsHaveNoText(t *testing.T) {
	in := Input{Base: portBase, Proposed: portTo("The port is 8081 and the old one was 80."), Origin: model.OriginModel,
		Transcripts: sessions(t, "aaaa1111", "u the port is 8081 now")}
	e, _ := run(t, in)
	support := map[model.Support]bool{}
	for _, c := range e.Claims {
		support[c.Support] = true
		if c.Source.Text != "" {
			t.Errorf("%s %q brings %q with it", c.Support, c.Token, c.Source.Text)
		}
	}
	if !support[model.Found] || !support[model.Kept] {
		t.Errorf("no claim is found, or none kept: %+v", e.Claims)
	}
}

// A note of 40,000 words in one line, with marks that open and never close, is judged in bounded
// time.
func TestHugeLine(t *testing.T) {
	line := strings.Repeat("word “quote `code 5 pm 2026-01-02 a/b.c ", 5000)
	in := Input{Base: portBase, Proposed: portTo(line), Origin: model.OriginModel, Transcripts: sessions(t, "aaaa1111", "u word quote")}
	in.Changes = hunk.Diff(in.Base, in.Proposed)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if _, _, err := Run(ctx, in); err != nil {
		t.Error(err)
	}
}

// Random proposals never break the check, and every hunk gets its entry.
func TestRandomProposals(t *testing.T) {
	rnd := rand.New(rand.NewSource(10))
	parts := []string{"- [x](x.md) hook\n", "---\n", "name: x\n", "The port is 80.\r\n", "never\n", "\n", "毎秒1.2\n", "\xff\xfe\n", "`a b`", "# H\n", "5 pm\n", "\u202eabc\n"}
	text := func() string {
		var b strings.Builder
		for range rnd.Intn(8) {
			b.WriteString(parts[rnd.Intn(len(parts))])
		}
		return b.String()
	}
	files := sessions(t, "aaaa1111", "u the port is 80\na never at 5 pm")
	for range 300 {
		base, proposed := tree("MEMORY.md", text(), "x.md", text(), "y.md", text()), tree("MEMORY.md", text(), "x.md", text())
		in := Input{Base: base, Proposed: proposed, Changes: hunk.Diff(base, proposed), Text: "- x.md: " + text() + " [aaaa1111:1]", Origin: model.OriginModel, Transcripts: files}
		got, _, err := Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range in.Changes {
			for _, h := range c.Hunks {
				e, ok := got.Hunks[h.ID]
				if !ok {
					t.Fatalf("no entry for a hunk of %s", c.Path)
				}
				for _, f := range e.Flags {
					if f.At.End > 0 && (f.At.Line >= len(h.Added) || f.At.End > len(h.Added[f.At.Line])) {
						t.Fatalf("span %+v outside of %q", f, h.Added)
					}
				}
			}
		}
	}
}
