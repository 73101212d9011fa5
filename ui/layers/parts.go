package layers

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/note"
	"dreamgate/ui/style"
)

// path is a path for people.
func (p *Pane) path(at string) string {
	if rest, ok := strings.CutPrefix(at, p.o.Home+string(filepath.Separator)); ok && p.o.Home != "" {
		at = "~" + string(filepath.Separator) + rest
	}
	return model.PrintableLine(at)
}

// share is a bar of a part of something.
func (p *Pane) share(ink style.Ink, part, whole int) func(int) string {
	return func(w int) string { return p.o.Styles.Share(ink, float64(part)/float64(max(1, whole)), w) }
}

// gauge is a bar of what is used of a limit.
func (p *Pane) gauge(part, limit float64) func(int) string {
	return func(w int) string { return p.o.Styles.Gauge(part, limit, w) }
}

// injected are the instruction files, each with its share of what a session is given, and the limits of the
// index.
func (p *Pane) injected() section {
	st, in := p.o.Styles, p.layers.Injected
	s := section{name: "Injected", about: fmt.Sprintf("about %s for every session (an estimate: 4 characters each, or 1 CJK sign)",
		model.Count(in.Tokens, "token"))}
	for _, f := range in.Files {
		it := item{label: p.path(f.Path), figure: model.Number(f.Tokens) + " tok", ink: st.Muted}
		it.more = f.Kind + ", " + model.Size(int64(f.Bytes))
		if f.From != "" {
			it.more += ", by " + model.PrintableLine(filepath.Base(f.From))
		}
		if f.Some {
			it.more += ", for some files only"
		} else {
			it.bar = p.share(st.Info, f.Tokens, in.Tokens)
		}
		s.items = append(s.items, it)
	}
	if in.Dir == "" {
		s.faults = append(s.faults, "the project of this memory is not known, so that its own instruction files are not listed")
	}
	if p.index.Status == model.StatusMissing {
		return s
	}
	ix := p.index
	lines := item{label: "lines of the index", bar: p.gauge(float64(ix.Lines), note.MaxLines), ink: st.Error,
		figure: fmt.Sprintf("%s/%d", model.Number(ix.Lines), note.MaxLines)}
	if in.Cut > 0 {
		lines.more = fmt.Sprintf("%s cut, %s with them", model.Count(in.Cut, "line"), entries(in.Left))
	}
	s.items = append(s.items, lines, item{label: "characters of the index", bar: p.gauge(float64(ix.Units), note.MaxUnits),
		figure: fmt.Sprintf("%.1f/%.1fk", float64(ix.Units)/1000, float64(note.MaxUnits)/1000)})
	return s
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return model.Number(n) + " entries"
}

// notes are what the agent wrote down.
func (p *Pane) notes() section {
	st, n := p.o.Styles, p.layers.Notes
	s := section{name: "Notes", about: model.Count(n.Count, "note") + ", " + model.Size(int64(n.Bytes))}
	var types []string
	for _, t := range slices.Sorted(maps.Keys(n.Types)) {
		if t != "" {
			types = append(types, model.Number(n.Types[t])+" "+model.PrintableLine(t))
		}
	}
	if k := n.Types[""]; k > 0 {
		types = append(types, model.Number(k)+" without a type")
	}
	if len(types) > 0 {
		s.about += ": " + strings.Join(types, ", ")
	}
	if n.Count == 0 {
		return s
	}
	read := item{label: "never read", ink: st.Muted, more: "of no note the sessions that are left tell whether it was read"}
	if n.UseKnown > 0 {
		read.bar, read.figure = p.share(st.Warn, n.Never, n.UseKnown), fmt.Sprintf("%s of %s", model.Number(n.Never), model.Number(n.UseKnown))
		if read.more = "by any session"; n.UseKnown < n.Count {
			read.more += fmt.Sprintf("; of %s more it is not known", model.Number(n.Count-n.UseKnown))
		}
	}
	gone := item{label: "contradicted", ink: st.Muted, more: "no note names anything that could be looked up in the project"}
	if n.RealityKnown > 0 {
		gone.bar, gone.figure = p.share(st.Error, n.Gone, n.RealityKnown), fmt.Sprintf("%s of %s", model.Number(n.Gone), model.Number(n.RealityKnown))
		gone.more = "name what is gone from the project"
	}
	s.items = append(s.items, read, gone)
	return s
}

// pages are folders of pages against what they sum up.
func (p *Pane) pages() section {
	st := p.o.Styles
	s := section{name: "Pages", about: "the project has no folder of pages that link to each other"}
	if n := len(p.layers.Pages); n > 0 {
		s.about = model.Count(n, "folder") + " of pages that link to each other"
	}
	for _, f := range p.layers.Pages {
		it := item{label: model.PrintableLine(f.Dir), figure: model.Size(int64(f.Bytes)), ink: st.Muted, more: model.Count(f.Pages, "page")}
		if audit.Compared(f) {
			it.bar = p.gauge(float64(f.Bytes), float64(f.SourceBytes))
			it.more += fmt.Sprintf(", %.2fx their sources of %s", float64(f.Bytes)/float64(f.SourceBytes), model.Size(int64(f.SourceBytes)))
		} else {
			it.more += ", few of which name a source"
		}
		if f.ReadKnown {
			it.more += fmt.Sprintf("; %s not read in any session here", model.Number(f.Never))
		}
		s.items = append(s.items, it)
	}
	for _, f := range p.layers.Findings {
		s.faults = append(s.faults, model.PrintableLine(f.Message))
	}
	return s
}

// transcripts are the sessions, and when the agent removes them.
func (p *Pane) transcripts() section {
	st, t := p.o.Styles, p.layers.Transcripts
	s := section{name: "Transcripts", about: "none of this memory are on this machine"}
	if t.Sessions == 0 {
		return s
	}
	day := func(at time.Time) string { return at.In(p.o.Zone).Format("2 Jan 2006") }
	s.about = fmt.Sprintf("%s, %s, last changed between %s and %s", model.Count(t.Sessions, "session"), model.Size(t.Bytes), day(t.Oldest), day(t.Newest))
	if t.Kept == 0 {
		s.items = append(s.items, item{label: "next sweep", figure: "none", ink: st.Muted, more: "the agent removes none while it cannot read its settings"})
		return s
	}
	age := max(0, t.Kept-t.NextDays)
	next := item{label: "age of the oldest", bar: p.gauge(float64(age), float64(t.Kept)), ink: st.Muted,
		figure: fmt.Sprintf("%d/%s days", age, model.Number(t.Kept)), more: "it goes in " + model.Count(t.NextDays, "day")}
	if t.NextDays == 0 {
		next.more, next.ink = "it goes at the agent's next start", st.Warn
	}
	soon := item{label: fmt.Sprintf("gone in %d days", t.SoonDays), bar: p.share(st.Warn, t.Soon, t.Sessions), ink: st.Muted,
		figure: fmt.Sprintf("%s of %s", model.Number(t.Soon), model.Number(t.Sessions))}
	if t.Evidence > 0 {
		soon.ink, soon.more = st.Warn, model.Count(t.Evidence, "note")+" with the session they came from"
		if t.Evidence == 1 {
			soon.more = "1 note with the session it came from"
		}
	}
	s.items = append(s.items, next, soon)
	return s
}
