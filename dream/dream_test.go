package dream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/dream/engine"
	"dreamgate/dream/engine/command"
	"dreamgate/dream/engine/offline"
	"dreamgate/memory"
	"dreamgate/model"
)

func TestPropose(t *testing.T) {
	w := newWorld(t)
	before := look(t, w.memory)
	var stages []model.Stage
	r := w.request(fake{"slow", func(_ context.Context, job engine.Job, emit func(model.Event)) error {
		info, err := os.Stat(job.Dir)
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("scratch: %v %v", info, err)
		}
		for _, name := range []string{"memory/build.md", "transcripts/one.txt", "AUDIT.md"} {
			if _, err := os.Stat(filepath.Join(job.Dir, name)); err != nil {
				t.Error(err)
			}
		}
		emit(model.Event{Text: "writing", File: "tone.md"})
		return scribble(map[string]string{
			"memory/tone.md": "---\nname: Tone\n---\n\nFour lines.\n",
			"CHANGES.md":     "- tone.md: four [one:1]\n",
		}).run(nil, job, emit)
	}})
	r.Emit = func(e model.Event) {
		if e.Stage != "" {
			stages = append(stages, e.Stage)
		}
	}
	got, err := Propose(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(stages, model.Stages) {
		t.Errorf("stages = %v", stages)
	}
	if got.Unchanged || len(got.Changes) != 1 || got.Changes[0].Path != "tone.md" || got.Sessions != 1 || got.Lines != 1 {
		t.Errorf("got %+v", got)
	}
	p := got.Proposal
	if p.Origin != model.OriginModel || p.Engine != "slow" || !p.Created.Equal(noon) || p.Changes != "- tone.md: four [one:1]\n" || len(p.Report) > 0 {
		t.Errorf("proposal = %+v", p)
	}
	if len(p.Base) != 4 || string(p.Base["tone.md"].Data) == string(p.Proposed["tone.md"].Data) {
		t.Error("base and proposed are mixed up")
	}
	w.untouched(before)
}

