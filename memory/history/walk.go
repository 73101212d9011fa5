package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"dreamgate/model"
)

// walkLimit bounds a walk through a whole history, of a large project for instance.
const walkLimit = 60 * time.Second

// maxField is the longest field of a commit that is held; of a longer message the start is.
const maxField = 64 << 10

// DirtyMessage and FirstMessage are what our commits of edits say that somebody else made.
const (
	DirtyMessage = "Keep memory edits made outside dreamgate"
	FirstMessage = firstMessage
)

// Trailers of our commits beside OriginTrailer.
const (
	reviewTrailer = "Dreamgate-Review: "
	engineTrailer = "Dreamgate-Engine: "
	modelTrailer  = "Dreamgate-Model: "
	coAuthor      = "co-authored-by: "
)

// Walk hands over the commits that changed files below dir, the newest first, each with these files, until
// each returns false. whole says that it came to the end. A merge counts where it left a file as none of
// its sides had it. Without a repository, or without a commit, there is nothing to walk. What was handed
// over before an error is right.
func Walk(ctx context.Context, dir string, each func(model.Revision) bool) (whole bool, err error) {
	if head(ctx, dir) == "" {
		return true, nil
	}
	prefix, err := read(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return false, fmt.Errorf("ask git for the history of %s: %w", dir, err)
	}
	w := walker{prefix: strings.TrimSuffix(prefix, "\n"), each: each, shallow: Shallow(ctx, dir)}
	whole, err = stream(ctx, dir, walkLimit, cutAt(0, maxField), w.take, "log", "-z", "--raw", "--no-abbrev", "--find-renames", "-c",
		"--topo-order", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--encoding=UTF-8",
		"--format=C%H%x00%P%x00%ct%x00%an%x00%ae%x00%B%x00E", "--", ".")
	if !w.stopped {
		w.stopped = !w.over()
	}
	if err != nil {
		return false, fmt.Errorf("ask git for the history of %s: %w", dir, err)
	}
	return whole && !w.stopped, nil
}

// walker puts the records of the log together.
type walker struct {
	prefix  string
	shallow bool
	each    func(model.Revision) bool
	rev     model.Revision
	email   string
	first   bool // it has no parents here
	field   int  // of the head of a commit, 0 after it
	raw     string
	paths   []string
	stopped bool
}

// over hands the commit over that was read. A merge that decided nothing by itself has no files.
func (w *walker) over() bool { return len(w.rev.Files) == 0 || w.each(w.rev) }

// take takes one record: a field of a commit's head, "C hash" to "E", or a line on a file with its paths.
func (w *walker) take(record string) bool {
	switch {
	case w.raw != "":
		w.paths = append(w.paths, record)
		if len(w.paths) == pathsOf(w.raw) {
			w.file()
		}
		return true
	case w.field > 0:
		w.headField(record)
		return true
	}
	record = strings.TrimPrefix(record, "\n")
	switch {
	case strings.HasPrefix(record, ":"):
		w.raw, w.paths = record, nil
	case strings.HasPrefix(record, "C"):
		if w.stopped = !w.over(); w.stopped {
			return false
		}
		w.rev, w.field = model.Revision{ID: record[1:], Kept: model.KeptCommit}, 1
	}
	return true
}

// headField reads the field of a head that comes next.
func (w *walker) headField(record string) {
	r := &w.rev
	switch w.field {
	case 1:
		r.Merge, w.first = strings.Contains(record, " "), record == ""
	case 2:
		if n, err := strconv.ParseInt(record, 10, 64); err == nil {
			r.At = time.Unix(n, 0).UTC()
		}
	case 3:
		r.Author = record
	case 4:
		w.email = record
	case 5:
		said(r, w.email, record)
		r.Cut = w.first && (w.shallow || r.Subject == FirstMessage)
	case 6: // the end of the head
		w.field = -1
	}
	w.field++
}

// pathsOf is how many paths follow a raw line. That of a merge has one whatever became of it.
func pathsOf(raw string) int {
	status := raw[strings.LastIndexByte(raw, ' ')+1:]
	if !strings.HasPrefix(raw, "::") && (strings.HasPrefix(status, "R") || strings.HasPrefix(status, "C")) {
		return 2
	}
	return 1
}

// file reads a raw line with its paths: ":mode mode hash hash status", with as many more colons, modes and
// hashes as a merge has more parents, of which the first counts.
func (w *walker) file() {
	words := strings.Fields(strings.TrimLeft(w.raw, ":"))
	parents := len(w.raw) - len(strings.TrimLeft(w.raw, ":"))
	raw := w.raw
	w.raw = ""
	if len(words) < 2*(parents+1) {
		return
	}
	modes, hashes := words[:parents+1], words[parents+1:]
	f := model.RevisionFile{Status: model.Modified}
	var special [2]string
	f.OldMode, special[0] = modeOf(modes[0])
	f.NewMode, special[1] = modeOf(modes[parents])
	f.Old, f.New = blobOf(hashes[0]), blobOf(hashes[parents])
	if f.Special = special[1]; f.Special == "" {
		f.Special = special[0]
	}
	path, in := strings.CutPrefix(w.paths[len(w.paths)-1], w.prefix)
	from, was := strings.CutPrefix(w.paths[0], w.prefix)
	switch {
	case !in && !was:
		return
	case pathsOf(raw) == 2 && in && was:
		f.Path, f.From = path, from
	case !in: // it went to another folder
		f.Path, f.New, f.Status = from, "", model.Deleted
	default:
		f.Path = path
		if !was {
			f.Old = "" // it came from another folder
		}
	}
	switch {
	case f.Old == "":
		f.Status = model.Added
	case f.New == "":
		f.Status = model.Deleted
	case f.Old == f.New && f.From == "":
		f.Status = model.ModeOnly
	}
	w.rev.Files = append(w.rev.Files, f)
}

