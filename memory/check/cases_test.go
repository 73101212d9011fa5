package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// labelled is one case of testdata/cases.txt.
type labelled struct {
	name           string
	base, proposed model.Tree
	talks          map[string]string
	changes        string
	// want pairs the kind of flag ("ok" for none, "any") with words of the hunk.
	want [][2]string
}

func readCases(t testing.TB) []labelled {
	t.Helper()
	data, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []labelled
	for block := range strings.SplitSeq("\n"+string(data), "\n== ") {
		if name, rest, ok := strings.Cut(block, "\n"); ok && len(out) < 1000 && !strings.HasPrefix(block, "\n#") && name != "" {
			out = append(out, readCase(t, name, rest))
		}
	}
	return out
}

func readCase(t testing.TB, name, text string) labelled {
	t.Helper()
	c := labelled{name: name, base: model.Tree{}, proposed: model.Tree{}, talks: map[string]string{}}
	var file, session string
	var day time.Time
	sides := map[string][2]*strings.Builder{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch word, rest, _ := strings.Cut(line, " "); {
		case strings.HasPrefix(line, "-- "):
			file = rest
			sides[file] = [2]*strings.Builder{{}, {}}
		case word == "talk":
			var date string
			session, date, _ = strings.Cut(rest, " ")
			var err error
			if day, err = time.Parse(time.DateOnly, date); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			file = ""
		case line == "changes":
			file, session = "", ""
		case word == "want":
			kind, words, _ := strings.Cut(rest, " ")
			c.want = append(c.want, [2]string{kind, words})
		case file != "" && len(line) >= 2:
			for side, mark := range []string{"-+", "+-"} {
				if line[0] != mark[1] {
					sides[file][side].WriteString(line[2:] + "\n")
				}
			}
		case session != "" && line != "":
			n := strings.Count(c.talks[session], "\n")
			c.talks[session] += record(word, rest, day.Add(time.Duration(9*60+n)*time.Minute))
		default:
			c.changes += line + "\n"
		}
	}
	for p, s := range sides {
		for side, tree := range []model.Tree{c.base, c.proposed} {
			if text := s[side].String(); text != "" {
				tree[p] = model.File{Mode: 0o600, Data: []byte(text)}
			}
		}
	}
	return c
}

// record is a line of a transcript.
func record(who, text string, at time.Time) string {
	role, content := "user", fmt.Sprintf("%q", text)
	switch who {
	case "a":
		role = "assistant"
	case "t":
		content = fmt.Sprintf(`[{"type":"tool_result","content":"%s"}]`, text)
	}
	return fmt.Sprintf(`{"type":%q,"timestamp":%q,"message":{"content":%s}}`+"\n", role, at.Format(time.RFC3339), content)
}

// files writes the talks of a case to disk.
func (c labelled) files(t testing.TB) []transcript.File {
	t.Helper()
	dir := t.TempDir()
	for session, text := range c.talks {
		if err := os.WriteFile(filepath.Join(dir, session+".jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, _, err := transcript.Files([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func (c labelled) input(t testing.TB) Input {
	return Input{
		Base: c.base, Proposed: c.proposed, Changes: hunk.Diff(c.base, c.proposed), Text: c.changes,
		Origin: model.OriginModel, Transcripts: c.files(t), Zone: time.UTC,
	}
}

func TestLabelledCases(t *testing.T) {
	for _, c := range readCases(t) {
		in := c.input(t)
		got, _, err := Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range c.want {
			h, ok := hunkWith(in.Changes, w[1])
			if !ok {
				t.Fatalf("%s: no hunk with %q", c.name, w[1])
			}
			flags := got.Hunks[h.ID].Flags
			if _, ok := c.base[model.IndexName]; !ok { // a case without an index is not about one
				flags = slices.DeleteFunc(flags, func(f model.Flag) bool { return f.Kind == flagOrphan || f.Kind == flagFrontmatter })
			}
			right := w[0] == "ok" && len(flags) == 0 || w[0] == "any" && len(flags) > 0
			for _, f := range flags {
				right = right || f.Kind == w[0]
			}
			if !right {
				t.Errorf("%s: %q: want %s, got %+v", c.name, w[1], w[0], flags)
			}
		}
	}
}

// hunkWith finds the hunk that a path or words of a changed line name.
func hunkWith(changes []model.Change, words string) (model.Hunk, bool) {
	for _, c := range changes {
		for _, h := range c.Hunks {
			if c.Path == words || strings.Contains(strings.Join(h.Added, "")+strings.Join(h.Removed, ""), words) {
				return h, true
			}
		}
	}
	return model.Hunk{}, false
}
