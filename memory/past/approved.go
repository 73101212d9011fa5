package past

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"dreamgate/memory"
	"dreamgate/model"
)

// Approved finds of files, by the paths that they have today, the versions that a person said yes to last: by a
// review of this program, whether a commit or a backup holds it, or by a commit made by hand. What the agent, or
// an editor without a commit, wrote since is not among it. It goes back no further than it has to. Without paths it is
// asked of all files that there are and were.
func (p *Past) Approved(ctx context.Context, st model.Store, paths []string) (model.Approvals, error) {
	w, err := p.open(ctx, st)
	if err != nil {
		return model.Approvals{}, err
	}
	defer w.close()
	found := model.Approvals{Files: map[string]model.Approval{}}
	left := sought{all: paths == nil, names: map[string]bool{}}
	for _, path := range paths {
		left.names[path] = true
	}
	names := newNames()
	_, err = w.run(ctx, func(r model.Revision) bool {
		if approving(r) {
			for _, f := range r.Files {
				w.approve(ctx, r, f, names, left, found.Files)
			}
		}
		names.older(r)
		return left.all || len(left.names) > 0
	})
	if err = errors.Join(err, ctx.Err()); err != nil {
		return found, fmt.Errorf("look for what was approved of %s: %w", st.Name, err)
	}
	found.Remarks = w.remarks
	return found, nil
}

// sought are the files of which the approved version is still looked for: those of the names or, of all, those without
// them.
type sought struct {
	all   bool
	names map[string]bool
}

func (s sought) has(name string) bool { return s.names[name] != s.all }

func (s sought) found(name string) {
	if s.all {
		s.names[name] = true
	} else {
		delete(s.names, name)
	}
}

// approving reports whether a revision is one that a person stands for. What a merge makes of two sides was
// approved on these; what was there before there was a history was not looked at by anybody.
func approving(r model.Revision) bool {
	return !r.Merge && (r.Review != "" || r.Kept == model.KeptBackup || r.By == model.DoerPerson)
}

// approve takes the version of a file over that a revision left, if it is one that is looked for.
func (w *walk) approve(ctx context.Context, r model.Revision, f model.RevisionFile, names *names, left sought, to map[string]model.Approval) {
	if f.From != "" && left.has(f.From) && names.today(f.From) == f.From {
		to[f.From] = model.Approval{Revision: r} // it went on under another name, and this one was let go
		left.found(f.From)
	}
	name := names.today(f.Path)
	if !left.has(name) || f.Special != "" {
		return
	}
	a := model.Approval{Revision: r, There: f.New != ""}
	if a.There {
		data, ok := w.content(r, f, f.New)
		if !ok {
			return // the one before it is looked for; the remark says so
		}
		a.File = model.File{Mode: f.NewMode, Data: data}
		if r.Kept == model.KeptCommit {
			a.File = w.onDisk(ctx, name, a.File)
		}
	}
	to[name] = a
	left.found(name)
}

// onDisk is a file of git's as it would lie on disk now.
func (w *walk) onDisk(ctx context.Context, name string, f model.File) model.File {
	root, err := memory.OpenRoot(w.st.Dir)
	if err != nil {
		return f
	}
	defer root.Close()
	file, err := root.ReadFile(name)
	if err != nil || !bytes.Contains(file.Data, []byte("\r\n")) {
		return f // only such line ends are put there by git, and to ask for each note would take long
	}
	live := file.Data
	form, err := w.formOf(ctx, name, live)
	if err != nil {
		w.remark("%s: %v", name, err)
		return f
	}
	return *form.of(&f)
}
