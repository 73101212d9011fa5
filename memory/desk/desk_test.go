package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// scene is a memory on disk with a home of its own.
type scene struct {
	t    *testing.T
	base string
	desk *Desk
	st   model.Store
}

var now = time.Date(2026, 11, 29, 14, 2, 3, 0, time.UTC)

func newScene(t *testing.T) *scene {
	t.Helper()
	return sceneIn(t, t.TempDir())
}

func sceneIn(t *testing.T, dir string) *scene {
	t.Helper()
	base, err := filepath.EvalSymlinks(dir)
	must(t, err)
	s := &scene{t: t, base: base, desk: New(func() time.Time { return now }),
		st: model.Store{ID: "acme-1", Name: "acme", Dir: filepath.Join(base, "memory")}}
	must(t, os.MkdirAll(filepath.Join(base, "home"), 0o755))
	must(t, os.MkdirAll(s.st.Dir, 0o755))
	s.config("[user]\n\tname = dev\n\temail = dev@example.invalid\n")
	t.Setenv("HOME", filepath.Join(base, "home"))
	t.Setenv("XDG_STATE_HOME", filepath.Join(base, "state"))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(base, "config"))
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(base, "home", ".gitconfig"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(base))
	s.put("MEMORY.md", "# Memory index\n\n- [Build](build.md) - how to build\n- [Rule](rule.md) - who tags\n- [Tone](tone.md) - short answers\n")
	s.put("build.md", note("Build", "project", "Build with `make all`; needs Go 1.22.\n"))
	s.put("rule.md", note("Rule", "feedback", "Only the release manager tags a version.\n"))
	s.put("tone.md", note("Tone", "user", "Keep answers to five lines.\n"))
	return s
}

func note(name, kind, body string) string {
	return "---\nname: " + name + "\ndescription: about " + name + "\ntype: " + kind + "\n---\n\n" + body
}

func (s *scene) config(text string) {
	s.t.Helper()
	must(s.t, os.WriteFile(filepath.Join(s.base, "home", ".gitconfig"), []byte(text), 0o644))
}

func (s *scene) put(name, text string) {
	s.t.Helper()
	p := filepath.Join(s.st.Dir, name)
	must(s.t, os.MkdirAll(filepath.Dir(p), 0o755))
	must(s.t, os.WriteFile(p, []byte(text), 0o644))
}

func (s *scene) text(name string) string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.st.Dir, name))
	must(s.t, err)
	return string(data)
}

func (s *scene) git(args ...string) string {
	s.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", s.st.Dir}, args...)...)
	// What a test leaks into the environment is for the code under test.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "GIT_CONFIG_") && !strings.HasPrefix(v, "GIT_CEIL")
	})
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func (s *scene) repo() *scene {
	s.t.Helper()
	s.git("init", "-q", "-b", "main")
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "start")
	return s
}

func (s *scene) commits() string {
	s.t.Helper()
	return strings.TrimSpace(s.git("rev-list", "--count", "HEAD"))
}

// files are the paths of the last commit.
func (s *scene) files() []string {
	s.t.Helper()
	out := s.git("diff-tree", "-r", "-z", "--root", "--no-commit-id", "--name-only", "--no-renames", "HEAD")
	return strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
}

func (s *scene) tree() model.Tree {
	s.t.Helper()
	r, err := memory.OpenRoot(s.st.Dir)
	must(s.t, err)
	defer r.Close()
	tree, err := r.ReadTree(s.t.Context())
	must(s.t, err)
	return tree
}

// propose lays down the memory as it is with the edits on top; "" deletes a file.
func (s *scene) propose(origin model.Origin, edits map[string]string) string {
	s.t.Helper()
	base := s.tree()
	proposed := maps.Clone(base)
	for name, text := range edits {
		if text == "" {
			delete(proposed, name)
			continue
		}
		mode := fs.FileMode(0o644)
		if old, ok := base[name]; ok {
			mode = old.Mode
		}
		proposed[name] = model.File{Mode: mode, Data: []byte(text)}
	}
	id, err := s.desk.Propose(s.t.Context(), model.Proposal{Store: s.st, Origin: origin, Engine: "offline", Base: base, Proposed: proposed,
		Run: "run-1", Model: "m-5", Cost: 0.42})
	must(s.t, err)
	return id
}