// TestCancelAtEveryStage cancels when a stage begins, with an engine that would go on for ever.
func TestCancelAtEveryStage(t *testing.T) {
	engines := map[string]engine.Engine{
		"fake": fake{"fake", func(ctx context.Context, job engine.Job, _ func(model.Event)) error {
			_ = os.WriteFile(filepath.Join(job.Dir, "memory/tone.md"), []byte("half"), 0o600)
			<-ctx.Done()
			return ctx.Err()
		}},
		"program": command.New("sh", "-c", "echo half > memory/tone.md; echo working; sleep 60"),
	}
	for name, e := range engines {
		for _, stage := range []model.Stage{model.StageOrient, model.StageGather, model.StageConsolidate} {
			t.Run(name+"/"+string(stage), func(t *testing.T) {
				w := newWorld(t)
				before := look(t, w.memory)
				ctx, cancel := context.WithCancelCause(t.Context())
				r := w.request(e)
				r.Emit = func(ev model.Event) {
					if ev.Stage == stage {
						cancel(errCancelled)
					}
				}
				start := time.Now()
				if _, err := Propose(ctx, r); !errors.Is(err, errCancelled) {
					t.Errorf("err = %v", err)
				}
				if took := time.Since(start); took > 5*time.Second {
					t.Errorf("took %v", took)
				}
				w.untouched(before)
			})
		}
	}
	t.Run("check", func(t *testing.T) {
		w := newWorld(t)
		var endless strings.Builder
		for i := range 40_000 {
			fmt.Fprintf(&endless, "word %d ", i)
		}
		if err := os.WriteFile(filepath.Join(w.memory, "tone.md"), []byte(endless.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		before := look(t, w.memory)
		ctx, cancel := context.WithCancelCause(t.Context())
		r := w.request(scribble(map[string]string{"memory/tone.md": strings.Replace(endless.String(), "word 77 ", "word 99 ", 1)}))
		r.Emit = func(ev model.Event) {
			if ev.Stage == model.StagePrune {
				// The check of such a note takes many times as long, and a cancel that comes before it
				// must end the run as well.
				time.AfterFunc(20*time.Millisecond, func() { cancel(errCancelled) })
			}
		}
		start := time.Now()
		if _, err := Propose(ctx, r); !errors.Is(err, errCancelled) {
			t.Errorf("err = %v", err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("took %v", took)
		}
		w.untouched(before)
	})
	t.Run("prune", func(t *testing.T) {
		w := newWorld(t)
		before := look(t, w.memory)
		ctx, cancel := context.WithCancelCause(t.Context())
		r := w.request(scribble(map[string]string{"memory/tone.md": "x\n"}))
		r.Emit = func(ev model.Event) {
			if ev.Stage == model.StagePrune {
				cancel(errCancelled)
			}
		}
		if _, err := Propose(ctx, r); !errors.Is(err, errCancelled) {
			t.Errorf("err = %v", err)
		}
		w.untouched(before)
	})
}

func TestEngineFails(t *testing.T) {
	hang := fake{"hang", func(context.Context, engine.Job, func(model.Event)) error { select {} }}
	listen := fake{"listen", func(ctx context.Context, _ engine.Job, _ func(model.Event)) error {
		<-ctx.Done()
		return context.Cause(ctx)
	}}
	chat := fake{"chat", func(ctx context.Context, _ engine.Job, emit func(model.Event)) error {
		for ctx.Err() == nil {
			emit(model.Event{Text: "still at it"})
			time.Sleep(time.Millisecond)
		}
		return context.Cause(ctx)
	}}
	for _, c := range []struct {
		name string
		e    engine.Engine
		caps Caps
		want string
	}{
		{"error", fake{"e", func(context.Context, engine.Job, func(model.Event)) error { return errors.New("limit reached") }}, Caps{}, "limit reached"},
		{"panic", fake{"e", func(context.Context, engine.Job, func(model.Event)) error { panic("oh") }}, Caps{}, "the engine crashed: oh (dreamgate/dream."},
		{"silence", listen, Caps{Silence: 30 * time.Millisecond}, "silent for too long"},
		{"time", chat, Caps{Time: 50 * time.Millisecond}, "took too long"},
		{"deaf", hang, Caps{Time: 30 * time.Millisecond, abandon: 30 * time.Millisecond}, "took too long"},
		{"silent success", fake{"e", func(context.Context, engine.Job, func(model.Event)) error {
			return &engine.Unconfirmed{Words: "API Error"}
		}}, Caps{}, "API Error"},
		{"no engine", nil, Caps{}, "no engine"},
		{"unusable", command.New(), Caps{}, "cannot be used"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			before := look(t, w.memory)
			r := w.request(c.e)
			r.Caps = c.caps
			_, err := Propose(t.Context(), r)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("err = %v, want %q", err, c.want)
			}
			w.untouched(before)
		})
	}
}

// TestUnconfirmedWithWork: an engine that says nothing of its success, and visibly worked, succeeded.
func TestUnconfirmedWithWork(t *testing.T) {
	for _, file := range []string{"memory/tone.md", "CHANGES.md"} {
		w := newWorld(t)
		e := fake{"e", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
			_ = os.WriteFile(filepath.Join(job.Dir, file), []byte("Nothing to change.\n"), 0o600)
			return &engine.Unconfirmed{}
		}}
		got, err := Propose(t.Context(), w.request(e))
		if err != nil || got.Unchanged != (file == "CHANGES.md") {
			t.Errorf("%s: %v, unchanged %v", file, err, got.Unchanged)
		}
	}
}

func TestOffline(t *testing.T) {
	w := newWorld(t)
	before := look(t, w.memory)
	got, err := Propose(t.Context(), w.request(offline.New()))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(got.Proposal.Proposed["build.md"].Data); !strings.Contains(text, "just") || got.Proposal.Origin != model.OriginRules {
		t.Errorf("origin %s, build.md = %q", got.Proposal.Origin, text)
	}
	if !strings.Contains(got.Proposal.Changes, "[one:1]") {
		t.Errorf("changes = %q", got.Proposal.Changes)
	}
	w.untouched(before)
}

