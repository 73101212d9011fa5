package evidence_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

func tree(files ...string) model.Tree {
	t := model.Tree{}
	for i := 0; i+1 < len(files); i += 2 {
		t[files[i]] = model.File{Mode: 0o644, Data: []byte(files[i+1])}
	}
	return t
}

const ci = "---\nname: Old CI\ntype: project\n---\n\n# Old CI\n\nJenkins runs every night at two.\nThe suite needs a local Redis on port 6379.\n\nAsk Carla for the password of the runner.\nIt is in the vault.\n"

func TestStands(t *testing.T) {
	testing := "---\nname: Testing\ntype: project\n---\n\nAll of it:\n- the suite needs a **local** Redis\n  on port 6379.\n"
	base := tree("old-ci.md", ci, "testing.md", testing, "other.md", "Ask Carla for the password of the runner.\nstays\n", "MEMORY.md", "It is in the vault.\n")
	without := func(files ...string) model.Tree {
		out := tree("testing.md", testing, "other.md", string(base["other.md"].Data), "MEMORY.md", "It is in the vault.\n")
		for p, f := range tree(files...) {
			if out[p] = f; len(f.Data) == 0 {
				delete(out, p)
			}
		}
		return out
	}
	for _, c := range []struct {
		name     string
		proposed model.Tree
		other    model.Decision
		want     []string
	}{
		{"as they are", without(), 0, []string{"line 2, 6, 8, 12 stand nowhere else", "line 9 stands also in testing.md:7 (kept)", "line 11 stands also in other.md:1 (kept)"}},
		{"it goes elsewhere too", without("other.md", "stays\n"), model.Undecided, []string{"line 2, 6, 8, 12 stand nowhere else",
			"line 9 stands also in testing.md:7 (kept)", "line 11 stands also in other.md:1, which is to go too"}},
		{"it went elsewhere too", without("other.md", "stays\n"), model.Accepted, []string{"line 2, 6, 8, 12 stand nowhere else",
			"line 9 stands also in testing.md:7 (kept)", "line 11 stands nowhere else: other.md:1 goes too"}},
		{"it stays elsewhere", without("other.md", "stays\n"), model.Rejected, []string{"line 2, 6, 8, 12 stand nowhere else",
			"line 9 stands also in testing.md:7 (kept)", "line 11 stands also in other.md:1 (kept)"}},
		{"it comes", without("ci.md", "Jenkins runs every night at two.\nIt is in the vault.\n"), model.Undecided, []string{"line 2, 6 stand nowhere else",
			"line 8 would stand in ci.md:1, which is undecided", "line 9 stands also in testing.md:7 (kept)", "line 11 stands also in other.md:1 (kept)", "line 12 would stand in ci.md:2, which is undecided"}},
		{"it came", without("ci.md", "Jenkins runs every night at two.\n"), model.Accepted, []string{"line 2, 6, 12 stand nowhere else",
			"line 8 stands also in ci.md:1 (kept)", "line 9 stands also in testing.md:7 (kept)", "line 11 stands also in other.md:1 (kept)"}},
		{"it does not come", without("ci.md", "Jenkins runs every night at two.\n"), model.Rejected, []string{"line 2, 6, 12 stand nowhere else",
			"line 8 would stand in ci.md:1, which is rejected", "line 9 stands also in testing.md:7 (kept)", "line 11 stands also in other.md:1 (kept)"}},
		{"emptied", without("old-ci.md", " "), 0, []string{"line 2, 6, 8, 12 stand nowhere else", "line 9 stands also in testing.md:7 (kept)", "line 11 stands also in other.md:1 (kept)"}},
		{"one part", without("old-ci.md", strings.Replace(ci, "It is in the vault.\n", "", 1)), 0, []string{"line 12 stands nowhere else"}},
		{"one part that stands", without("old-ci.md", strings.Replace(ci, "The suite needs a local Redis on port 6379.\n", "", 1)), 0, []string{"line 9 stands also in testing.md:7 (kept)"}},
		{"changed, not taken", without("old-ci.md", strings.Replace(ci, "two", "three", 1)), 0, nil},
	} {
		if c.name == "emptied" {
			f := c.proposed["old-ci.md"]
			f.Data = nil
			c.proposed["old-ci.md"] = f
		}
		changes := hunk.Diff(base, c.proposed)
		d := model.Decisions{}
		var of model.Hunk
		for _, ch := range changes {
			for _, h := range ch.Hunks {
				if ch.Path == "old-ci.md" {
					of = h
				} else {
					d[h.ID] = c.other
				}
			}
		}
		var got []string
		for _, s := range evidence.Standing(evidence.Stands(base, c.proposed, changes)[of.ID], of.OldStart, d) {
			text := s.Text
			if s.Kept {
				text += " (kept)"
			}
			got = append(got, strings.Replace(text, "lines", "line", 1))
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %s\nwant %s", c.name, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
		}
	}
}

// TestStandsOfARename: what goes with a rename is what its text does not hold any more.
func TestStandsOfARename(t *testing.T) {
	base := tree("old.md", ci, "x.md", "It is in the vault.\n")
	proposed := tree("new.md", strings.Replace(ci, "It is in the vault.\n", "", 1), "x.md", "It is in the vault.\n")
	changes := hunk.Diff(base, proposed)
	stands := evidence.Stands(base, proposed, changes)
	for _, c := range changes {
		s := stands[c.Hunks[0].ID]
		if c.RenameOf == "" && s != nil || c.RenameOf != "" && (len(s) != 12 || s[11].Path != "x.md" || s[11].State != model.StandsStill) {
			t.Errorf("%s: %+v", c.Path, s)
		}
	}
}

func BenchmarkStands(b *testing.B) {
	base, proposed := model.Tree{}, model.Tree{}
	for i := range 2000 {
		text := fmt.Sprintf("---\nname: Note %d\n---\n\n", i)
		for j := range 30 {
			text += fmt.Sprintf("Line %d of note %d says that the service %d listens on port %d.\n", j, i, j*i, 1000+j)
		}
		p := fmt.Sprintf("n%d.md", i)
		if base[p] = (model.File{Mode: 0o644, Data: []byte(text)}); i%40 > 0 {
			proposed[p] = base[p]
		}
	}
	changes := hunk.Diff(base, proposed)
	for b.Loop() {
		evidence.Stands(base, proposed, changes)
	}
}
