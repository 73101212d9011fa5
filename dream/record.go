package dream

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// recordDir is the folder, below the state of a store, of the reports of ended runs.
const recordDir = "runs"

// maxRecords is how many of a store are kept, and how many of all stores are listed.
const maxRecords = 20

// writeRecord keeps the report of an ended run and drops the oldest over the bound.
func writeRecord(state *memory.Root, m model.Run) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := state.Write(recordDir+"/"+m.ID+".json", data, 0o600); err != nil {
		return fmt.Errorf("record the run: %w", err)
	}
	names, err := state.Names(recordDir)
	if err != nil {
		return fmt.Errorf("record the run: %w", err)
	}
	// Ids sort by time.
	for _, name := range names[:max(0, len(names)-maxRecords)] {
		if err := state.Remove(recordDir + "/" + name); err != nil {
			return fmt.Errorf("drop an old record: %w", err)
		}
	}
	return nil
}

// readRecords reads the latest records of all stores, newest first. What cannot be read is left
// out: the list is a convenience, and nothing is decided by it.
func readRecords(ctx context.Context) []model.Run {
	state, err := ownState()
	if err != nil {
		return nil
	}
	defer state.Close()
	stores, _ := state.Names(".")
	var paths []string
	for _, store := range stores {
		if strings.HasPrefix(store, ".") {
			continue
		}
		names, _ := state.Names(store + "/" + recordDir)
		for _, name := range names {
			paths = append(paths, store+"/"+recordDir+"/"+name)
		}
	}
	// Ids begin with the time, so that the names of all stores sort together.
	name := func(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }
	slices.SortFunc(paths, func(a, b string) int { return strings.Compare(name(b), name(a)) })
	var runs []model.Run
	for _, p := range paths {
		if ctx.Err() != nil || len(runs) == maxRecords {
			break
		}
		f, err := state.ReadFile(p)
		var m model.Run
		// A record is written at the end of a run; one of a run that goes on is a forgery or
		// from a newer program, and would be shown as going on for ever.
		if err == nil && json.Unmarshal(f.Data, &m) == nil && m.ID != "" && m.State.Done() {
			runs = append(runs, m)
		}
	}
	return runs
}
