package past

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"dreamgate/memory/archive"
	"dreamgate/memory/desk"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// reasons gives each line the reason that its review kept, and says what became of the sessions that are
// cited; with words, also what is said there.
func (b *blaming) reasons(ctx context.Context, words bool) error {
	kept := map[string][]desk.Reason{}
	s := &sessions{ctx: ctx, store: b.st}
	var bad error
	for i := range b.lines {
		l := &b.lines[i]
		id := l.Revision.Review
		if id == "" {
			continue
		}
		list, known := kept[id]
		if !known {
			var err error
			if list, err = b.p.desk.Reasons(b.st, id); err != nil {
				bad = err
			}
			if list == nil {
				list = bodyReasons(l.Revision)
			}
			kept[id] = list
		}
		f := b.file[l.Revision.ID]
		for _, r := range list {
			// What a message says is said of the whole file.
			if r.Path == f.Path && (r.Added == "" || holds(r.Added, l.Text)) {
				l.Why, l.Sources = r.Why, s.look(r.Sources, words)
				break
			}
		}
	}
	return errors.Join(bad, ctx.Err())
}

// holds reports whether a text has a line. A piece of a hunk may begin and end within one.
func holds(text, line string) bool {
	if strings.TrimSpace(line) == "" {
		return true // a blank line came with what stands around it
	}
	for l := range strings.Lines(text) {
		if l = strings.TrimRight(l, "\r\n"); l == line || len(l) >= 8 && strings.Contains(line, l) {
			return true
		}
	}
	return false
}

// cite is a line of a session as our commit messages write it.
var cite = regexp.MustCompile(`([^\s,]+):(\d+) \((user|assistant|tool)\)`)

// bodyReasons reads the reasons that a commit message of ours gives, for a review whose record is on another
// machine, or gone.
func bodyReasons(r model.Revision) (list []desk.Reason) {
	for l := range strings.SplitSeq(r.Body, "\n") {
		switch {
		case strings.HasPrefix(l, "- "):
			for _, f := range r.Files {
				if strings.HasPrefix(l, "- "+model.PrintableLine(f.Path)+": ") {
					list = append(list, desk.Reason{Path: f.Path})
				}
			}
		case len(list) == 0:
		case strings.HasPrefix(l, "  why: "):
			if last := &list[len(list)-1]; last.Why == "" {
				last.Why = strings.TrimPrefix(l, "  why: ")
			}
		case strings.HasPrefix(l, "  from: "):
			last := &list[len(list)-1]
			for _, m := range cite.FindAllStringSubmatch(l, -1) {
				if n, err := strconv.Atoi(m[2]); err == nil {
					last.Sources = append(last.Sources, model.Source{Session: m[1], Line: n, Trust: model.Trust(m[3])})
				}
			}
		case l == "":
			return list // what follows is not about single files
		}
	}
	return list
}

// sessions knows what became of the sessions of a store.
type sessions struct {
	ctx            context.Context
	store          model.Store
	here, archived map[string]transcript.File
}

// look says where cited lines can be read.
func (s *sessions) look(sources []model.Source, words bool) (out []model.BlamedSource) {
	if s.here == nil && len(sources) > 0 {
		s.here, s.archived = map[string]transcript.File{}, map[string]transcript.File{}
		// A folder that cannot be read has no session for us.
		files, _, _ := transcript.Files(s.store.Transcripts)
		for _, f := range files {
			s.here[f.Session] = f
		}
		for _, f := range archive.Files(s.store.ID) {
			s.archived[f.Session] = f
		}
	}
	for _, src := range sources {
		b := model.BlamedSource{Source: src, State: model.SessionGone}
		f, ok := s.here[src.Session]
		if ok {
			b.State = model.SessionHere
		} else if f, ok = s.archived[src.Session]; ok {
			b.State, b.Archived = model.SessionArchived, true
		}
		if ok && words && !s.words(f, &b) && b.Archived {
			b.State = model.SessionGone // of that session other lines were kept
		}
		out = append(out, b)
	}
	return out
}

// errEnough ends a scan that has what it was for.
var errEnough = errors.New("enough")

// words reads what a cited line says.
func (s *sessions) words(f transcript.File, b *model.BlamedSource) bool {
	found := false
	_, err := transcript.Scan(s.ctx, f, func(l transcript.Line) error {
		switch {
		case l.N > b.Line:
			return errEnough
		case l.N == b.Line && (!found || l.Trust == b.Trust):
			found = true
			b.Text, b.Time, b.Trust = l.Text, l.Time, l.Trust
		}
		return nil
	})
	return found && (err == nil || errors.Is(err, errEnough))
}
