package project

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dreamgate/memory/archive"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// origins knows what became of the sessions that notes came from.
type origins struct {
	files map[string]transcript.File
	keeps keeps
	now   time.Time
	// kept are the sessions of which lines are kept.
	kept []transcript.File
	// searched is false where there is no folder in which transcripts could be.
	searched bool
}

// origins looks for the sessions that the notes of a memory name in the folders of the store and, with
// all, then in all others: a project that moved leaves its sessions behind.
func (l *Library) origins(m model.Memory, all bool) origins {
	o := origins{files: make(map[string]transcript.File), keeps: l.settings().keeps(projectOf(m.Store)), now: l.now()}
	// Looking for one name in a hundred folders is cheap, and notes share few sessions.
	folders := append([]string(nil), m.Store.Transcripts...)
	if all {
		for _, slug := range l.slugs() {
			folders = append(folders, filepath.Join(l.projects(), slug))
		}
	}
	o.searched = len(folders) > 0
	if all {
		o.kept = archive.Files(storeID(realPath(m.Store.Dir)))
	}
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
		if archived(o.kept, session) {
			b.Reason += "; the lines of it that the note goes by are kept in the archive"
		}
	case o.keeps.period == 0:
		b.State = model.EvidenceHere
		b.Reason = fmt.Sprintf("the transcript of session %s is here, and the agent removes none while its settings cannot be read", session)
	default:
		// The agent goes by the time of the file, not by what stands in it.
		b.State, b.Days = model.EvidenceHere, o.left(f)
		b.Reason = fmt.Sprintf("the transcript of session %s is here; the agent, which keeps them for %s, removes it %s",
			session, model.Count(o.keeps.days, "day"), dueIn(b.Days))
		if b.Days <= model.SweepWindow {
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

// left is in how many days a transcript is due, 0 if it is already.
func (o origins) left(f transcript.File) int {
	return max(0, int(math.Ceil(o.due(f).Sub(o.now).Hours()/24)))
}

// due is when a transcript is old enough to be removed.
func (o origins) due(f transcript.File) time.Time { return f.ModTime.Add(o.keeps.period) }

// losing are the notes of a memory whose sessions lie in its own folders and are about to be removed,
// without those of whose sessions lines are kept.
func (l *Library) losing(m model.Memory) model.Sweep {
	s := l.origins(m, false).sweep(m)
	if len(s.Notes) == 0 {
		return s
	}
	kept := archive.Files(storeID(realPath(m.Store.Dir)))
	s.Notes = slices.DeleteFunc(s.Notes, func(n model.Losing) bool { return archived(kept, n.Session) })
	return s
}

// archived reports whether lines of a session are kept.
func archived(kept []transcript.File, session string) bool {
	return slices.ContainsFunc(kept, func(f transcript.File) bool { return f.Session == session })
}

// Forecast says what the agent will take of the sessions of a memory, and of all evidence of its notes.
func (l *Library) Forecast(m model.Memory) model.Sweep {
	o := l.origins(m, true)
	s := o.sweep(m)
	for _, dir := range m.Store.Transcripts {
		for _, f := range sessionFiles(dir) {
			s.Sessions++
			if o.keeps.period == 0 {
				continue
			}
			if o.left(f) <= model.SweepWindow {
				s.Going++
			}
			if at := o.due(f); s.Next.IsZero() || at.Before(s.Next) {
				s.Next = at
			}
		}
	}
	return s
}

// sweep is the part of a forecast that speaks of notes.
func (o origins) sweep(m model.Memory) model.Sweep {
	s := model.Sweep{Keep: o.keeps.days, Layer: or(o.keeps.layer.name)}
	if o.keeps.period == 0 {
		s.Keep = 0
		return s
	}
	for _, n := range m.Notes {
		if f, here := o.files[n.Session]; here && o.left(f) <= model.SweepWindow {
			s.Notes = append(s.Notes, model.Losing{Path: n.Path, Session: n.Session, At: o.due(f), Days: o.left(f)})
		}
	}
	slices.SortStableFunc(s.Notes, func(a, b model.Losing) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Path, b.Path))
	})
	return s
}

// Going are the transcripts that the agent is about to remove: of the memory's own folders, with those of
// subagents, and of the sessions that its notes came from wherever they lie.
func (l *Library) Going(m model.Memory) []transcript.File {
	o := l.origins(m, true)
	if o.keeps.period == 0 {
		return nil
	}
	files, _, _ := transcript.Files(m.Store.Transcripts) // what cannot be read cannot be kept
	for _, f := range o.files {
		if !slices.ContainsFunc(files, func(g transcript.File) bool { return g.Path == f.Path }) {
			files = append(files, f)
		}
	}
	files = slices.DeleteFunc(files, func(f transcript.File) bool { return o.left(f) > model.SweepWindow })
	slices.SortFunc(files, func(a, b transcript.File) int { return cmp.Compare(a.Path, b.Path) })
	return files
}
