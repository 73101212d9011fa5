package project

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dreamgate/memory/history"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/note"
)

// goingDays is how near the end of a transcript must be for its notes to be marked: every one is
// going some day, and a mark on all of them would say nothing.
const goingDays = 7

// Open reads a store and all that is shown of it. What cannot be learned on the way (git does not
// answer, a proposal is damaged) is a remark, not an error.
func (l *Library) Open(ctx context.Context, s model.Store) (model.Memory, error) {
	// git is the slow part; it works while the files are read.
	git := make(chan gitView, 1)
	go func() {
		commits, err := history.LastCommits(ctx, s.Dir)
		git <- gitView{commits, err}
	}()
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
	origins := l.origins(m)
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

// origins knows what became of the sessions that notes came from.
type origins struct {
	files map[string]transcript.File
	keeps keeps
	now   time.Time
	// searched is false where there is no folder in which transcripts could be.
	searched bool
}

// origins looks for the sessions that the notes of a memory name, in the folders of the store and
// then in all others: a project that moved leaves its sessions behind.
func (l *Library) origins(m model.Memory) origins {
	o := origins{files: make(map[string]transcript.File), keeps: l.settings().keeps(projectOf(m.Store)), now: l.now()}
	// Looking for one name in a hundred folders is cheap, and notes share few sessions.
	folders := append([]string(nil), m.Store.Transcripts...)
	for _, slug := range l.slugs() {
		folders = append(folders, filepath.Join(l.projects(), slug))
	}
	o.searched = len(folders) > 0
	for _, n := range m.Notes {
		if _, known := o.files[n.Session]; known || !sessionName(n.Session) {
			continue
		}
		for _, dir := range folders {
			if f, err := transcript.At(filepath.Join(dir, n.Session+".jsonl")); err == nil {
				o.files[n.Session] = f
				break
			}
		}
	}
	return o
}

// sessionName reports whether a name from a note can be that of a transcript: it goes into a path.
func sessionName(s string) bool {
	return s != "" && len(s) < 200 && !strings.ContainsAny(s, "/\\\x00") && !strings.HasPrefix(s, ".") &&
		!strings.ContainsRune(s, os.PathSeparator)
}

// badge says whether the session of a note can still be read.
func (o origins) badge(session string) model.EvidenceBadge {
	b := model.EvidenceBadge{State: model.EvidenceUnknown}
	f, found := o.files[session]
	switch {
	case session == "":
		b.Reason = "the note does not say which session it came from"
	case !found && !o.searched:
		b.Reason = fmt.Sprintf("the note came from session %s, and there are no transcripts on this machine to look in", session)
	case !found:
		b.State = model.EvidenceGone
		b.Reason = fmt.Sprintf("the note came from session %s, whose transcript is no longer on this machine", session)
	case o.keeps.period == 0:
		b.State = model.EvidenceHere
		b.Reason = fmt.Sprintf("the transcript of session %s is here, and the agent removes none while its settings cannot be read", session)
	default:
		// The agent goes by the time of the file, not by what stands in it.
		left := f.ModTime.Add(o.keeps.period).Sub(o.now)
		b.State, b.Days = model.EvidenceHere, max(0, int(math.Ceil(left.Hours()/24)))
		b.Reason = fmt.Sprintf("the transcript of session %s is here; the agent, which keeps them for %s, removes it %s",
			session, model.Count(o.keeps.days, "day"), dueIn(b.Days))
		if b.Days <= goingDays {
			b.State = model.EvidenceGoing
		}
	}
	return b
}

func dueIn(n int) string {
	if n == 0 {
		return "at its next start"
	}
	return "in " + model.Count(n, "day")
}
