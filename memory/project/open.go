package project

import (
	"context"

	"dreamgate/memory/history"
	"dreamgate/model"
	"dreamgate/model/note"
)

// Open reads a store and all that is shown of it. What cannot be learned on the way (git does not
// answer, a proposal is damaged) is a remark, not an error.
func (l *Library) Open(ctx context.Context, s model.Store) (model.Memory, error) {
	// git is the slow part; it works while the files are read.
	git := make(chan gitView, 1)
	go func() {
		commits, err := history.LastCommits(ctx, s.Dir)
		git <- gitView{commits, err}
	}()
	// What the world says of the store may have changed since it was found.
	settings := l.settings()
	l.finish(&s, &census{settings: settings, running: l.running(settings)})
	m, err := l.Read(ctx, s)
	if err != nil {
		<-git // a process of ours is not left behind
		return model.Memory{}, err
	}
	pending, err := l.proposals(ctx, m.Store)
	if err != nil {
		m.Remarks = append(m.Remarks, err.Error())
	}
	m.Pending = pending
	m.Store.Summary.Pending = len(pending)
	origins := l.origins(m, true)
	view := <-git
	if err := ctx.Err(); err != nil {
		return model.Memory{}, err
	}
	if view.err != nil {
		m.Remarks = append(m.Remarks, view.err.Error())
	}
	m.Badges = make(map[string]model.Badges, len(m.Notes))
	for _, n := range m.Notes {
		m.Badges[n.Path] = model.Badges{
			Age:      note.Age(n, view.commits[n.Path], m.Tree[n.Path].ModTime),
			Evidence: origins.badge(n.Session),
		}
	}
	for _, f := range m.Findings {
		if b, ok := m.Badges[f.Path]; ok {
			b.Findings++
			b.Worst = max(b.Worst, f.Severity)
			m.Badges[f.Path] = b
		}
	}
	return m, nil
}

// gitView is what git says of the notes of a memory.
type gitView struct {
	commits map[string]note.CommitTime
	err     error
}
