package desk

import (
	"io/fs"
	"maps"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// wireProposal is a proposal on disk. Names and contents are memory.Text: what is not UTF-8 comes
// back as it was.
type wireProposal struct {
	ID       string        `json:"id"`
	Store    string        `json:"store"`
	Dir      memory.Text   `json:"dir"`
	Origin   model.Origin  `json:"origin"`
	Engine   string        `json:"engine,omitempty"`
	Created  time.Time     `json:"created"`
	Base     []wireFile    `json:"base"`
	Proposed []wireFile    `json:"proposed"`
	Changes  memory.Text   `json:"changes,omitempty"`
	Sources  []wireSource  `json:"sources,omitempty"`
	Check    wireCheck     `json:"check"`
	Report   []memory.Text `json:"report,omitempty"`
	// Extracted is only ever set.
	Extracted bool        `json:"extracted,omitempty"`
	Run       memory.Text `json:"run,omitempty"`
	Model     memory.Text `json:"model,omitempty"`
	Cost      float64     `json:"cost,omitempty"`
}

// wireFile is one file of a tree. Same, in the proposed tree, means that it is that of the base.
type wireFile struct {
	Path     memory.Text  `json:"path"`
	Same     bool         `json:"same,omitempty"`
	Mode     fs.FileMode  `json:"mode,omitempty"`
	Data     *memory.Text `json:"data,omitempty"`
	Target   memory.Text  `json:"target,omitempty"`
	Links    int          `json:"links,omitempty"`
	ModTime  *time.Time   `json:"modtime,omitempty"`
	Oversize int64        `json:"oversize,omitempty"`
	Fault    string       `json:"fault,omitempty"`
}

// proposalToWire and proposal turn one form into the other. The store itself is not written: it is
// known to whoever opens the proposal, and may have got another name since.
func proposalToWire(p model.Proposal) wireProposal {
	return wireProposal{
		ID: p.ID, Store: p.Store.ID, Dir: memory.Text(p.Store.Dir), Origin: p.Origin, Engine: p.Engine,
		Created: p.Created, Base: treeToWire(p.Base, nil), Proposed: treeToWire(p.Proposed, p.Base),
		Changes: memory.Text(p.Changes), Sources: each(p.Sources, sourceToWire),
		Check: checkToWire(p.Check), Report: each(p.Report, toText), Extracted: p.Extracted,
		Run: memory.Text(p.Run), Model: memory.Text(p.Model), Cost: p.Cost,
	}
}

func (w wireProposal) proposal(st model.Store) model.Proposal {
	base := wireToTree(w.Base, nil)
	return model.Proposal{
		ID: w.ID, Store: st, Origin: w.Origin, Engine: w.Engine, Created: w.Created,
		Base: base, Proposed: wireToTree(w.Proposed, base), Changes: string(w.Changes),
		Sources: each(w.Sources, wireSource.source), Check: w.Check.check(), Report: each(w.Report, fromText), Extracted: w.Extracted,
		Run: string(w.Run), Model: string(w.Model), Cost: w.Cost,
	}
}

// treeToWire writes a tree; files that are the same in the other one are not written again.
func treeToWire(t, other model.Tree) []wireFile {
	files := make([]wireFile, 0, len(t))
	for _, p := range t.Paths() {
		f := t[p]
		if o, ok := other[p]; ok && same(f, o) {
			files = append(files, wireFile{Path: memory.Text(p), Same: true})
			continue
		}
		w := wireFile{Path: memory.Text(p), Mode: f.Mode, Target: memory.Text(f.Target), Links: f.Links,
			Oversize: f.Oversize, Fault: f.Fault}
		if f.Data != nil {
			data := memory.Text(f.Data)
			w.Data = &data
		}
		if !f.ModTime.IsZero() {
			w.ModTime = &f.ModTime
		}
		files = append(files, w)
	}
	return files
}

// same reports whether two files are equal in every field.
func same(a, b model.File) bool {
	return string(a.Data) == string(b.Data) && a.Mode == b.Mode && a.Target == b.Target &&
		a.Links == b.Links && a.Oversize == b.Oversize && a.Fault == b.Fault && a.ModTime.Equal(b.ModTime) &&
		(a.Data == nil) == (b.Data == nil)
}

// wireToTree reads a tree, with the files that are the same from the other one.
func wireToTree(files []wireFile, other model.Tree) model.Tree {
	t := make(model.Tree, len(files))
	for _, w := range files {
		if w.Same {
			t[string(w.Path)] = other[string(w.Path)]
			continue
		}
		f := model.File{Mode: w.Mode, Target: string(w.Target), Links: w.Links, Oversize: w.Oversize, Fault: w.Fault}
		if w.Data != nil {
			f.Data = []byte(*w.Data)
		}
		if w.ModTime != nil {
			f.ModTime = *w.ModTime
		}
		t[string(w.Path)] = f
	}
	return t
}

// each maps a list; nil stays nil.
func each[A, B any](list []A, f func(A) B) []B {
	if list == nil {
		return nil
	}
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = f(a)
	}
	return out
}

// toText and fromText are conversions for each.
func toText(s string) memory.Text   { return memory.Text(s) }
func fromText(t memory.Text) string { return string(t) }

// union has the keys of two maps.
func union[V any](a, b map[string]V) map[string]V {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]V{}
	}
	maps.Copy(out, b)
	return out
}
