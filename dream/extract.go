package dream

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// extractCaps bound an extraction. It is made after every session, while somebody may wait for it.
var extractCaps = Caps{
	Time: 5 * time.Minute, Silence: 2 * time.Minute, DigestBytes: 256 << 10,
	Limits: engine.Limits{Turns: 5, Money: 0.5, Input: 1 << 20},
}

// Extraction says which sessions are to be read.
type Extraction struct {
	// Sessions are those transcripts; what earlier extractions had to put off is read as well.
	Sessions []transcript.File
	// All reads every session that has something new.
	All bool
}

// extraction is what makes a pass one.
type extraction struct {
	// waits is a proposal of an earlier extraction that this one adds to, nil for none.
	waits *model.Proposal
}

// begin is what the engine starts with. What waits for its review is shown to it as if it stood there:
// else each session that repeats a thing would propose it again, and each proposal would claim the same
// last line of the index.
func (x *extraction) begin(base model.Tree) model.Tree {
	if x.waits == nil {
		return base
	}
	start := maps.Clone(base)
	for _, c := range hunk.Diff(x.waits.Base, x.waits.Proposed) {
		was, had := x.waits.Base[c.Path]
		is, has := base[c.Path]
		if had != has || !bytes.Equal(was.Data, is.Data) {
			// The live notes have gone past it: the new one is made from these.
			x.waits = nil
			return base
		}
		if f, ok := x.waits.Proposed[c.Path]; ok {
			start[c.Path] = f
		}
	}
	return start
}

// evidence are the sessions that the claims are looked for in: those that were read, and those that the
// waiting proposal cites. To read through all of them would take longer than a session end has.
func (x *extraction) evidence(all, chosen []transcript.File) []transcript.File {
	cited := map[string]bool{}
	if x.waits != nil {
		for _, s := range x.waits.Sources {
			cited[s.Session] = true
		}
	}
	files := slices.Clone(chosen)
	for _, f := range all {
		if cited[f.Session] && !slices.ContainsFunc(chosen, func(c transcript.File) bool { return c.Path == f.Path }) {
			files = append(files, f)
		}
	}
	return files
}

// reasons puts those of the waiting proposal before the new ones.
func (x *extraction) reasons(changes string) string {
	if x.waits == nil || strings.TrimSpace(x.waits.Changes) == "" {
		return changes
	}
	return strings.TrimRight(x.waits.Changes, "\n") + "\n" + changes
}

// undelete keeps every note: an extraction adds and corrects, whatever an engine makes of that.
func (in *inspection) undelete(start model.Tree) {
	kept := 0
	for path, old := range start {
		now, ok := in.tree[path]
		if !ok || old.Regular() && len(bytes.TrimSpace(old.Data)) > 0 && len(bytes.TrimSpace(now.Data)) == 0 {
			in.tree[path] = old
			kept++
		}
	}
	if kept > 0 {
		in.fault("%s deleted or emptied by the engine: an extraction deletes nothing, and they stay", model.Count(kept, "note"))
	}
}

// notesOf are the notes among the changed files.
func notesOf(changes []model.Change) (paths []string) {
	for _, c := range changes {
		if model.IsNote(c.Path) {
			paths = append(paths, c.Path)
		}
	}
	return paths
}

// pick chooses what an extraction reads: of the wanted sessions, and of those that were put off, what
// stands behind everything that was read before. A stretch in which the agent wrote to the memory itself
// is left out: it took down what it thought worth it, and to say it again is noise.
func (b books) pick(ctx context.Context, s model.Store, want Extraction) (selection, reading, error) {
	files, _, err := transcript.Files(s.Transcripts)
	if err != nil {
		files = nil // the named ones can still be read
	}
	known := map[string]bool{}
	var list []transcript.File
	take := func(f transcript.File) {
		// The words of a subagent are the agent's own, and its result stands in the session.
		if !known[f.Path] && !f.Sidechain {
			known[f.Path] = true
			list = append(list, f)
		}
	}
	for _, f := range want.Sessions {
		take(f)
	}
	for _, f := range files {
		if d, late := b.Deferred[f.Path]; want.All || late && d.Extract {
			take(f)
		}
	}
	marked := []map[string]mark{b.Consumed, b.Extracted}
	for _, gathered := range b.Gathered {
		marked = append(marked, gathered)
	}
	sel := beyond(list, marked...)
	skipped, err := leaveOwn(ctx, s, &sel)
	return sel, skipped, err
}

// leaveOwn takes the sessions out in whose new part the agent wrote to the memory.
func leaveOwn(ctx context.Context, s model.Store, sel *selection) (reading, error) {
	skipped := reading{marks: map[string]mark{}, leftOut: map[string]untaken{}}
	kept := sel.files[:0]
	for _, f := range sel.files {
		wrote, lines, err := wroteMemory(ctx, f, sel.from[f.Path], s.Dir)
		if ctx.Err() != nil {
			return skipped, ctx.Err()
		}
		if err != nil || wrote == "" {
			kept = append(kept, f) // the digest will say what is wrong with it
			continue
		}
		became := account([]transcript.DigestRead{{File: f, Lines: lines}}, f.ModTime)
		skipped.marks[f.Path] = became.marks[f.Path]
		skipped.leftOut[f.Path] = untaken{Why: "the agent wrote " + wrote + " itself", At: f.ModTime, Size: f.Size, Extract: true}
	}
	sel.files = kept
	return skipped, nil
}

// writers are the agent's tools that change a file.
var writers = []string{"$ Write ", "$ Edit ", "$ MultiEdit "}

