// Package layers looks at all that an agent remembers of a project: what a session is given at its start,
// the notes, pages that sum up other files, and the transcripts behind them.
//
//	layers.go    Read, the notes and the transcripts
//	inject.go    instruction files and the index, as they are loaded
//	imports.go   files that instruction files import
//	pages.go     the pages of a project; web.go those that hang together; sources.go what they name
//
// Everything is bounded: a project may be large, and what is beyond a bound is named in a remark.
package layers

import (
	"context"
	"math"
	"time"

	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/audit"
)

// soonDays is the distance at which the end of a transcript is worth a word.
const soonDays = 7

// Source is where to look.
type Source struct {
	// Memory is opened, with the badges that are known of its notes.
	Memory model.Memory
	// Config is the agent's configuration folder, Managed that of an administrator's settings, Home what ~
	// stands for. Each may be "".
	Config, Managed, Home string
	// Kept is how many days the agent keeps a transcript, 0 for ever.
	Kept int
	Now  time.Time
	// Read says which of some files, given by their absolute paths, sessions have read. It may be nil.
	Read func(ctx context.Context, files []transcript.File, paths []string) (map[string]bool, error)
}

// Read looks at all layers. It fails only if the context ends.
func Read(ctx context.Context, s Source) (model.Layers, error) {
	l := model.Layers{Notes: notes(s.Memory), Pages: []model.PageFolder{}, Findings: []model.Finding{}, Remarks: []string{}}
	l.Injected = injected(s)
	files, remarks, err := transcript.Files(s.Memory.Store.Transcripts)
	l.Remarks = append(l.Remarks, remarks...)
	if err != nil {
		l.Remarks = append(l.Remarks, err.Error())
	}
	l.Transcripts = sessions(s, files)
	if dir := l.Injected.Dir; dir != "" {
		p := pageFinder{dir: dir, source: s, sessions: files}
		l.Pages = append(l.Pages, p.find(ctx)...)
		l.Remarks = append(l.Remarks, p.remarks...)
	}
	for _, f := range l.Pages {
		if found, ok := audit.Pages(f); ok {
			l.Findings = append(l.Findings, found)
		}
	}
	return l, ctx.Err()
}

func notes(m model.Memory) model.NoteLayer {
	l := model.NoteLayer{Types: map[string]int{}}
	for _, n := range m.Notes {
		l.Count++
		l.Bytes += n.Bytes
		l.Types[n.Type]++
		b := m.Badges[n.Path]
		if b.Use.Known {
			l.UseKnown++
			if b.Use.Reads == 0 {
				l.Never++
			}
		}
		if b.Reality.Count(model.RealityHolds)+b.Reality.Count(model.RealityGone) > 0 {
			l.RealityKnown++
		}
		if b.Reality.Count(model.RealityGone) > 0 {
			l.Gone++
		}
	}
	return l
}

func sessions(s Source, files []transcript.File) model.SessionLayer {
	l := model.SessionLayer{Kept: s.Kept, SoonDays: soonDays}
	for _, f := range files {
		l.Bytes += f.Size
		if f.Sidechain {
			continue
		}
		l.Sessions++
		if l.Oldest.IsZero() || f.ModTime.Before(l.Oldest) {
			l.Oldest = f.ModTime
		}
		if f.ModTime.After(l.Newest) {
			l.Newest = f.ModTime
		}
		if s.Kept > 0 && daysLeft(f.ModTime, s.Kept, s.Now) <= soonDays {
			l.Soon++
		}
	}
	if l.Sessions > 0 && s.Kept > 0 {
		l.NextDays = daysLeft(l.Oldest, s.Kept, s.Now)
	}
	for _, b := range s.Memory.Badges {
		if b.Evidence.State == model.EvidenceGoing {
			l.Evidence++
		}
	}
	return l
}

// daysLeft is how long a transcript stays, in begun days: the agent goes by the time of the file.
func daysLeft(at time.Time, kept int, now time.Time) int {
	return max(0, int(math.Ceil(at.AddDate(0, 0, kept).Sub(now).Hours()/24)))
}
