package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/dream/engine/offline"
	"dreamgate/memory"
	"dreamgate/memory/check"
	"dreamgate/model"
	"dreamgate/model/audit"
)

// fixEngine is what the proposals of an audit are made by.
const fixEngine = "audit"

// fixes is the review of what an audit mends; id is "" where there is nothing to mend. Waits says that it is one of an
// earlier audit, lines what it mends.
type fixes struct {
	id    string
	waits bool
	lines []string
}

// fix lays the safe fixes of one memory on its desk, as one proposal. One of an earlier audit that still waits is not laid
// there a second time.
func (a *app) fix(ctx context.Context, s model.Store) (f fixes, err error) {
	for _, p := range a.waiting(ctx, s) {
		if p.Engine == fixEngine {
			r, err := a.parts.Desk.Review(ctx, s, p.ID)
			return fixes{p.ID, true, reasons(r.Proposal.Changes)}, err
		}
	}
	base, err := memory.ReadTree(ctx, s.Dir)
	if err != nil {
		return f, err
	}
	proposed, text := offline.Mend(base)
	changes := hunk.Diff(base, proposed)
	if len(changes) == 0 {
		return f, nil
	}
	judged, sources, err := check.Run(ctx, check.Input{Base: base, Proposed: proposed, Changes: changes, Text: text,
		Origin: model.OriginRules, Zone: time.Local, Now: a.clock()})
	if err != nil {
		return f, err
	}
	f.lines = reasons(text)
	f.id, err = a.parts.Desk.Propose(ctx, model.Proposal{Store: s, Origin: model.OriginRules, Engine: fixEngine, Created: a.clock(),
		Base: base, Proposed: proposed, Changes: text, Sources: sources, Check: judged})
	return f, err
}

// reasons are the lines of reasons that a proposal of rules comes with, without their dashes.
func reasons(changes string) (lines []string) {
	for l := range strings.Lines(changes) {
		if l = strings.TrimSpace(strings.TrimPrefix(l, "- ")); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

// fixed says what became of the fixes of one memory, and what each of them is.
func (a *app) fixed(f fixes) {
	out := a.out()
	switch {
	case f.id == "":
		out.linef("  no finding has a fix that is safe")
		return
	case f.waits:
		out.linef("  the fixes of an earlier audit wait as %s: dreamgate review show %s", f.id, f.id)
	default:
		out.linef("  the safe fixes are proposed as %s: dreamgate review show %s", f.id, f.id)
	}
	for _, l := range f.lines {
		out.linef("    %s", l)
	}
}

// baseline is what an earlier audit found, by the directory of the store.
type baseline map[string][]model.Finding

// readBaseline reads what `audit --json` printed. It is only read: whoever wants another one prints it.
func readBaseline(ctx context.Context, path string) (baseline, error) {
	data, err := intake(ctx, path, nil)
	if err != nil {
		return nil, fmt.Errorf("read the baseline: %w; dreamgate audit --json > %s makes one", err, path)
	}
	var old auditJSON
	if err := json.Unmarshal(data, &old); err != nil || old.Stores == nil {
		return nil, fmt.Errorf("read the baseline %s: it is not what dreamgate audit --json prints", path)
	}
	b := baseline{}
	for _, s := range old.Stores {
		b[s.Path] = s.Findings
	}
	return b, nil
}

// fresh are those of a memory's findings that the baseline does not have. A baseline of one memory also
// holds for one that lies elsewhere, as every checkout does.
func (b baseline) fresh(m model.Memory, alone bool) []model.Finding {
	before, ok := b[m.Store.Dir]
	if !ok && alone && len(b) == 1 {
		for _, only := range b {
			before = only
		}
	}
	var left []model.Finding
	for i, is := range audit.Fresh(m.Findings, before) {
		if is {
			left = append(left, m.Findings[i])
		}
	}
	return left
}