// randomEngine deletes, links, opens to all, empties and rewrites notes in any order.
func randomEngine(rng *rand.Rand) fake {
	return fake{"random", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		mem := filepath.Join(job.Dir, "memory")
		names := []string{"build.md", "tone.md", "rule.md", "MEMORY.md", "new.md", "sub/deep.md", "x.sh", ".hidden.md"}
		for range 1 + rng.Intn(12) {
			path := filepath.Join(mem, names[rng.Intn(len(names))])
			switch rng.Intn(7) {
			case 0:
				_ = os.Remove(path)
			case 1:
				_ = os.Symlink("/nowhere/tone.md", path)
			case 2:
				_ = os.Chmod(path, 0o777)
			case 3:
				_ = os.WriteFile(path, nil, 0o600)
			case 4:
				_ = os.MkdirAll(path, 0o700)
			default:
				if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
					continue // an engine that writes through a link is another matter
				}
				_ = os.MkdirAll(filepath.Dir(path), 0o700)
				_ = os.WriteFile(path, bytes.Repeat([]byte("line\n"), rng.Intn(9)), 0o600)
			}
		}
		return nil
	}}
}

// TestRandomEngines lets an engine do random things: the memory stays as it is, what is proposed is
// plain files only, and accepting all of it gives just that.
func TestRandomEngines(t *testing.T) {
	for seed := range int64(40) {
		w := newWorld(t)
		before := look(t, w.memory)
		rng := rand.New(rand.NewSource(seed))
		e := randomEngine(rng)
		got, err := Propose(t.Context(), w.request(e))
		w.untouched(before)
		if err != nil {
			if !strings.Contains(err.Error(), "deleted all") {
				t.Errorf("seed %d: %v", seed, err)
			}
			continue
		}
		all := model.Decisions{}
		for _, c := range got.Changes {
			for _, h := range c.Hunks {
				all[h.ID] = model.Accepted
			}
		}
		applied, err := hunk.Apply(got.Proposal.Base, got.Changes, all)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for path, f := range got.Proposal.Proposed {
			if !f.Regular() || f.Links > 1 || !strings.HasSuffix(path, ".md") {
				t.Errorf("seed %d: proposed %s %+v", seed, path, f)
			}
			if !bytes.Equal(applied[path].Data, f.Data) {
				t.Errorf("seed %d: %s differs after accepting all", seed, path)
			}
		}
		if len(applied) != len(got.Proposal.Proposed) {
			t.Errorf("seed %d: %d files applied, %d proposed", seed, len(applied), len(got.Proposal.Proposed))
		}
	}
}

func TestWriteOut(t *testing.T) {
	w := newWorld(t)
	w.write("CHANGES.md", "a note of this name\n")
	got, err := Propose(t.Context(), w.request(scribble(map[string]string{"memory/tone.md": "Four lines.\n", "CHANGES.md": "- tone.md: four\n"})))
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "new", "out")
	got.Log = append(got.Log, "wrote glpat-"+"xQ7rT2mN9kL4wZ8yB5vC")
	if err := WriteOut(out, got); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"tone.md": "Four lines.\n", "CHANGES.md": "a note of this name\n", ".dream-CHANGES.md": "- tone.md: four\n",
		"memory.diff": "+Four lines.", "run.log": "1 change in 1 file proposed\nwrote glpat-[masked]\n",
	} {
		data, err := os.ReadFile(filepath.Join(out, name))
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s = %q, %v", name, data, err)
		}
	}
	if err := WriteOut(out, got); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("second time: %v", err)
	}
	root, err := memory.OpenRoot(out)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	folder, err := root.ReadTree(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	blind := maps.Clone(folder)
	for _, read := range []struct{ folder, live model.Tree }{{folder, got.Proposal.Base}, {blind, nil}} {
		if left, ok := memory.TakeOut(read.folder, read.live); !ok || left.Changes != "- tone.md: four\n" || len(left.LeftOut) > 0 {
			t.Errorf("the reasons of the folder: %+v, %v", left, ok)
		}
		if !slices.Equal(read.folder.Paths(), got.Proposal.Proposed.Paths()) {
			t.Errorf("the notes of the folder: %v, proposed were %v", read.folder.Paths(), got.Proposal.Proposed.Paths())
		}
	}
	if _, ok := memory.TakeOut(folder, got.Proposal.Base); ok {
		t.Error("a folder without our files is taken for ours")
	}
}
