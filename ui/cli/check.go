package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/archive"
	"dreamgate/memory/check"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/bulk"
)

// pair is two folders, and what speaks for the way from one to the other.
type pair struct {
	base, proposed, transcripts, changes string
	// patch stands for the proposed folder where it is not nil: it is what it makes of the base.
	patch []byte
}

func (p *pair) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&p.base, "base", "", "the memory `DIR` as it is")
	f.StringVar(&p.proposed, "proposed", "", "the memory `DIR` as it is proposed")
	f.StringVar(&p.transcripts, "transcripts", "", "the `DIR` of the sessions that it may rest on")
	f.StringVar(&p.changes, "changes", "", "the `FILE` that gives the reasons (CHANGES.md of a folder of dream --out counts by itself)")
}

func (p *pair) complete() error {
	if p.base == "" || p.proposed == "" {
		return usage("both --base DIR and --proposed DIR are needed")
	}
	return nil
}

// judged is a pair, read and checked.
type judged struct {
	base, proposed model.Tree
	changes        []model.Change
	text           string
	check          model.Check
	sources        []model.Source
	// refused are lines about what is never written, and therefore no part of the proposal.
	refused []string
}

// judge reads a pair and checks it as what it is: another's proposal. Sessions and repository of
// the store count if the pair names none itself.
func (a *app) judge(ctx context.Context, p pair, s model.Store) (judged, error) {
	var j judged
	var err error
	if j.base, err = memory.ReadTree(ctx, p.base); err != nil {
		return j, err
	}
	if p.patch == nil {
		j.proposed, err = memory.ReadTree(ctx, p.proposed)
	} else if j.proposed, err = hunk.ReadPatch(j.base, p.patch); err != nil {
		err = fmt.Errorf("apply the patch to %s: %w", p.base, err)
	}
	if err != nil {
		return j, err
	}
	j.proposed, j.refused = memory.Allowed(j.base, j.proposed)
	if s.Kind == model.KindFolder {
		j.changes = hunk.Diff(j.base, j.proposed)
		j.check = check.Plain(j.changes)
		return j, nil
	}
	// A folder of dream --out has the reasons beside the notes, and is no worse a folder for it.
	if out, ok := memory.TakeOut(j.proposed, j.base); ok {
		j.text = out.Changes
	}
	if p.changes != "" {
		data, err := intake(ctx, p.changes, nil)
		if err != nil {
			return j, fmt.Errorf("read the reasons: %w", err)
		}
		j.text = string(data)
	}
	dirs := s.Transcripts
	if p.transcripts != "" {
		if _, err := os.Stat(p.transcripts); err != nil {
			return j, fmt.Errorf("read the sessions: %w", err)
		}
		dirs = []string{p.transcripts}
	}
	kept, err := keptFor(s, p.transcripts)
	if err != nil {
		return j, err
	}
	files, _, err := transcript.Files(dirs)
	if err != nil {
		return j, fmt.Errorf("read the sessions: %w", err)
	}
	j.changes = hunk.Diff(j.base, j.proposed)
	in := check.Input{Base: j.base, Proposed: withSpecials(j.base, j.proposed), Changes: j.changes, Text: j.text, Origin: model.OriginImport,
		Transcripts: files, Archived: kept, Zone: time.Local, Now: a.clock()}
	if len(s.Projects) > 0 {
		in.Repo = s.Projects[0]
	}
	j.check, j.sources, err = check.Run(ctx, in)
	j.check.Audit = slices.DeleteFunc(j.check.Audit, func(f model.Finding) bool {
		_, there := j.proposed[f.Path]
		return !there && in.Proposed[f.Path].Special() != "" // that it is there is not proposed
	})
	return j, err
}

// withSpecials is the proposed folder with the links, pipes and whatever else of the base is never written, where
// it has nothing in their place: they stay where they are, so that a line that names one does not lead nowhere.
func withSpecials(base, proposed model.Tree) model.Tree {
	out := maps.Clone(proposed)
	for path, f := range base {
		if _, there := out[path]; !there && f.Special() != "" {
			out[path] = f
		}
	}
	return out
}

// keptFor are the sessions of which lines are kept: those of a store, or, where a folder of transcripts is
// named, those that lay there.
func keptFor(s model.Store, transcripts string) ([]transcript.File, error) {
	if transcripts == "" {
		return archive.Files(s.ID), nil
	}
	abs, err := filepath.Abs(transcripts)
	if err != nil {
		return nil, fmt.Errorf("read the sessions: %w", err)
	}
	return archive.Within(abs), nil
}

// around is what is known of the hunks of a pair, of which nothing is decided.
func (j judged) around(all bool) around {
	return around{base: j.base, changes: j.changes, ties: bulk.Tie(j.base, j.changes), all: all}
}

