package check

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

// sessionFile is a session that citations can name.
type sessionFile struct {
	name  string
	lines int // raw ones
}

// gather reads the notes and then, once, the transcripts.
func (d *docket) gather(ctx context.Context) error {
	d.base, d.proposed = d.matcher.Pass(), d.matcher.Pass()
	var notes sync.WaitGroup
	notes.Go(func() { readNotes(ctx, d.base, d.in.Base) })
	readNotes(ctx, d.proposed, d.in.Proposed)
	notes.Wait()
	d.stream = d.matcher.Pass()
	want := d.wanted()
	var (
		mu    sync.Mutex
		group sync.WaitGroup
		next  = make(chan int)
		known = make([]sessionFile, len(d.in.Transcripts))
	)
	for range min(runtime.GOMAXPROCS(0), len(d.in.Transcripts)) {
		group.Go(func() {
			r := fileReader{pass: d.matcher.Pass(), want: want, judged: d.judged, lines: map[evidence.Ref][]model.Source{}}
			for i := range next {
				known[i] = r.read(ctx, d.in.Transcripts[i])
			}
			mu.Lock()
			defer mu.Unlock()
			d.stream.Merge(r.pass)
			for ref, l := range r.lines {
				d.lines[ref] = append(d.lines[ref], l...)
			}
		})
	}
	for i := range d.in.Transcripts {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	group.Wait()
	d.known = known
	d.gatherArchived(ctx, want)
	return ctx.Err()
}

// gatherArchived reads what is kept of sessions that are gone: where a word stands in a session as well,
// that is its source.
func (d *docket) gatherArchived(ctx context.Context, want map[int][]string) {
	r := fileReader{pass: d.matcher.Pass(), want: want, judged: d.judged, archived: true, lines: d.lines}
	for _, f := range d.in.Archived {
		if slices.ContainsFunc(d.in.Transcripts, func(t transcript.File) bool { return t.Session == f.Session }) {
			continue
		}
		d.known = append(d.known, r.read(ctx, f))
	}
	d.stream.Merge(r.pass)
}

// named says of what rests on kept lines that it does.
func named(e *model.Evidence) {
	const kept = "the session is gone; this line of it is kept in the archive"
	say := func(reason *string) {
		if *reason != "" {
			*reason += "; "
		}
		*reason += kept
	}
	for i := range e.Claims {
		if e.Claims[i].Source.Archived {
			say(&e.Claims[i].Reason)
		}
	}
	for i := range e.Citations {
		if c := &e.Citations[i]; c.Verdict == model.Supported && c.Source.Archived {
			say(&c.Reason)
		}
	}
}

// readNotes puts the files of a tree before a pass, until the context ends.
func readNotes(ctx context.Context, p *evidence.Pass, t model.Tree) {
	for _, path := range t.Paths() {
		if f := t[path]; f.Regular() && len(f.Data) <= mostJudged && ctx.Err() == nil {
			p.Read(model.Source{Path: path, Text: string(f.Data), Trust: model.TrustUser})
		}
	}
}

// fileReader reads transcripts into one pass and keeps the lines that are cited.
type fileReader struct {
	pass   *evidence.Pass
	want   map[int][]string
	judged bool
	// archived says that the files hold kept lines alone.
	archived bool
	lines    map[evidence.Ref][]model.Source
}

// read reads one transcript. A session of which not all can be read is known by what could be.
func (r *fileReader) read(ctx context.Context, f transcript.File) sessionFile {
	stats, err := transcript.Scan(ctx, f, func(l transcript.Line) error {
		src := l.Source()
		src.Archived = r.archived
		if r.judged {
			r.pass.Read(src)
		}
		if names, ok := r.want[l.N]; ok && cites(names, l.Session) {
			ref := evidence.Ref{Session: l.Session, Line: l.N}
			r.lines[ref] = append(r.lines[ref], src)
		}
		return nil
	})
	if err != nil {
		return sessionFile{} // a session that cannot be read is one that nothing can be found in
	}
	return sessionFile{f.Session, stats.Lines}
}

// wanted are the cited lines: for each line number the sessions, or starts of them, that are named.
func (d *docket) wanted() map[int][]string {
	want := map[int][]string{}
	for _, m := range d.matters {
		for _, r := range m.refs {
			want[r.Line] = append(want[r.Line], r.Session)
		}
	}
	return want
}

// cites reports whether one of some names means a session.
func cites(names []string, session string) bool {
	for _, n := range names {
		if strings.HasPrefix(session, n) {
			return true
		}
	}
	return false
}

// session finds the session that a locator means: the one of that name, else the only one that
// begins so.
func (d *docket) session(name string) (sessionFile, error) {
	var found []sessionFile
	for _, k := range d.known {
		if k.name == name && name != "" {
			return k, nil
		}
		if k.name != "" && strings.HasPrefix(k.name, name) {
			found = append(found, k)
		}
	}
	switch len(found) {
	case 0:
		return sessionFile{}, fmt.Errorf("no gathered session is called %s", name)
	case 1:
		return found[0], nil
	}
	return sessionFile{}, fmt.Errorf("%d sessions begin with %s", len(found), name)
}