// judge gives a proposal that lies on the desk another check.
func (s *scene) judge(id string, c model.Check) {
	s.t.Helper()
	state, err := s.desk.openKnown(s.st, id)
	must(s.t, err)
	defer state.close()
	p, err := state.proposal(id, s.st)
	must(s.t, err)
	p.Check = c
	must(s.t, state.write(proposalPath(id), proposalToWire(p)))
}

// review opens a proposal with all hunks decided in one way.
func (s *scene) review(id string, all model.Decision) model.Review {
	s.t.Helper()
	r, err := s.desk.Review(s.t.Context(), s.st, id)
	must(s.t, err)
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			r.Decisions[h.ID] = all
		}
	}
	return r
}

func (s *scene) commit(r model.Review, o model.CommitOptions) model.Outcome {
	s.t.Helper()
	out, err := s.desk.Commit(s.t.Context(), r, o)
	must(s.t, err)
	return out
}

func (s *scene) state(id string) model.ReviewState {
	s.t.Helper()
	r, err := s.desk.Review(s.t.Context(), s.st, id)
	must(s.t, err)
	return r.State
}

var fourLines = map[string]string{"tone.md": note("Tone", "user", "Keep answers to four lines.\n")}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNewID(t *testing.T) {
	seen := map[string]bool{}
	var ids []string
	for i := range 1000 {
		id := NewID(now.Add(time.Duration(i/10) * time.Millisecond))
		if seen[id] || checkID(id) != nil {
			t.Fatal(id)
		}
		seen[id] = true
		ids = append(ids, id[:19])
	}
	if !slices.IsSorted(ids) {
		t.Error("ids do not sort by time")
	}
}

func TestDecisionsSurviveARestart(t *testing.T) {
	s := newScene(t)
	if infos, err := s.desk.List(t.Context(), s.st); err != nil || infos != nil {
		t.Error(infos, err)
	}
	if _, err := os.Stat(filepath.Join(s.base, "state")); err == nil {
		t.Error("a look at the desk has made one")
	}
	id := s.propose(model.OriginModel, map[string]string{
		"tone.md": note("Tone", "user", "Keep answers to four lines.\n"), "new\xff\n.md": "not \xff UTF-8\n", "rule.md": ""})
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if len(r.Changes) != 3 || len(r.Decisions) != 0 || r.State != model.ReviewPending {
		t.Fatalf("%+v", r)
	}
	ds := model.Decisions{r.Changes[0].Hunks[0].ID: model.Accepted, r.Changes[1].Hunks[0].ID: model.Rejected,
		r.Changes[2].Hunks[0].ID: model.Undecided, "of-another-review": model.Accepted}
	must(t, s.desk.decide(t.Context(), s.st, id, model.Ruling{Decisions: ds}))

	again := New(func() time.Time { return now })
	back, err := again.Review(t.Context(), s.st, id)
	must(t, err)
	delete(ds, "of-another-review")
	delete(ds, r.Changes[2].Hunks[0].ID)
	if !reflect.DeepEqual(back.Decisions, ds) || !reflect.DeepEqual(back.Changes, r.Changes) {
		t.Errorf("%v", back.Decisions)
	}
	if string(back.Proposal.Proposed["new\xff\n.md"].Data) != "not \xff UTF-8\n" {
		t.Errorf("%q", back.Proposal.Proposed.Paths())
	}
	infos, err := again.List(t.Context(), s.st)
	must(t, err)
	want := model.ProposalInfo{ID: id, Origin: model.OriginModel, Engine: "offline", Created: now, Hunks: 3,
		Decided: 3, Begun: true, State: model.ReviewPending}
	if len(infos) != 1 || !reflect.DeepEqual(infos[0], want) {
		t.Errorf("%+v", infos)
	}
	must(t, filepath.WalkDir(filepath.Join(s.base, "state"), func(p string, d fs.DirEntry, err error) error {
		if info, _ := d.Info(); info.Mode().Perm()&0o077 != 0 && p != filepath.Join(s.base, "state") {
			t.Errorf("others may look into %s", p)
		}
		return err
	}))
}

func TestProposeByAPersonArrivesAccepted(t *testing.T) {
	s := newScene(t)
	for origin, want := range map[model.Origin]int{model.OriginPerson: 1, model.OriginUndo: 1, model.OriginRules: 0, model.OriginImport: 0} {
		r, err := s.desk.Review(t.Context(), s.st, s.propose(origin, fourLines))
		must(t, err)
		if tally, _ := hunk.Counts(r.Changes, r.Decisions); tally.Accepted != want {
			t.Errorf("%s: %+v", origin, tally)
		}
	}
	same := s.tree()
	if _, err := s.desk.Propose(t.Context(), model.Proposal{Store: s.st, Base: same, Proposed: same}); !errors.Is(err, errEmpty) {
		t.Error(err)
	}
}

