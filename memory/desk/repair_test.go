package desk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

// told are the repairs of the new findings of a preview, by rule and path.
func told(v model.Preview) (out []string) {
	for i, f := range v.Findings {
		for _, r := range v.Repairs[i] {
			out = append(out, f.Rule+" of "+f.Path+": "+r.Text)
		}
	}
	return out
}

// TestRepairs: what a selection would break has a decision that ends it, in words.
func TestRepairs(t *testing.T) {
	index := "# Memory\n\nWhat to know of the shop.\n\n- [Tone](tone.md): short\n- [Rule](rule.md): tags\n- [Build](build.md): make\n"
	long := ""
	for i := range 210 {
		long += fmt.Sprintf("- see line %d\n", i)
	}
	for _, c := range []struct {
		name  string
		edits map[string]string
		// accept are parts of the text of the hunks that are accepted.
		accept []string
		want   []string
	}{
		{"a note without its line", map[string]string{"MEMORY.md": index + "- [Ports](ports.md): 5432\n", "ports.md": note("Ports", "project", "Port 5432.\n")}, []string{"Port 5432."},
			[]string{"orphan of ports.md: accept the change of MEMORY.md", "orphan of ports.md: reject the new file ports.md"}},
		{"a note without its line, which came with that of another", map[string]string{"MEMORY.md": strings.Replace(index, "make\n", "just\n- [Ports](ports.md): 5432\n", 1), "ports.md": note("Ports", "project", "Port 5432.\n")}, []string{"Port 5432."},
			[]string{"orphan of ports.md: accept the change of MEMORY.md, with its lines of 1 other note", "orphan of ports.md: reject the new file ports.md"}},
		{"a line without its note", map[string]string{"MEMORY.md": index + "- [Ports](ports.md): 5432\n", "ports.md": note("Ports", "project", "Port 5432.\n")}, []string{"(ports.md)"},
			[]string{"dangling of MEMORY.md: accept the new file ports.md", "dangling of MEMORY.md: reject the change of MEMORY.md"}},
		{"a deletion without its line", map[string]string{"MEMORY.md": strings.Replace(index, "- [Rule](rule.md): tags\n", "", 1), "rule.md": ""}, []string{"tags a version"},
			[]string{"dangling of MEMORY.md: accept the change of MEMORY.md", "dangling of MEMORY.md: reject the deletion of rule.md"}},
		{"a line taken out without its note", map[string]string{"MEMORY.md": strings.Replace(index, "- [Rule](rule.md): tags\n", "", 1), "rule.md": ""}, []string{"(rule.md)"},
			[]string{"orphan of rule.md: accept the deletion of rule.md", "orphan of rule.md: reject the change of MEMORY.md"}},
		{"a frontmatter that breaks", map[string]string{"rule.md": strings.Replace(note("Rule", "feedback", "Only the release manager tags a version.\nAnd Ann.\n"), "name: Rule", "name: \"Rule", 1)}, []string{"\"Rule", "And Ann"},
			[]string{"frontmatter of rule.md: reject hunk 1 of rule.md"}},
		{"an index that is too long", map[string]string{"MEMORY.md": index + long}, []string{"see line"},
			[]string{"index-cut of MEMORY.md: reject the change of MEMORY.md"}},
	} {
		s := newScene(t)
		s.put("MEMORY.md", index)
		s.put("build.md", note("Build", "project", strings.Repeat("The build takes many words to tell.\n", 20)))
		r := s.review(s.propose(model.OriginRules, c.edits), model.Undecided)
		for _, ch := range r.Changes {
			for _, h := range ch.Hunks {
				text := strings.Join(h.Removed, "") + strings.Join(h.Added, "")
				if slices.ContainsFunc(c.accept, func(part string) bool { return strings.Contains(text, part) }) {
					r.Decisions[h.ID] = model.Accepted
				}
			}
		}
		r = s.reopened(r, r.Ruling())
		v, err := s.desk.Preview(t.Context(), r)
		must(t, err)
		got := told(v)
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %q is missing in\n%s\nof %v", c.name, w, strings.Join(got, "\n"), v.Findings)
			}
		}
		s.mends(r, v)
	}
}

// mends carries each repair of a preview out, by itself, and holds that its finding is gone.
func (s *scene) mends(r model.Review, v model.Preview) (n int) {
	s.t.Helper()
	for i, f := range v.Findings {
		if len(v.Repairs[i]) > 0 && !v.New[i] {
			s.t.Errorf("%v stands already and is mended", f)
		}
		for _, rep := range v.Repairs[i] {
			n++
			next := r
			next.Decisions = model.Decisions{} // of all hunks: what the repair before this one decided is to go
			for _, c := range r.Changes {
				for _, h := range c.Hunks {
					next.Decisions[h.ID] = r.Decisions[h.ID]
				}
			}
			for _, id := range rep.Hunks {
				if next.Decisions[id] == rep.To || !strings.Contains(rep.Command, id) {
					s.t.Errorf("%s changes nothing, or is not %s", rep.Text, rep.Command)
				}
				if next.Decisions[id] = rep.To; rep.To == model.Accepted && len(r.Check.Hunks[id].Flags) > 0 && !rep.Look {
					s.t.Errorf("%s takes what is flagged", rep.Text)
				}
			}
			next = s.reopened(next, next.Ruling())
			after, err := s.desk.Preview(s.t.Context(), next)
			must(s.t, err)
			count := func(fs []model.Finding) (n int) {
				for _, o := range fs {
					if o.Rule == f.Rule && o.Path == f.Path {
						n++
					}
				}
				return n
			}
			if count(after.Findings) >= count(v.Findings) {
				s.t.Errorf("%s leaves %v", rep.Text, f)
			}
		}
	}
	return n
}

