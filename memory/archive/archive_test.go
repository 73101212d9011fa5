package archive

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

var today = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// lay writes a transcript and returns where, with a state folder of its own.
func lay(t *testing.T, name, text string) transcript.File {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), name+".jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := transcript.At(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestKeepsBytesAndPlaces(t *testing.T) {
	long := strings.Repeat("x", maxLine+1)
	f := lay(t, "night", "one\r\ntwo \xff\x00日本\n\n"+long+"\nfive\nlast")
	k := Kept{Session: "night", Path: f.Path, Lines: []int{1, 2, 3, 4, 6, 99}, New: 6}
	if err := Keep(t.Context(), "s-1", []Kept{k}, today); err != nil {
		t.Fatal(err)
	}
	files := Files("s-1")
	if len(files) != 1 || files[0].Session != "night" {
		t.Fatalf("%+v", files)
	}
	data, err := os.ReadFile(files[0].Path)
	if err != nil || string(data) != "one\r\ntwo \xff\x00日本\n\n\n\nlast" {
		t.Errorf("kept %q, %v", data, err)
	}
	for path, mode := range map[string]os.FileMode{files[0].Path: 0o600, filepath.Dir(filepath.Dir(files[0].Path)): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if got, ok := Of(f.Path); !ok || got.Path != files[0].Path {
		t.Errorf("%+v, %v", got, ok)
	}
	if got := Within(filepath.Dir(f.Path)); len(got) != 1 {
		t.Errorf("%+v", got)
	}
	if got := Within(t.TempDir()); len(got) != 0 || len(Files("s-2")) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestPlan(t *testing.T) {
	f := lay(t, "5f0c9d1e-night", `{"type":"user","message":{"role":"user","content":"Rye goes in at 250 degrees."}}`+"\n\n{}\n")
	in := Input{Store: "s-1", Going: []transcript.File{f}, Now: today,
		Tree:  model.Tree{"a.md": {Data: []byte("Rye goes in at 250 degrees.\n"), Mode: 0o600}, "l.md": {Mode: os.ModeSymlink}},
		Notes: []model.Note{{Path: "a.md", Session: f.Session}, {Path: "l.md", Session: f.Session}, {Path: "gone.md", Session: f.Session}, {Path: "b.md"}},
		Cited: []evidence.Ref{{Session: "5f0c9d1e", Line: 3}, {Session: "5f0c", Line: 2}, {Session: "other", Line: 2}}}
	plan := func() Kept {
		t.Helper()
		list, err := Plan(t.Context(), in)
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		return list[0]
	}
	k := plan()
	if !slices.Equal(k.Lines, []int{1, 3}) || k.New != 2 {
		t.Errorf("%+v", k)
	}
	if err := Keep(t.Context(), "s-1", []Kept{k}, today); err != nil {
		t.Fatal(err)
	}
	if k = plan(); !slices.Equal(k.Lines, []int{1, 3}) || k.New != 0 {
		t.Errorf("the second time: %+v", k)
	}
	in.Notes, in.Cited = nil, nil
	if k = plan(); !slices.Equal(k.Lines, []int{1, 3}) {
		t.Errorf("what is kept stays: %+v", k)
	}
	in.Going[0].Session = "../up"
	if list, err := Plan(t.Context(), in); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestKeepsAtOnce keeps what several programs found at the same time: none forgets what another kept, of
// other sessions or of the same one.
func TestKeepsAtOnce(t *testing.T) {
	const programs, lines = 12, 40
	f := lay(t, "shared", strings.Repeat("line\n", lines))
	folder := filepath.Dir(f.Path)
	var wg sync.WaitGroup
	for i := range programs {
		own := filepath.Join(folder, fmt.Sprintf("own-%02d.jsonl", i))
		if err := os.WriteFile(own, []byte("one\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			err := Keep(t.Context(), "s-1", []Kept{
				{Session: fmt.Sprintf("own-%02d", i), Path: own, Lines: []int{1}, New: 1},
				{Session: "shared", Path: f.Path, Lines: []int{i + 1, lines - i}, New: 2},
			}, today)
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	files, ix := list("s-1")
	if len(files) != programs+1 {
		t.Errorf("%d of %d sessions are kept", len(files), programs+1)
	}
	data, err := os.ReadFile(filepath.Join(filepath.Dir(files[0].Path), "shared.jsonl"))
	if e := ix.Sessions["shared"]; err != nil || e == nil || len(e.Lines) != 2*programs || strings.Count(string(data), "line") != 2*programs {
		t.Errorf("%+v, %q, %v", ix.Sessions["shared"], data, err)
	}
}

func TestDamaged(t *testing.T) {
	f := lay(t, "night", "one\n")
	k := Kept{Session: "night", Path: f.Path, Lines: []int{1}, New: 1}
	if err := Keep(t.Context(), "s-1", []Kept{k}, today); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(filepath.Dir(Files("s-1")[0].Path), indexName)
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Files("s-1"); got != nil {
		t.Errorf("%+v", got)
	}
	if err := Keep(t.Context(), "s-1", []Kept{k}, today); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged index was written over: %v", err)
	}
	k.Path = filepath.Join(t.TempDir(), "gone.jsonl")
	if err := Keep(t.Context(), "s-2", []Kept{k}, today); err == nil {
		t.Error("a session that is gone was kept")
	}
}
