package check_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/dream/measure"
	"dreamgate/memory/check"
	"dreamgate/model"
)

// readCases reads testdata/cases.txt, which says at its top how a case is written.
func readCases(t testing.TB) []measure.Case {
	t.Helper()
	data, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []measure.Case
	seen := map[string]bool{}
	for i, block := range strings.Split("\n"+string(data), "\n== ") {
		name, rest, ok := strings.Cut(block, "\n")
		if i == 0 {
			continue // what stands before the first case is for people
		}
		if !ok || name == "" || seen[name] {
			t.Fatalf("case %d is called %q, as another one or not at all", i, name)
		}
		seen[name] = true
		out = append(out, readCase(t, name, rest))
	}
	return out
}

// draft is a case while it is read.
type draft struct {
	measure.Case
	t     testing.TB
	sides map[string][2]*strings.Builder
	talks map[string]string
	// file or session is the one that the next line belongs to; clock is when it is said.
	file, session string
	clock         time.Time
	want          [][2]string
}

func readCase(t testing.TB, name, text string) measure.Case {
	t.Helper()
	d := draft{t: t, sides: map[string][2]*strings.Builder{}, talks: map[string]string{}}
	d.ID, d.Lang, d.Zone, d.Base, d.Proposed = name, "en", time.UTC, model.Tree{}, model.Tree{}
	for line := range strings.Lines(text) {
		d.line(strings.TrimRight(line, "\n"))
	}
	for p, s := range d.sides {
		for side, tree := range []model.Tree{d.Base, d.Proposed} {
			if text := s[side].String(); text != "" {
				tree[p] = model.File{Mode: 0o600, Data: []byte(text)}
			}
		}
	}
	if _, ok := d.Base[model.IndexName]; !ok { // a case without an index is not about one
		d.Ignore = []string{"orphan", "frontmatter"}
	}
	d.Sessions = check.Write(t, d.talks)
	changes := hunk.Diff(d.Base, d.Proposed)
	for _, w := range d.want {
		d.Labels = append(d.Labels, d.label(changes, w[0], w[1]))
	}
	return d.Case
}

// line takes one line of a case.
func (d *draft) line(line string) {
	switch word, rest, _ := strings.Cut(line, " "); {
	case strings.HasPrefix(line, "-- "):
		d.file, d.session = rest, ""
		d.sides[rest] = [2]*strings.Builder{{}, {}}
	case word == "talk":
		d.file = ""
		d.talk(strings.Fields(rest))
	case line == "changes":
		d.file, d.session = "", ""
	case word == "want":
		kind, words, _ := strings.Cut(rest, " ")
		d.want = append(d.want, [2]string{kind, words})
	case d.file != "" && len(line) >= 2:
		for side, mark := range []string{"-+", "+-"} {
			if line[0] != mark[1] {
				d.sides[d.file][side].WriteString(line[2:] + "\n")
			}
		}
	case d.session != "" && line != "":
		d.talks[d.session] += check.Record(word, rest, d.clock)
		d.clock = d.clock.Add(time.Minute)
	default:
		d.Changes += line + "\n"
	}
}

// talk begins a session: its name, a day, and, where that matters, an hour and the user's zone.
func (d *draft) talk(words []string) {
	if len(words) < 2 || len(words) > 4 {
		d.t.Fatalf("%s: a talk has a name and a day: %q", d.ID, words)
	}
	at := words[1] + " 09:00"
	if len(words) > 2 {
		at = words[1] + " " + words[2]
	}
	var err error
	if len(words) > 3 {
		if d.Zone, err = time.LoadLocation(words[3]); err != nil {
			d.t.Fatalf("%s: %v", d.ID, err)
		}
	}
	if d.clock, err = time.ParseInLocation("2006-01-02 15:04", at, d.Zone); err != nil {
		d.t.Fatalf("%s: %v", d.ID, err)
	}
	if d.session = words[0]; d.talks[d.session] != "" {
		d.t.Fatalf("%s: two talks are called %s", d.ID, d.session)
	}
}

// label finds the one hunk that a path or words of a changed line name. "ok" is a good hunk; else the
// kinds of flags stand there that are right, parted by "|".
func (d *draft) label(changes []model.Change, kinds, words string) measure.Label {
	var found []measure.Label
	for _, c := range changes {
		for _, h := range c.Hunks {
			for _, side := range []struct {
				name  string
				lines []string
			}{{"added", h.Added}, {"removed", h.Removed}} {
				at := slices.IndexFunc(side.lines, func(l string) bool {
					return strings.Contains(l, words) || c.Path == words && strings.TrimSpace(l) != ""
				})
				if at < 0 {
					continue
				}
				l := measure.Label{Path: c.Path, Contains: side.lines[at], Side: side.name, Kind: "ok"}
				if kinds != "ok" {
					l.Bad, l.Flags = true, strings.Split(kinds, "|")
					l.Kind = l.Flags[0]
				}
				found = append(found, l)
				break // the two sides of one hunk are one
			}
		}
	}
	if len(found) != 1 {
		d.t.Fatalf("%s: %d hunks have %q", d.ID, len(found), words)
	}
	return found[0]
}

// TestLabelledCases: every hunk is flagged as its case says, with nothing beside that, and no other hunk is.
func TestLabelledCases(t *testing.T) {
	var all measure.Gate
	for _, c := range readCases(t) {
		got, err := measure.Judge(t.Context(), c, nil, time.Date(2026, 12, 15, 12, 0, 0, 0, time.UTC))
		if err != nil {
			t.Fatal(err)
		}
		all.Add(got)
		for _, r := range got.Rows {
			if r.Hits != 1 {
				t.Errorf("%s: %d hunks have %q", c.ID, r.Hits, r.Contains)
			}
			if r.Bad && !r.KindRight || !r.Bad && r.Flagged {
				t.Errorf("%s: %q: want %s, got %+v", c.ID, strings.TrimSpace(r.Contains), asked(r.Label), r.Flags)
			}
		}
		for _, w := range got.Beside {
			t.Errorf("%s: %q has flags of other kinds as well: %v", c.ID, strings.TrimSpace(w.Words), w.Flags)
		}
		if got.Stray > 0 {
			t.Errorf("%s: %d hunks are flagged that no line names", c.ID, got.Stray)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(all.BadKinds)) {
		t.Logf("%-20s %d of %d", k, all.BadKinds[k].Kind, all.BadKinds[k].Bad)
	}
	t.Logf("%d of %d good ones are flagged", all.False, all.Good)
}

// asked words what a case asks for.
func asked(l measure.Label) string {
	if !l.Bad {
		return "ok"
	}
	return strings.Join(l.Flags, " or ")
}