// TestRepairsAnyhow: whatever is decided of a large tidying, each repair that is offered ends its finding.
func TestRepairsAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 17))
	s := newScene(t)
	index, edits := "# Memory\n\nWhat to know.\n\n", map[string]string{}
	for i := range 8 {
		s.put(fmt.Sprintf("n%d.md", i), note(fmt.Sprintf("N%d", i), "project", fmt.Sprintf("Thing number %d is on port %d and nowhere else.\n", i, 1000+i)))
		index += fmt.Sprintf("- [N%d](n%d.md): thing %d\n", i, i, i)
	}
	s.put("MEMORY.md", index)
	for i := range 8 {
		line, path := fmt.Sprintf("- [N%d](n%d.md): thing %d\n", i, i, i), fmt.Sprintf("n%d.md", i)
		switch i % 4 {
		case 0:
			index, edits[path] = strings.Replace(index, line, "", 1), ""
		case 1:
			edits[path] = note(fmt.Sprintf("\"N%d", i), "project", "Broken.\n")
		case 2:
			edits[path], edits["m"+path] = "", note(fmt.Sprintf("N%d", i), "project", fmt.Sprintf("Thing number %d is on port %d and nowhere else.\nMore.\n", i, 1000+i))
			index = strings.Replace(index, line, fmt.Sprintf("- [N%d](mn%d.md): thing %d\n", i, i, i), 1)
		default:
			edits["x"+path] = note(fmt.Sprintf("X%d", i), "project", "New.\n")
			index = strings.Replace(index, line, line+fmt.Sprintf("- [X%d](xn%d.md): new %d\n", i, i, i), 1)
		}
	}
	edits["MEMORY.md"] = index
	r := s.review(s.propose(model.OriginRules, edits), model.Undecided)
	mended := 0
	for range 12 {
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				r.Decisions[h.ID] = model.Decision(rng.IntN(3))
			}
		}
		r = s.reopened(r, r.Ruling())
		v, err := s.desk.Preview(t.Context(), r)
		must(t, err)
		mended += s.mends(r, v)
	}
	if mended < 40 {
		t.Errorf("only %d repairs were offered", mended)
	}
}

// TestRepairsOfMany: of many findings of one kind each has its repair, worked out together; what weighs most comes first,
// and has one as well.
func TestRepairsOfMany(t *testing.T) {
	s := newScene(t)
	index, edits := "# Memory\n\n", map[string]string{}
	for i := range 24 {
		index += fmt.Sprintf("- [Old %d](old%d.md): thing %d\n", i, i, i)
		s.put(fmt.Sprintf("old%d.md", i), note(fmt.Sprintf("old%d", i), "project", fmt.Sprintf("Old thing %d.\n", i)))
	}
	s.put("MEMORY.md", index)
	for i := range 190 {
		index += fmt.Sprintf("- [Topic %d](topic%d.md): topic %d\n", i, i, i)
		edits[fmt.Sprintf("topic%d.md", i)] = note(fmt.Sprintf("topic%d", i), "project", fmt.Sprintf("Topic number %d.\n", i))
	}
	edits["MEMORY.md"] = index
	r := s.review(s.propose(model.OriginRules, edits), model.Undecided)
	for _, c := range r.Changes {
		if c.Path == model.IndexName {
			r.Decisions[c.Hunks[0].ID] = model.Accepted
		}
	}
	r = s.reopened(r, r.Ruling())
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if v.Findings[0].Rule != "index-cut" || len(v.Repairs[0]) == 0 || v.Index.Lines != 216 || v.Dangling != 190 {
		t.Errorf("first comes %v with %v; %d lines, %d lead nowhere", v.Findings[0], v.Repairs[0], v.Index.Lines, v.Dangling)
	}
	for i, f := range v.Findings {
		if f.Rule == "dangling" && (len(v.Repairs[i]) != 2 || !strings.Contains(f.Message, strings.TrimPrefix(v.Repairs[i][0].Text, "accept the new file "))) {
			t.Fatalf("%v has %v", f, v.Repairs[i])
		}
		if v.New[i] && len(v.Repairs[i]) == 0 {
			t.Errorf("nothing ends %v", f)
		}
	}
}
