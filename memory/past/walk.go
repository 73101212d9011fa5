package past

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/memory/history"
	"dreamgate/model"
)

// mostRemarks bounds what is said of contents that cannot be read: one missing pack may hold thousands.
const mostRemarks = 5

// backupMark begins the name of a content that a backup holds: "backup:ID:INDEX:old", new, or unix for the old one with
// other line ends. No hash does.
const backupMark = "backup:"

// walk is a way back through the past of one store.
type walk struct {
	p       *Past
	st      model.Store
	git     bool
	objects *history.Objects
	// carried are reviews whose backup alone holds what they did, the newest first.
	carried []desk.Carried
	// made are the reviews that a commit holds, by its hash: a hook, or who wrote the message, may have left out
	// what names them there.
	made map[string]desk.Carried
	// backed are the reviews of which a backup is there.
	backed map[string]bool
	// backup is the backup that was read last.
	backup   []memory.Write
	backupID string
	remarks  []string
	unread   int
	// told counts the commits that were handed over.
	told int
}

// open looks at what there is of a store's past.
func (p *Past) open(ctx context.Context, st model.Store) (*walk, error) {
	w := &walk{p: p, st: st, made: map[string]desk.Carried{}, backed: map[string]bool{}, objects: history.NewObjects(ctx, st.Dir)}
	carried, err := p.desk.Carried(ctx, st)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		w.remark("%v", err)
	}
	if w.git, err = history.Commits(ctx, st.Dir); err != nil {
		w.remark("git cannot be asked, so only backups are shown: %v", err)
	}
	for _, c := range carried {
		w.backed[c.ID] = true
		// What a commit holds is told by the commit, also where its message was written by hand.
		if c.Commit == "" || !w.git || history.Holds(ctx, st.Dir, []string{c.Commit}) == "" {
			w.carried = append(w.carried, c)
		} else {
			w.made[c.Commit] = c
		}
	}
	switch {
	case w.git:
		if history.Shallow(ctx, st.Dir) {
			w.remark("this clone is shallow: what is older than its first commit is not here (git fetch --unshallow)")
		}
	case err == nil:
		w.remark("there is no git history: only what reviews wrote is known, from their backups; what the agent or an editor changed is not")
	}
	return w, nil
}

func (w *walk) close() { w.objects.Close() }

func (w *walk) remark(format string, args ...any) {
	w.remarks = append(w.remarks, fmt.Sprintf(format, args...))
}

// run hands the revisions over, the newest first, until take returns false; whole says that there are no
// more.
func (w *walk) run(ctx context.Context, take func(model.Revision) bool) (whole bool, err error) {
	seen := map[string]bool{}
	going := true
	// The backups that are newer than a commit come before it.
	older := func(r *model.Revision) bool {
		for going && len(w.carried) > 0 && (r == nil || w.carried[0].At.After(r.At)) {
			c := w.carried[0]
			w.carried = w.carried[1:]
			if b, ok := w.revision(c); ok && !seen[c.ID] {
				going = take(b)
			}
		}
		return going
	}
	if !w.git {
		return older(nil), ctx.Err()
	}
	whole, err = history.Walk(ctx, w.st.Dir, func(r model.Revision) bool {
		w.told++
		if c, ok := w.made[r.ID]; ok && r.Review == "" {
			r.Review, r.Engine, r.By = c.ID, c.Engine, history.DoerOf(c.Origin, c.Engine)
		}
		if r.Review != "" {
			seen[r.Review] = true
			w.carried = slices.DeleteFunc(w.carried, func(c desk.Carried) bool { return c.ID == r.Review })
		}
		if older(&r) {
			for _, part := range w.parted(r) {
				going = going && take(part)
			}
		}
		return going
	})
	if err != nil && ctx.Err() == nil {
		w.remark("the history is damaged, and what is older is not shown: %v", err)
		whole, err = true, nil
	}
	if w.told == 0 && whole && err == nil {
		w.remark("the git repository around this memory holds none of its notes: only what reviews wrote is known, from their backups")
	}
	return older(nil) && whole, err
}