// wroteMemory returns the first file of the memory that a session wrote behind a line, below dir, and
// how many lines it has.
func wroteMemory(ctx context.Context, f transcript.File, from int, dir string) (path string, lines int, err error) {
	dirs := []string{filepath.Clean(dir)}
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dirs[0] {
		dirs = append(dirs, real)
	}
	stats, err := transcript.Scan(ctx, f, func(l transcript.Line) error {
		if l.N <= from || !l.Call || path != "" {
			return nil
		}
		for _, tool := range writers {
			target, ok := strings.CutPrefix(l.Text, tool)
			if !ok {
				continue
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(l.Cwd, target)
			}
			for _, d := range dirs {
				if rest, in := strings.CutPrefix(filepath.Clean(target), d+string(os.PathSeparator)); in {
					path = rest
				}
			}
		}
		return nil
	})
	lines = stats.Lines
	if stats.Incomplete > 0 {
		lines = stats.Incomplete - 1
	}
	return path, lines, err
}

// Extract begins an extraction: what sessions said since they were last read, as new or changed notes. It
// goes on as Start's does. What is under way already makes it fail, and the sessions are put off to the
// next one.
func (d *Dreamer) Extract(ctx context.Context, s model.Store, engine string, want Extraction) (model.Run, error) {
	run, err := d.begin(ctx, s, order{engine: engine, want: &want, rule: d.opt.Secrets})
	var locked *lockedError
	if err != nil && (errors.As(err, &locked) || errors.Is(err, errAgentRuns)) {
		state, serr := memory.StoreState(s.ID)
		if serr != nil {
			return run, errors.Join(err, serr)
		}
		defer state.Close()
		err = errors.Join(err, putOff(state, want.Sessions, err.Error(), d.opt.Now()))
	}
	return run, err
}

// extract reads what is wanted and proposes what is new in it.
func (r *run) extract(ctx context.Context, b books, waiting []model.ProposalInfo, request Request) (Result, error) {
	sel, skipped, err := b.pick(ctx, r.snap.Store, *r.want)
	if err != nil {
		return Result{}, err
	}
	r.skipped = skipped
	if len(sel.files) == 0 {
		return Result{Unchanged: true}, nil
	}
	x := &extraction{waits: r.earlier(ctx, waiting)}
	request.extract, request.Caps = x, request.Caps.or(extractCaps)
	request.fresh = func([]transcript.File) selection { return sel }
	result, err := Propose(ctx, request)
	if x.waits != nil {
		r.replaces = x.waits.ID
	}
	return result, err
}

// or fills what is zero from other caps, as far as an extraction has some of its own.
func (c Caps) or(d Caps) Caps {
	c.Time, c.Silence = cmp.Or(c.Time, d.Time), cmp.Or(c.Silence, d.Silence)
	c.DigestBytes, c.Limits = cmp.Or(c.DigestBytes, d.DigestBytes), cmp.Or(c.Limits, d.Limits)
	return c
}

// accountExtract books an extraction. What it read is not consumed by that: a dream may find more in it,
// unless a person has seen and decided what there was.
func (r *run) accountExtract(b *books, id string, became reading) {
	for path, d := range became.deferred {
		d.Extract = true
		became.deferred[path] = d
	}
	b.take(became)
	b.take(r.skipped)
	further(&b.Extracted, became.marks)
	further(&b.Extracted, r.skipped.marks)
	if id == "" {
		return
	}
	if b.Gathered == nil {
		b.Gathered = map[string]map[string]mark{}
	}
	gathered := b.Gathered[r.replaces]
	further(&gathered, became.marks)
	delete(b.Gathered, r.replaces)
	b.Gathered[id] = gathered
}

// nothing says why an extraction left none.
func (r *run) nothing(result Result) string {
	switch {
	case len(result.read) > 0:
		return "nothing new to keep"
	case len(r.skipped.leftOut) > 0:
		return "the agent wrote to the memory itself since the last time; nothing is proposed"
	}
	return "nothing was said since the last time"
}

// told are the sessions that were left out, for the report.
func (r reading) told() (lines []string) {
	for _, path := range slices.Sorted(maps.Keys(r.leftOut)) {
		lines = append(lines, strings.TrimSuffix(filepath.Base(path), ".jsonl")+": left out: "+r.leftOut[path].Why)
	}
	return lines
}

// putOff books sessions for the next extraction.
func putOff(state *memory.Root, files []transcript.File, why string, now time.Time) error {
	if len(files) == 0 {
		return nil
	}
	late := reading{deferred: map[string]untaken{}}
	for _, f := range files {
		late.deferred[f.Path] = untaken{Why: why, At: now, Size: f.Size, Extract: true}
	}
	return updateBooks(state, func(b *books) { b.take(late) })
}

// earlier finds a proposal of an extraction that waits, and whose review has not begun.
func (r *run) earlier(ctx context.Context, waiting []model.ProposalInfo) *model.Proposal {
	for _, p := range waiting {
		if !p.Extracted || p.Begun || p.State != model.ReviewPending || len(p.Overtaken) > 0 {
			continue
		}
		review, err := r.d.opt.Desk.Review(ctx, r.snap.Store, p.ID)
		// What another engine wrote keeps its name.
		if err == nil && p.Engine == r.snap.Engine {
			return &review.Proposal
		}
	}
	return nil
}

// extracted says what an extraction left, in a few words: all notes of the review, with those that waited in it
// already.
func extracted(notes []string) string {
	return model.Count(len(notes), "note") + " proposed"
}