// TestListLeavesOutWhatIsDamaged has half a proposal, half a decisions file, one without decisions
// and files of others.
func TestListLeavesOutWhatIsDamaged(t *testing.T) {
	s := newScene(t)
	ids := []string{}
	for i := range 4 {
		now := now.Add(time.Duration(i) * time.Second)
		s.desk.now = func() time.Time { return now }
		ids = append(ids, s.propose(model.OriginModel, map[string]string{"tone.md": fmt.Sprintf("%d lines.\n", i)}))
	}
	state := filepath.Join(s.base, "state", "dreamgate", s.st.ID)
	must(t, os.WriteFile(filepath.Join(state, "proposals", "README"), nil, 0o600))
	half := func(name string) {
		data, err := os.ReadFile(filepath.Join(state, name))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(state, name), data[:len(data)/2], 0o600))
	}
	half("decisions/" + ids[1] + ".json")
	half("proposals/" + ids[2] + ".json")
	must(t, os.Remove(filepath.Join(state, "decisions", ids[2]+".json")))
	must(t, os.Remove(filepath.Join(state, "decisions", ids[3]+".json")))
	infos, err := s.desk.List(t.Context(), s.st)
	if err == nil || !strings.Contains(err.Error(), ids[1]) || !strings.Contains(err.Error(), ids[2]) || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("%v", err)
	}
	if len(infos) != 2 || infos[0].ID != ids[0] || infos[1].ID != ids[3] || infos[1].Hunks != 1 {
		t.Errorf("%+v", infos)
	}
	for _, id := range ids[1:3] {
		if _, err := s.desk.Review(t.Context(), s.st, id); err == nil {
			t.Errorf("%s opens", id)
		}
		must(t, s.desk.Discard(t.Context(), s.st, id))
	}
	if infos, err := s.desk.List(t.Context(), s.st); err != nil || len(infos) != 2 {
		t.Error(infos, err)
	}
	for _, id := range []string{"", "..", "../x", "no-such", "a\x00"} {
		if _, err := s.desk.Review(t.Context(), s.st, id); !errors.Is(err, errUnknown) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestClosedReviewsKeepWhatWasRefused(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginModel, map[string]string{
		"tone.md": note("Tone", "user", "Keep answers to four lines.\n"), "rule.md": "", "new.md": note("New", "user", "n\n")})
	r := s.review(id, model.Accepted)
	refused, open := r.Changes[0].Hunks[0], r.Changes[1].Hunks[0]
	r.Decisions[refused.ID], r.Decisions[open.ID] = model.Rejected, model.Undecided
	s.commit(r, model.CommitOptions{})
	back, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if back.State != model.ReviewClosed || !reflect.DeepEqual(back.Changes, r.Changes) {
		t.Errorf("%+v", back)
	}
	if back.Decisions[refused.ID] != model.Rejected || back.Decisions[open.ID] != model.Undecided || len(back.Decisions) != 2 {
		t.Errorf("%v", back.Decisions)
	}
	want := model.Refusal{Path: r.Changes[0].Path, Removed: strings.Join(refused.Removed, ""), Added: strings.Join(refused.Added, "")}
	for most, n := range map[int]int{0: 0, 1: 1, 9: 1} {
		list, err := s.desk.Refused(t.Context(), s.st, most)
		if err != nil || len(list) != n || n > 0 && list[0] != want {
			t.Errorf("refused, %d at most: %+v, %v", most, list, err)
		}
	}
	for name, err := range map[string]error{
		"decide": s.desk.decide(t.Context(), s.st, id, model.Ruling{}), "discard": s.desk.Discard(t.Context(), s.st, id)} {
		if !errors.Is(err, errClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); !errors.Is(err, errClosed) {
		t.Errorf("commit: %v", err)
	}
	for _, dir := range []string{"proposals", "decisions"} {
		if names, _ := os.ReadDir(filepath.Join(s.base, "state", "dreamgate", s.st.ID, dir)); len(names) != 0 {
			t.Errorf("left in %s: %v", dir, names)
		}
	}
}

// TestWireCarriesEverything fills every field of a proposal, by reflection, so that a field added
// to the model is not forgotten on disk.
func TestWireCarriesEverything(t *testing.T) {
	var p model.Proposal
	n := 0
	for i := range reflect.TypeFor[model.Proposal]().NumField() {
		// The store is known to who asks.
		if field := reflect.ValueOf(&p).Elem().Field(i); field.Type() != reflect.TypeFor[model.Store]() {
			fill(field, &n)
		}
	}
	p.ID, p.Engine = "id", "engine"
	p.Proposed["x"] = p.Base["\xff\n1"]
	w := proposalToWire(p)
	s := newScene(t)
	st, err := s.desk.openState(s.st, true)
	must(t, err)
	defer st.close()
	must(t, st.write("proposals/x.json", w))
	var back wireProposal
	must(t, st.read("proposals/x.json", &back))
	if got := back.proposal(p.Store); !reflect.DeepEqual(got, p) {
		t.Errorf("\n got %+v\nwant %+v", got, p)
	}
}

// fill sets every field to a value of its own; text is not UTF-8.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("\xff\n%d", *n))
		if v.Type() != reflect.TypeFor[string]() {
			v.SetString(fmt.Sprintf("word-%d", *n)) // An enumeration of ours.
		}
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n%2 + 1))
	case reflect.Uint32:
		v.SetUint(uint64(*n))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			if v.Type().Elem().Kind() == reflect.Uint8 {
				v.Index(i).SetUint(uint64(*n%2) * 0xff)
			} else {
				fill(v.Index(i), n)
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for i := range 2 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			key.SetString(fmt.Sprintf("key%d", i))
			if v.Type() == reflect.TypeFor[model.Tree]() {
				key.SetString(fmt.Sprintf("\xff\n%d", i))
			}
			fill(value, n)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(now.Add(time.Duration(*n) * time.Second)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), n)
			if words[v.Type().Field(i).Name] {
				v.Field(i).SetString(fmt.Sprintf("word-%d", *n))
			}
		}
	}
}

