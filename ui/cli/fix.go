package cli

import (
	"context"
	"encoding/json"
	"fmt"
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

// fix lays the safe fixes of one memory on its desk, as one proposal, and returns its id; "" if there is
// nothing to mend. One of an earlier audit that still waits is not laid there a second time.
func (a *app) fix(ctx context.Context, s model.Store) (id string, waits bool, err error) {
	for _, p := range a.waiting(ctx, s) {
		if p.Engine == fixEngine {
			return p.ID, true, nil
		}
	}
	base, err := memory.ReadTree(ctx, s.Dir)
	if err != nil {
		return "", false, err
	}
	proposed, text := offline.Mend(base)
	changes := hunk.Diff(base, proposed)
	if len(changes) == 0 {
		return "", false, nil
	}
	judged, sources, err := check.Run(ctx, check.Input{Base: base, Proposed: proposed, Changes: changes, Text: text,
		Origin: model.OriginRules, Zone: time.Local, Now: a.clock()})
	if err != nil {
		return "", false, err
	}
	id, err = a.parts.Desk.Propose(ctx, model.Proposal{Store: s, Origin: model.OriginRules, Engine: fixEngine, Created: a.clock(),
		Base: base, Proposed: proposed, Changes: text, Sources: sources, Check: judged})
	return id, false, err
}

// fixed says what became of the fixes of one memory.
func (a *app) fixed(id string, waits bool) {
	out := a.out()
	switch {
	case id == "":
		out.linef("  no finding has a fix that is safe")
	case waits:
		out.linef("  the fixes of an earlier audit wait as %s: dreamgate review show %s", id, id)
	default:
		out.linef("  the safe fixes are proposed as %s: dreamgate review show %s", id, id)
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
