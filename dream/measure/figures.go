package measure

import (
	"fmt"
	"maps"
	"slices"
)

// Figures are what a measurement comes to. Every field is a count, so that the figures of two sets can be
// added and two measurements of one set be held against each other.
type Figures struct {
	Gate     Gate     `json:"gate"`
	Citation Citation `json:"citation"`
	// Noise is the number of unrelated lines that stood beside each case, Seed what they were made from.
	Noise int   `json:"noise"`
	Seed  int64 `json:"seed"`
}

// Gate are the figures over labelled proposals.
type Gate struct {
	Cases int `json:"cases"`
	// Bad hunks, and those of them that were flagged; WithAudit counts also what the audit alone tells.
	Bad       int `json:"bad"`
	Caught    int `json:"caught"`
	WithAudit int `json:"caught_with_audit"`
	// Kind and Token count bad hunks with a flag of the right kind, and with one at the right place.
	Kind  int `json:"right_kind"`
	Token int `json:"right_token"`
	// Beside counts kinds of flags on bad hunks that no label asks for.
	Beside int `json:"other_kinds"`
	// Good hunks without those that share a hunk with a bad label, and those of them that were flagged.
	Good  int `json:"good"`
	False int `json:"false"`
	// Unshown labels are about no hunk, Doubtful ones about several. Unlabelled hunks are about no label;
	// Stray of them carry a flag.
	Unshown    int `json:"unshown"`
	Doubtful   int `json:"doubtful"`
	Unlabelled int `json:"unlabelled"`
	Stray      int `json:"stray"`
	// BadKinds and GoodKinds are by kind of label, Languages by language.
	BadKinds  map[string]Tally `json:"bad_kinds"`
	GoodKinds map[string]Tally `json:"good_kinds"`
	Languages map[string]Tally `json:"languages"`
}

// Tally are the figures of a part.
type Tally struct {
	Bad    int `json:"bad"`
	Caught int `json:"caught"`
	Kind   int `json:"right_kind"`
	Token  int `json:"right_token"`
	Good   int `json:"good"`
	False  int `json:"false"`
}

// Citation are the figures over labelled citations.
type Citation struct {
	Rows  int `json:"rows"`
	Right int `json:"right"`
	// Bad citations and those of them that were accepted; Good ones and those that were refused.
	Bad         int             `json:"bad"`
	FalseAccept int             `json:"false_accept"`
	Good        int             `json:"good"`
	FalseReject int             `json:"false_reject"`
	Kinds       map[string]Cite `json:"kinds"`
}

// Cite are the figures of one kind of citation.
type Cite struct {
	Rows  int `json:"rows"`
	Right int `json:"right"`
}

// Add counts the labels of a case.
func (g *Gate) Add(o Outcome) {
	g.Cases++
	for _, w := range o.Beside {
		g.Beside += len(w.Flags)
	}
	g.Unlabelled += o.Unlabelled
	g.Stray += o.Stray
	for _, r := range o.Rows {
		var t Tally
		switch {
		case r.Bad:
			t = Tally{Bad: 1, Caught: one(r.Flagged), Kind: one(r.KindRight), Token: one(r.TokenRight)}
			g.WithAudit += one(r.Flagged || r.Audited)
			grow(&g.BadKinds, r.Kind, t)
		case !r.Mixed:
			t = Tally{Good: 1, False: one(r.Flagged)}
			grow(&g.GoodKinds, r.Kind, t)
		}
		grow(&g.Languages, r.Lang, t)
		g.Bad, g.Caught, g.Kind, g.Token = g.Bad+t.Bad, g.Caught+t.Caught, g.Kind+t.Kind, g.Token+t.Token
		g.Good, g.False = g.Good+t.Good, g.False+t.False
		g.Unshown += one(!r.Shown)
		g.Doubtful += one(r.Hits > 1)
	}
}

// grow adds to a part.
func grow(parts *map[string]Tally, name string, t Tally) {
	if *parts == nil {
		*parts = map[string]Tally{}
	}
	p := (*parts)[name]
	(*parts)[name] = Tally{p.Bad + t.Bad, p.Caught + t.Caught, p.Kind + t.Kind, p.Token + t.Token, p.Good + t.Good, p.False + t.False}
}

