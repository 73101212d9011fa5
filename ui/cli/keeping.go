package cli

import (
	"context"
	"fmt"
	"strings"

	"dreamgate/dream"
	"dreamgate/memory/kept"
	"dreamgate/model"
)

// keptJSON is what is kept of one kind.
type keptJSON struct {
	Kind  kept.Kind `json:"kind"`
	What  string    `json:"what"`
	Files int       `json:"files"`
	Bytes int64     `json:"bytes"`
}

// placeJSON is a folder of ours. Store is the id of a memory's state, Path where the memory is, "" if it
// is not there now.
type placeJSON struct {
	Dir   string     `json:"dir"`
	Store string     `json:"store"`
	Path  string     `json:"path"`
	Kept  []keptJSON `json:"kept"`
}

// doctorJSON is what a look over the machine found.
type doctorJSON struct {
	Checks []healthCheck `json:"checks"`
	Mended []string      `json:"mended"`
	Places []placeJSON   `json:"places"`
}

func (d doctoring) shape() doctorJSON {
	out := doctorJSON{Checks: list(d.checks), Mended: list(d.mended), Places: make([]placeJSON, 0, len(d.places))}
	for _, p := range d.places {
		shaped := placeJSON{Dir: p.Dir, Store: p.Store, Path: d.memories[p.Store].Dir, Kept: []keptJSON{}}
		for _, part := range p.Parts {
			shaped.Kept = append(shaped.Kept, keptJSON{part.Kind, part.Kind.What(), part.Files, part.Bytes})
		}
		out.Places = append(out.Places, shaped)
	}
	return out
}

// title names a place for people.
func (d doctoring) title(p kept.Place) string {
	s, known := d.memories[p.Store]
	switch {
	case p.Store == "":
		return home(p.Dir)
	case known:
		return s.Name + "  " + where(s)
	}
	return p.Store + "  (no memory that is here now; --memory takes this name)"
}

func (a *app) printDoctor(d doctoring) {
	out := a.out()
	rows := make([][]string, len(d.checks))
	for i, c := range d.checks {
		sign := "ok"
		switch {
		case !c.OK:
			sign = "!"
		case strings.HasPrefix(c.Says, unneeded):
			sign = "-"
		}
		rows[i] = []string{sign, c.Name, c.Says}
	}
	out.table("", rows)
	for _, l := range d.mended {
		out.linef("mended: %s", l)
	}
	out.linef("")
	if len(d.places) == 0 {
		out.linef("nothing is kept outside of memories")
		return
	}
	out.linef("kept outside of memories:")
	for _, p := range d.places {
		out.linef("  %s", d.title(p))
		out.table("    ", partRows(p.Parts))
	}
}

func partRows(parts []kept.Part) (rows [][]string) {
	for _, part := range parts {
		rows = append(rows, []string{string(part.Kind), model.Count(part.Files, "file"), model.Size(part.Bytes), part.Kind.What()})
	}
	return rows
}

// removeKept shows what would go, asks, and removes it.
func (a *app) removeKept(ctx context.Context, d doctoring, kinds []kept.Kind, whole bool, ask func(string) error) error {
	out, files, bytes := a.out(), 0, int64(0)
	chosen := d.places[:0]
	for _, p := range d.places {
		if !whole {
			p = p.Only(kinds)
		}
		if len(p.Parts) == 0 {
			continue
		}
		if why := dream.Busy(p.Store); why != "" {
			return fmt.Errorf("remove what is kept of %s: %s; wait until it ends, or cancel it there", d.title(p), why)
		}
		chosen = append(chosen, p)
		out.linef("%s", d.title(p))
		out.table("  ", partRows(p.Parts))
		for _, part := range p.Parts {
			files, bytes = files+part.Files, bytes+part.Bytes
		}
	}
	if len(chosen) == 0 {
		out.linef("nothing of that is kept")
		return nil
	}
	if err := ask(fmt.Sprintf("Remove %s, %s?", model.Count(files, "file"), model.Size(bytes))); err != nil {
		return err
	}
	for _, p := range chosen {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.Remove(); err != nil {
			return err
		}
	}
	out.linef("removed")
	return nil
}