// blobOf is the name of a content, "" for git's name of none.
func blobOf(hash string) string {
	if strings.Trim(hash, "0") == "" {
		return ""
	}
	return hash
}

// modeOf reads a mode of git's; special says what is no plain file.
func modeOf(octal string) (mode fs.FileMode, special string) {
	switch n, _ := strconv.ParseUint(octal, 8, 32); n >> 12 {
	case 0o12:
		return fs.ModeSymlink, "link"
	case 0o16:
		return fs.ModeDir, "repository of its own"
	default:
		return fs.FileMode(n & 0o777), ""
	}
}

// said reads what a commit says, and from that who made it.
func said(r *model.Revision, email, message string) {
	message = strings.TrimSpace(message)
	r.Subject, r.Body, _ = strings.Cut(message, "\n")
	r.Body = strings.TrimSpace(r.Body)
	var origin model.Origin
	agent := agentMail(email)
	lines := strings.Split(r.Body, "\n")
	last := len(lines)
	// The last paragraph, where it is one of trailers.
	for i := last - 1; i >= 0 && strings.TrimSpace(lines[i]) != ""; i-- {
		key, value, ok := strings.Cut(lines[i], ": ")
		if !ok || strings.ContainsAny(key, " \t") {
			break
		}
		value = strings.TrimSpace(value)
		switch key + ": " {
		case reviewTrailer:
			r.Review, last = value, i
		case OriginTrailer:
			origin, last = model.Origin(value), i
		case engineTrailer:
			r.Engine, last = value, i
		case modelTrailer:
			r.Model, last = value, i
		default:
			if mail, _, ok := strings.Cut(value[strings.LastIndexByte(value, '<')+1:], ">"); ok && strings.EqualFold(key+": ", coAuthor) {
				agent = agent || agentMail(mail)
			}
		}
	}
	r.Body = strings.TrimSpace(strings.Join(lines[:last], "\n"))
	switch {
	case r.Review != "" || origin != "":
		r.By = DoerOf(origin, r.Engine)
	case r.Subject == DirtyMessage || r.Subject == FirstMessage:
		r.By = model.DoerOthers
	case agent:
		r.By = model.DoerAgent
	default:
		r.By = model.DoerPerson
	}
}

// DoerOf is who made a proposal of an origin, by an engine if there was one.
func DoerOf(origin model.Origin, engine string) model.Doer {
	switch origin {
	case model.OriginModel:
		return model.DoerDream
	case model.OriginRules:
		if engine != "" {
			return model.DoerDream
		}
		return model.DoerRules
	case model.OriginUndo:
		return model.DoerUndo
	case model.OriginImport:
		return model.DoerImport
	}
	return model.DoerPerson
}

// agents are the addresses under which coding agents sign what they commit. Names tell nothing: people
// are called Claude.
var agents = []string{"noreply@anthropic.com", "noreply@openai.com", "cursoragent@cursor.com", "noreply@aider.chat",
	"copilot@users.noreply.github.com", "copilot@github.com", "noreply@opencode.ai", "amp@ampcode.com"}

func agentMail(mail string) bool {
	for _, a := range agents {
		if strings.EqualFold(mail, a) || strings.HasSuffix(strings.ToLower(mail), "+"+a) {
			return true
		}
	}
	return false
}

// cutAt splits a stream at sep, and keeps of each record only so many bytes. A message of any length is
// one record, and must not end a walk.
func cutAt(sep byte, most int) func(data []byte, end bool) (int, []byte, error) {
	skipping := false
	return func(data []byte, end bool) (int, []byte, error) {
		at := bytes.IndexByte(data, sep)
		switch {
		case skipping && at < 0:
			return len(data), nil, nil
		case skipping:
			skipping = false
			return at + 1, nil, nil
		case at >= 0:
			return at + 1, data[:min(at, most)], nil
		case len(data) >= most:
			skipping = true
			return len(data), data[:most], nil
		case end && len(data) > 0:
			return len(data), data, nil
		}
		return 0, nil, nil
	}
}

// Shallow reports whether a clone was made without its older commits.
func Shallow(ctx context.Context, dir string) bool {
	out, err := read(ctx, dir, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(out) == "true"
}

// Commits reports whether there is a repository with a commit around dir; the error says that there is one
// which git cannot look at.
func Commits(ctx context.Context, dir string) (bool, error) {
	if !inRepository(dir) {
		return false, nil
	}
	if s := State(ctx, dir); s.Err != "" {
		return false, errors.New(s.Err)
	} else if s.Root == "" {
		return false, nil
	}
	return head(ctx, dir) != "", nil
}

// Pending are the files below dir that differ from the last commit, also those that git does not know.
func Pending(ctx context.Context, dir string) ([]string, error) {
	entries, err := status(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("ask git what differs in %s: %w", dir, err)
	}
	var paths []string
	for _, e := range entries {
		if len(paths) == 0 || paths[len(paths)-1] != e.path {
			paths = append(paths, e.path)
		}
	}
	return paths, nil
}