// check judges any two folders.
func (a *app) check() *cobra.Command {
	var p pair
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "check --base DIR --proposed DIR",
		Short: "Judge a proposed memory against its sources; exit 3 if anything is flagged",
		Args:  args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := p.complete(); err != nil {
				return err
			}
			j, err := a.judge(cmd.Context(), p, model.Store{})
			if err != nil {
				return err
			}
			return a.printJudged(j, asJSON, all)
		},
	}
	p.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	claimsFlag(cmd, &all)
	return cmd
}

// printJudged prints the hunks of a pair and what is held against them, and beside the output what is no part of it.
func (a *app) printJudged(j judged, asJSON, all bool) error {
	defer func() {
		for _, l := range aside(j) {
			text{w: a.Stderr}.linef("%s", l)
		}
	}()
	if asJSON {
		if err := a.printJSON(shapeCheck(j.changes, j.check, j.around(false))); err != nil {
			return err
		}
	} else {
		a.out().changes(j.changes, j.check, j.around(all))
		a.out().audited(j.check)
		a.out().warnLoss(j.check.Loss)
	}
	if len(j.check.Audit) > 0 || hunk.Flagged(j.changes, j.check) > 0 || j.check.Loss.Destroys() {
		return remains
	}
	return nil
}

// changes prints all changes of a proposal, file by file.
func (t text) changes(changes []model.Change, c model.Check, w around) {
	last := -1
	for i, one := range hunk.Ones(changes) {
		if i != last {
			if last >= 0 {
				t.linef("")
			}
			t.file(changes, i)
			last = i
		}
		t.one(one, c, w)
	}
	if last >= 0 {
		t.linef("")
	}
}

// file prints the head of a file.
func (t text) file(changes []model.Change, at int) {
	ch := changes[at]
	removed, added := hunk.Size(ch)
	name, status := ch.Path, string(ch.Status)
	if i := slices.IndexFunc(changes, func(c model.Change) bool { return c.Path == ch.RenameOf }); ch.RenameOf != "" && i >= 0 {
		name, status = ch.RenameOf+" -> "+ch.Path, "renamed"
		removed, added = hunk.Rewritten(changes[i], ch)
	}
	t.linef("%s  %s  +%d -%d", name, status, added, removed)
}

// audited prints the findings that a proposal as a whole would have.
func (t text) audited(c model.Check) {
	if len(c.Audit) > 0 {
		t.linef("with all of it the memory would have %s:", model.Count(len(c.Audit), "finding"))
		t.findings("  ", model.Folded(c.Audit))
	}
}

// auditedSince is audited for a review: of what the notes have already only the number is told, as that is nothing to decide
// here, and would hide what is.
func (t text) auditedSince(r model.Review, now time.Time) {
	if len(r.Proposal.Base) == 0 { // of a closed one that is not kept
		t.audited(r.Check)
		return
	}
	_, _, before := audit.Tree(r.Proposal.Base, now)
	var fresh []model.Finding
	for i, is := range audit.Fresh(r.Check.Audit, before) {
		if is {
			fresh = append(fresh, r.Check.Audit[i])
		}
	}
	all := model.Count(len(r.Check.Audit), "finding")
	switch {
	case len(fresh) > 0:
		t.linef("with all of it the memory would have %s, of which these are new:", all)
		t.findings("  ", model.Folded(fresh))
	case len(r.Check.Audit) > 0:
		t.linef("with all of it the memory would have %s, none of them new", all)
	}
}

// cite judges one citation.
func (a *app) cite() *cobra.Command {
	var file string
	var line int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "cite --transcript FILE --line N CLAIM",
		Short: "Say whether a line of a session bears a claim out",
		Args:  args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, words []string) error {
			if file == "" || line < 1 {
				return usage("both --transcript FILE and --line N (from 1) are needed")
			}
			verdict, reason, err := cite(cmd.Context(), file, line, strings.Join(words, " "))
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(citeJSON{verdict, reason})
			}
			a.out().linef("%s: %s", string(verdict), reason)
			return nil
		},
	}
	cmd.Flags().StringVar(&file, "transcript", "", "the session's .jsonl `FILE`")
	cmd.Flags().IntVar(&line, "line", 0, "the raw line `N` of that file, from 1")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return free(cmd)
}

// cite reads one line of a transcript and holds a claim against it.
func cite(ctx context.Context, file string, line int, claim string) (model.Verdict, string, error) {
	f, err := transcript.At(file)
	kept := false
	if errors.Is(err, fs.ErrNotExist) {
		if abs, e := filepath.Abs(file); e == nil {
			if f, kept = archive.Of(abs); kept {
				err = nil
			}
		}
	}
	if err != nil {
		return "", "", fmt.Errorf("read the session: %w", err)
	}
	if kept {
		return check.CiteKept(ctx, f, line, claim, time.Local)
	}
	return check.Cite(ctx, f, line, claim, time.Local)
}