// add counts a citation.
func (c *Citation) add(kind string, supported, accepted bool) {
	right := supported == accepted
	c.Rows++
	c.Right += one(right)
	if supported {
		c.Good++
		c.FalseReject += one(!right)
	} else {
		c.Bad++
		c.FalseAccept += one(!right)
	}
	if c.Kinds == nil {
		c.Kinds = map[string]Cite{}
	}
	k := c.Kinds[kind]
	c.Kinds[kind] = Cite{k.Rows + 1, k.Right + one(right)}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// figure is one count that says how good something is.
type figure struct {
	name string
	// of is how many there are to count; where that differs, two measurements are of two sets.
	n, of int
	// less says that a smaller one is the better one.
	less bool
}

// list puts all figures in one row, in the same order for the same sets.
func (f Figures) list() []figure {
	g, c := f.Gate, f.Citation
	out := []figure{
		{"bad hunks caught", g.Caught, g.Bad, false}, {"bad hunks caught, with the audit", g.WithAudit, g.Bad, false},
		{"flags of the right kind", g.Kind, g.Bad, false}, {"flags at the right place", g.Token, g.Bad, false},
		{"kinds of flags that no label asks for", g.Beside, g.Bad, true},
		{"good hunks flagged", g.False, g.Good, true}, {"hunks without a label flagged", g.Stray, g.Unlabelled, true},
		{"labels without a hunk", g.Unshown, g.Bad + g.Good, true},
	}
	for _, part := range []struct {
		name string
		of   map[string]Tally
	}{{"", g.BadKinds}, {"good, ", g.GoodKinds}, {"language ", g.Languages}} {
		for _, k := range slices.Sorted(maps.Keys(part.of)) {
			t := part.of[k]
			name := part.name + k
			out = append(out, figure{name + ": caught", t.Caught, t.Bad, false}, figure{name + ": of the right kind", t.Kind, t.Bad, false},
				figure{name + ": at the right place", t.Token, t.Bad, false}, figure{name + ": flagged without cause", t.False, t.Good, true})
		}
	}
	out = append(out, figure{"bad citations accepted", c.FalseAccept, c.Bad, true}, figure{"good citations refused", c.FalseReject, c.Good, true})
	for _, k := range slices.Sorted(maps.Keys(c.Kinds)) {
		out = append(out, figure{"citations, " + k + ": right", c.Kinds[k].Right, c.Kinds[k].Rows, false})
	}
	return out
}

// Against compares figures with those of an earlier measurement. Worse and better name the figures that
// differ; the error says that the two are not of the same cases, and cannot be compared.
func (f Figures) Against(base Figures) (worse, better []string, err error) {
	if f.Noise != base.Noise || f.Noise > 0 && f.Seed != base.Seed {
		return nil, nil, fmt.Errorf("the baseline was measured with %d lines beside each case (seed %d), this with %d (seed %d)", base.Noise, base.Seed, f.Noise, f.Seed)
	}
	old := map[string]figure{}
	for _, b := range base.list() {
		old[b.name] = b
	}
	now := f.list()
	for _, n := range now {
		b, ok := old[n.name]
		switch {
		case !ok || b.of != n.of:
			return nil, nil, fmt.Errorf("the baseline is of other cases (%s: %d of %d, now of %d); write it anew", n.name, b.n, b.of, n.of)
		case n.n == b.n:
		case (n.n > b.n) == n.less:
			worse = append(worse, fmt.Sprintf("%s: %d of %d, was %d", n.name, n.n, n.of, b.n))
		default:
			better = append(better, fmt.Sprintf("%s: %d of %d, was %d", n.name, n.n, n.of, b.n))
		}
	}
	if len(now) != len(old) {
		return nil, nil, fmt.Errorf("the baseline is of other cases (%d kinds of figures, now %d); write it anew", len(old), len(now))
	}
	return worse, better, nil
}