// words are text fields that only this program fills.
var words = map[string]bool{"Kind": true, "Rule": true, "Fault": true}

// TestFiveThousandDecisionsSaveQuickly is a bound against the quadratic, not a measurement.
func TestFiveThousandDecisionsSaveQuickly(t *testing.T) {
	s := newScene(t)
	var old, changed strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&old, "line %d\nkept %d\n", i, i)
		fmt.Fprintf(&changed, "new line %d\nkept %d\n", i, i)
	}
	s.put("big.md", old.String())
	id := s.propose(model.OriginModel, map[string]string{"big.md": changed.String()})
	r := s.review(id, model.Accepted)
	if len(r.Decisions) != 5000 {
		t.Fatalf("%d hunks", len(r.Decisions))
	}
	start := time.Now()
	must(t, s.desk.decide(t.Context(), s.st, id, r.Ruling()))
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("saving took %v", took)
	}
}

func BenchmarkDecide(b *testing.B) {
	b.Setenv("XDG_STATE_HOME", b.TempDir())
	d := New(func() time.Time { return now })
	st := model.Store{ID: "x", Dir: b.TempDir()}
	id, err := d.Propose(b.Context(), model.Proposal{Store: st, Proposed: model.Tree{"a.md": {Mode: 0o644, Data: []byte("a")}}})
	if err != nil {
		b.Fatal(err)
	}
	ds := model.Decisions{}
	for i := range 5000 {
		ds[fmt.Sprintf("%016x", i)] = model.Accepted
	}
	for b.Loop() {
		if err := d.decide(b.Context(), st, id, model.Ruling{Decisions: ds}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestPreviewOfARename: a note that goes on under another name is not deleted, also where only its going is said to
// be accepted: the new name comes along.
func TestPreviewOfARename(t *testing.T) {
	s := newScene(t)
	text := s.text("rule.md")
	r := s.review(s.propose(model.OriginModel, map[string]string{"rule.md": "", "tags.md": text}), model.Accepted)
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if v.Deletions != 0 || len(v.Files) != 1 || v.Files[0].From != "rule.md" {
		t.Errorf("%d deletions in %v", v.Deletions, v.Files)
	}
	for _, c := range r.Changes {
		if c.Path == "tags.md" {
			delete(r.Decisions, c.Hunks[0].ID)
		}
	}
	v, err = s.desk.Preview(t.Context(), r)
	must(t, err)
	if v.Deletions != 0 || len(v.Files) != 1 || v.Accepted != 1 {
		t.Errorf("%d deletions in %v", v.Deletions, v.Files)
	}
}