// revision is a review that was carried out, by its backup.
func (w *walk) revision(c desk.Carried) (model.Revision, bool) {
	r := model.Revision{ID: c.ID, Kept: model.KeptBackup, At: c.At, By: history.DoerOf(c.Origin, c.Engine), Engine: c.Engine, Review: c.ID}
	r.Subject = "a review"
	if c.Hunks > 0 {
		r.Subject = fmt.Sprintf("Accept %d of %s", c.Accepted, model.Count(c.Hunks, "memory change"))
	}
	if err := w.load(c.ID); err != nil {
		w.remark("the backup of review %s cannot be read: %v", c.ID, err)
		return r, false
	}
	old, new := model.Tree{}, model.Tree{}
	at := map[string]int{}
	for i, f := range w.backup {
		at[f.Path] = i
		if f.Old != nil {
			old[f.Path] = *f.Old
		}
		if f.New != nil {
			new[f.Path] = *f.New
		}
	}
	name := func(path, side string) string {
		return backupMark + c.ID + ":" + strconv.Itoa(at[path]) + ":" + side
	}
	for _, change := range hunk.Diff(old, new) {
		f := model.RevisionFile{Path: change.Path, Status: change.Status}
		if _, ok := old[change.Path]; ok {
			f.Old, f.OldMode = name(change.Path, "old"), old[change.Path].Mode
		}
		if _, ok := new[change.Path]; ok {
			f.New, f.NewMode = name(change.Path, "new"), new[change.Path].Mode
		}
		if from := change.RenameOf; from != "" {
			f.From, f.Status, f.Old, f.OldMode = from, model.Modified, name(from, "old"), old[from].Mode
			r.Files = slices.DeleteFunc(r.Files, func(g model.RevisionFile) bool { return g.Path == from })
		}
		r.Files = append(r.Files, f)
	}
	return r, len(r.Files) > 0
}

// load reads the backup of a review.
func (w *walk) load(id string) (err error) {
	if w.backupID != id {
		w.backupID = ""
		if w.backup, err = w.p.desk.Backup(w.st, id); err == nil {
			w.backupID = id
		}
	}
	return err
}

// content reads what a file held at a revision; of what cannot be read it is said why.
func (w *walk) content(r model.Revision, f model.RevisionFile, name string) (data []byte, ok bool) {
	if name == "" {
		return nil, true
	}
	data, err := w.read(name)
	if err == nil {
		return data, true
	}
	if w.unread++; w.unread <= mostRemarks {
		w.remark("what %s held around %s cannot be read: %v", f.Path, r.Short(), err)
	}
	return nil, false
}

// read reads a content by its name.
func (w *walk) read(name string) ([]byte, error) {
	rest, backup := strings.CutPrefix(name, backupMark)
	if !backup {
		return w.objects.Read(name)
	}
	parts := strings.Split(rest, ":")
	if len(parts) != 3 {
		return nil, fmt.Errorf("%q is no name of a content", name)
	}
	if err := w.load(parts[0]); err != nil {
		return nil, err
	}
	i, err := strconv.Atoi(parts[1])
	if err != nil || i < 0 || i >= len(w.backup) {
		return nil, fmt.Errorf("the backup of %s has changed", parts[0])
	}
	data, ok := side(w.backup[i], parts[2])
	if !ok {
		return nil, fmt.Errorf("the backup of %s has changed", parts[0])
	}
	return data, nil
}

// names knows how the files of a revision are called today, while one goes back.
type names struct{ later map[string]string }

func newNames() *names { return &names{map[string]string{}} }

// today is the name of a file that a revision left under a path. It is asked before older.
func (n *names) today(path string) string {
	if now, ok := n.later[path]; ok {
		return now
	}
	return path
}

// older goes past a revision: what it renamed had another name before.
func (n *names) older(r model.Revision) {
	for _, f := range r.Files {
		if f.From != "" {
			n.later[f.From] = n.today(f.Path)
		}
	}
}
