package dream

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// TestOpenSessionsAreNotCounted: a session whose agent runs is going on, however long it has been silent;
// and a dream of anybody's is no session.
func TestOpenSessionsAreNotCounted(t *testing.T) {
	w := newWorld(t)
	const said = `{"type":"user","cwd":"/home/dev/app","message":{"role":"user","content":"hi"}}`
	for _, name := range []string{"s1", "s2", "s3"} {
		w.session(name, said)
	}
	w.session("d1", `{"type":"user","entrypoint":"sdk-cli","cwd":"/home/dev/app","message":{"role":"user","content":"Dream: consolidate the memory files."}}`)
	all, err := os.ReadDir(w.transcripts)
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(w.memory)
	if err != nil {
		t.Fatal(err)
	}
	old := noon.Add(-30 * 24 * time.Hour)
	for _, f := range files {
		if err := os.Chtimes(filepath.Join(w.memory, f.Name()), old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := updateBooks(w.open(), func(b *books) { b.LastRun = noon.Add(-48 * time.Hour) }); err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(w.gates()["sessions"].Have, ",")
	w.store.Open = []model.OpenSession{{Session: "s2", PID: 1}}
	g := w.gates()["sessions"]
	after, _, _ := strings.Cut(g.Have, ",")
	if before != model.Count(len(all)-1, "session") || after != model.Count(len(all)-2, "session") || !strings.Contains(g.Reason, "going on") {
		t.Errorf("%q, then %q: %s", before, after, g.Reason)
	}
}

// TestWaitingProposal: while a review waits no unattended dream starts, and it is the review that is named.
func TestWaitingProposal(t *testing.T) {
	w := newWorld(t)
	for i := range gateNotes {
		w.write(fmt.Sprintf("more%d.md", i), "More of it.\n")
	}
	if shut, err := Unattended(t.Context(), w.store, noon); err != nil || shut != nil {
		t.Fatalf("without a review: %+v, %v", shut, err)
	}
	base := model.Tree{"tone.md": {Mode: 0o600, Data: []byte("Five lines.\n")}}
	d := desk.New(func() time.Time { return noon })
	id, err := d.Propose(t.Context(), model.Proposal{Store: w.store, Origin: model.OriginImport, Engine: "import", Created: noon,
		Base: base, Proposed: model.Tree{"tone.md": {Mode: 0o600, Data: []byte("Four lines.\n")}}})
	if err != nil {
		t.Fatal(err)
	}
	shut, err := Unattended(t.Context(), w.store, noon)
	if err != nil || shut == nil || shut.Name != "pending" || shut.Have != "1" || !strings.Contains(shut.Reason, "1 proposal waiting for a review") {
		t.Errorf("with a review: %+v, %v", shut, err)
	}
	for _, g := range w.gates() {
		// That the sessions were looked through is booked.
		if g.Open != (g.Name != "pending" && g.Name != "scan") {
			t.Errorf("the gate %+v", g)
		}
	}
	if err := d.Discard(t.Context(), w.store, id); err != nil {
		t.Fatal(err)
	}
	if shut, err := Unattended(t.Context(), w.store, noon.Add(2*gateScan)); err != nil || shut != nil {
		t.Errorf("when it is gone: %+v, %v", shut, err)
	}
}

// TestRefusedBefore: a proposal of nothing but what a reviewer refused keeps no dream from starting, and the run that
// made it says what it is.
func TestRefusedBefore(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(map[string]string{"memory/tone.md": "---\nname: Tone\n---\n\nKeep answers to four lines.\n"}))
	for round := range 2 {
		run, err := d.Start(t.Context(), w.store, "scribble")
		if err != nil {
			t.Fatal(err)
		}
		if run, err = d.Wait(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
		want := "2 changes in 1 file proposed"
		if round == 1 {
			want += ", all refused before: nothing new to decide"
		}
		if run.State != model.RunReady || run.Note != want || run.Refused != 2*round {
			t.Fatalf("%d: %+v", round, run)
		}
		g := w.gates()["pending"]
		if g.Open != (round == 1) || round == 1 && g.Reason != "no proposal waits for a review; 1 more holds only what was refused before" {
			t.Errorf("%d: %+v", round, g)
		}
		r := w.review(d, run.Proposal)
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				r.Decisions[h.ID] = model.Rejected
			}
		}
		if _, err := desk.New(d.opt.Now).Commit(t.Context(), r, model.CommitOptions{}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPendingGate: how many of those that wait are overtaken is said of them, and not of what was refused before.
func TestPendingGate(t *testing.T) {
	open := model.ProposalInfo{Hunks: 2}
	moved := model.ProposalInfo{Hunks: 2, Overtaken: []string{"a.md"}}
	refused := model.ProposalInfo{Hunks: 1, Refused: 1}
	for _, c := range []struct {
		list []model.ProposalInfo
		want string
	}{
		{nil, "no proposal waits for a review"},
		{[]model.ProposalInfo{open, moved}, "2 proposals waiting for a review, 1 of them overtaken by the live notes"},
		{[]model.ProposalInfo{refused, refused}, "no proposal waits for a review; 2 more hold only what was refused before"},
		{[]model.ProposalInfo{open, moved, refused}, "2 proposals waiting for a review, 1 of them overtaken by the live notes; 1 more holds only what was refused before"},
	} {
		if g := pendingGate(c.list); g.Reason != c.want {
			t.Errorf("%q, want %q", g.Reason, c.want)
		}
	}
}

// TestFiguresOfARun: they are those of the proposal as it waits, of which hunks arrive in the pieces in which they were
// refused before. One that is refused in part is not all refused.
func TestFiguresOfARun(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(map[string]string{"memory/other.md": "Mind the gap.\n", "memory/list.md": "# List\n\n- One of them.\n- Another.\n- The last.\n"}))
	var runs []model.Run
	for range 2 {
		run, err := d.Start(t.Context(), w.store, "scribble")
		if err != nil {
			t.Fatal(err)
		}
		if run, err = d.Wait(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
		if len(runs) > 1 {
			break
		}
		r := w.review(d, run.Proposal)
		var list, other model.Hunk
		for _, c := range r.Changes {
			if c.Path == "list.md" {
				list = c.Hunks[0]
			} else {
				other = c.Hunks[0]
			}
		}
		shape, ok := hunk.Split(r.Whole, r.Shape, list.ID)
		if !ok {
			t.Fatal("the new note does not come apart")
		}
		was, now := r.Ruling(), model.Ruling{Shape: shape, Decisions: model.Decisions{other.ID: model.Accepted}}
		cut, err := hunk.Reshape(r.Whole, shape)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cut {
			if c.Path == "list.md" {
				now.Decisions[c.Hunks[len(c.Hunks)-1].ID] = model.Rejected
			}
		}
		if _, err := d.opt.Desk.(*desk.Desk).Decide(t.Context(), w.store, run.Proposal, was, now); err != nil {
			t.Fatal(err)
		}
		if _, err := d.opt.Desk.(*desk.Desk).Commit(t.Context(), w.review(d, run.Proposal), model.CommitOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := d.opt.Desk.List(t.Context(), w.store)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	run, p := runs[1], list[0]
	want := fmt.Sprintf("%d changes in 1 file proposed, 1 refused before", p.Hunks)
	if p.Hunks < 2 || p.Refused != 1 || run.Hunks != p.Hunks || run.Flagged != p.Flagged || run.Refused != 1 || run.Note != want {
		t.Errorf("%+v\nof %+v", run, p)
	}
}
