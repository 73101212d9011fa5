package desk

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/bulk"
	"dreamgate/model/evidence"
	mention "dreamgate/model/note" // note is what the tests write
)

// mender looks for decisions that end a finding which the present ones bring about. None is taken to end it because
// of what it is called: each is tried, on the notes that matter, and has to end it without bringing another one
// as bad.
type mender struct {
	r    model.Review
	ties bulk.Ties
	// parts are the paths that are looked at, nil for all; found are the present findings there.
	parts map[string]bool
	found []model.Finding
	at    time.Time
	// finder finds the notes that lines of the index speak of, nil until it is asked.
	finder *mention.Finder
	// tried are the findings of each try, left is how many more there may be.
	tried map[string][]model.Finding
	left  int
}

const (
	// wholeStore is the number of files up to which a try looks at all of them.
	wholeStore = 300
	// mostMended bounds how many findings of a result get a repair; mostTries and mostFiles what looking for them
	// costs: so many tries, or so many files looked at in all of them, but a few in any case.
	mostMended = 12
	mostTries  = 80
	mostFiles  = 5000
	fewTries   = 10
	// leastTogether is the number of findings of one rule from which they are tried together: what ends all of them
	// costs one try. mostTogether bounds what is looked through for that: findings times files.
	leastTogether = 4
	mostTogether  = 200_000
	// mostAccepts is how many hunks are tried for one finding that would have to be accepted.
	mostAccepts = 8
)

// worstFirst puts new findings before old ones, and of the new ones that of the index as a whole first: what a session
// does not see any more weighs more than any line that leads nowhere.
func worstFirst(findings []model.Finding, fresh []bool) {
	at := make([]int, len(findings))
	for i := range at {
		at[i] = i
	}
	rank := func(i int) int {
		switch {
		case !fresh[i]:
			return 10
		case findings[i].Rule == "index-cut":
			return 0
		}
		return 2 + int(model.Error-findings[i].Severity)
	}
	was, is := slices.Clone(findings), slices.Clone(fresh)
	slices.SortStableFunc(at, func(a, b int) int {
		if d := rank(a) - rank(b); d != 0 || !fresh[a] {
			return d
		}
		return strings.Compare(was[a].Rule, was[b].Rule)
	})
	for i, from := range at {
		findings[i], fresh[i] = was[from], is[from]
	}
}

// mend returns for each finding of a result what would end it: at most one repair that accepts and one that rejects.
// Those that stand already have none.
func mend(r model.Review, findings []model.Finding, fresh []bool, now time.Time) [][]model.Repair {
	out := make([][]model.Repair, len(findings))
	if !slices.Contains(fresh, true) {
		return out
	}
	m := &mender{r: r, ties: bulk.Tie(r.Proposal.Base, r.Changes), at: now, tried: map[string][]model.Finding{}}
	if len(r.Proposal.Base)+len(r.Changes) > wholeStore {
		m.parts = map[string]bool{model.IndexName: true}
		for i, f := range findings {
			if fresh[i] {
				m.parts[f.Path] = true
			}
		}
		for _, c := range r.Changes {
			m.parts[c.Path] = true
		}
	}
	files := len(r.Proposal.Base) + len(r.Changes)
	if m.parts != nil {
		files = len(m.parts)
	}
	m.left = min(mostTries, max(fewTries, mostFiles/max(1, files)))
	var ok bool
	if m.found, ok = m.findings(r.Decisions); !ok {
		return out
	}
	mended := 0
	for from := 0; from < len(findings); {
		to := from + 1
		for to < len(findings) && fresh[from] && fresh[to] && findings[to].Rule == findings[from].Rule {
			to++
		}
		if fresh[from] && to-from >= leastTogether && (to-from)*len(r.Changes) <= mostTogether {
			m.together(findings[from:to], out[from:to])
		}
		for i := from; i < to && fresh[i] && mended < mostMended; i++ {
			if len(out[i]) == 0 {
				out[i] = m.repairs(findings[i])
			}
			if len(out[i]) > 0 && i-from < leastTogether {
				mended++
			}
		}
		from = to
	}
	return out
}

// findings are those of what a choice makes of the base.
func (m *mender) findings(ds model.Decisions) ([]model.Finding, bool) {
	tree, err := hunk.Apply(m.r.Proposal.Base, m.r.Changes, ds)
	if err != nil {
		return nil, false
	}
	found := evidence.Stranded(m.r.Proposal.Base, tree, m.r.Changes, ds)
	if m.parts != nil {
		maps.DeleteFunc(tree, func(p string, _ model.File) bool { return !m.parts[p] })
	}
	_, _, audited := audit.Tree(tree, m.at)
	return append(audited, found...), true
}

// repairs are those of one finding.
func (m *mender) repairs(f model.Finding) (out []model.Repair) {
	accepts, rejects := m.candidates(f)
	// What is rejected is tried first: there are few of these, and many that a line of the index belongs to.
	for _, to := range []model.Decision{model.Rejected, model.Accepted} {
		list := rejects
		if to == model.Accepted {
			list = accepts[:min(len(accepts), mostAccepts)]
		}
		for _, ids := range list {
			if m.ends(f, to, ids) {
				out = append(out, m.repair(f, to, ids))
				break
			}
		}
	}
	slices.SortFunc(out, func(a, b model.Repair) int { return int(a.To) - int(b.To) })
	return out
}

// together gives findings of one rule what ends all of them at once, each its own part of that. Whether it does is tried
// once, for all.
func (m *mender) together(list []model.Finding, out [][]model.Repair) {
	own := map[model.Decision][][]string{}
	for _, f := range list {
		accepts, rejects := m.candidates(f)
		for to, c := range map[model.Decision][][]string{model.Accepted: accepts, model.Rejected: rejects} {
			if len(c) > 0 {
				own[to] = append(own[to], c[0])
			}
		}
	}
	for _, to := range []model.Decision{model.Accepted, model.Rejected} {
		if len(own[to]) < len(list) {
			continue // some of them nothing ends in this way
		}
		var all []string
		for _, ids := range own[to] {
			all = append(all, ids...)
		}
		slices.Sort(all)
		all = slices.Compact(all)
		if !m.endsAll(list, to, all) {
			continue
		}
		for i, f := range list {
			out[i] = append(out[i], m.repair(f, to, own[to][i]))
		}
	}
}

// candidates are hunks that have to do with a finding: those to accept, what is undecided before what is rejected;
// and those to reject, one by one, with what belongs to them, and all of the file.
func (m *mender) candidates(f model.Finding) (accepts, rejects [][]string) {
	var again, pairs [][]string
	var file []string
	away, tied := m.about(f)
	for _, c := range m.r.Changes {
		for _, h := range c.Hunks {
			if !tied[h.ID] && !concerns(f, c, h) {
				continue
			}
			ids, d := hunk.Halves(m.r.Changes, h.ID), m.r.Decisions[h.ID]
			// Of a rename only the half that stands otherwise is decided.
			ids = slices.DeleteFunc(ids, func(id string) bool { return (m.r.Decisions[id] == model.Accepted) != (d == model.Accepted) })
			switch {
			case d == model.Accepted:
				rejects = append(rejects, ids)
				if both := m.with(ids); len(both) > len(ids) {
					pairs = append(pairs, both)
				}
				if c.Path == f.Path {
					file = append(file, h.ID)
				}
			case d == model.Undecided:
				accepts = append(accepts, ids)
			default:
				again = append(again, ids)
			}
		}
	}
	slices.SortStableFunc(rejects, func(a, b []string) int { return away(a[0]) - away(b[0]) })
	rejects = append(rejects, pairs...)
	if len(file) > 1 {
		rejects = append(rejects, file)
	}
	accepts = append(accepts, again...)
	// A line of the index ties all the notes that it speaks of; the one that the finding names is meant first.
	named := map[string]bool{}
	for _, c := range m.r.Changes {
		for _, h := range c.Hunks {
			named[h.ID] = strings.Contains(f.Message, path.Base(c.Path))
		}
	}
	slices.SortStableFunc(accepts, func(a, b []string) int {
		switch {
		case named[a[0]] == named[b[0]]:
			return 0
		case named[a[0]]:
			return -1
		}
		return 1
	})
	return accepts, rejects
}

// about says how many lines a hunk stands from a finding, and which belong to those of its file.
func (m *mender) about(f model.Finding) (away func(id string) int, tied map[string]bool) {
	lines := map[string]int{}
	tied = map[string]bool{}
	for _, c := range m.r.Changes {
		if c.Path != f.Path {
			continue
		}
		for _, h := range c.Hunks {
			lines[h.ID] = max(h.NewStart-f.Line, f.Line-h.NewStart-len(h.Added))
			for _, id := range m.ties[h.ID] {
				tied[id] = true
			}
		}
	}
	return func(id string) int {
		if n, ok := lines[id]; ok {
			return n
		}
		return 1 << 30 // in another file
	}, tied
}

// concerns reports whether a hunk may have to do with a finding: it is in its file, in one that it names, or the
// index speaks of its note there.
func concerns(f model.Finding, c model.Change, h model.Hunk) bool {
	if c.Path == f.Path || strings.Contains(f.Message, path.Base(c.Path)) {
		return true
	}
	name := path.Base(f.Path)
	return c.Path == model.IndexName && (strings.Contains(strings.Join(h.Removed, ""), name) || strings.Contains(strings.Join(h.Added, ""), name))
}

// with are hunks with the accepted ones that belong to them.
func (m *mender) with(ids []string) []string {
	out := slices.Clone(ids)
	for _, id := range ids {
		for _, other := range m.ties[id] {
			if m.r.Decisions[other] == model.Accepted && !slices.Contains(out, other) {
				out = append(out, other)
			}
		}
	}
	return out
}

// ends reports whether a finding is gone after some hunks are decided anew, and nothing as bad has come.
func (m *mender) ends(f model.Finding, to model.Decision, ids []string) bool {
	return m.endsAll([]model.Finding{f}, to, ids)
}

// endsAll reports whether findings of one rule are gone after some hunks are decided anew, and nothing as bad has come.
func (m *mender) endsAll(list []model.Finding, to model.Decision, ids []string) bool {
	key := to.String() + " " + strings.Join(ids, " ")
	after, ok := m.tried[key]
	if !ok {
		if m.left == 0 {
			return false
		}
		m.left--
		ds := model.Decisions{}
		maps.Copy(ds, m.r.Decisions)
		for _, id := range ids {
			ds[id] = to
		}
		found, could := m.findings(ds)
		if !could {
			found = append(slices.Clone(m.found), m.found...) // what cannot be carried out ends nothing
		}
		m.tried[key], after = found, found
	}
	for i, fresh := range audit.Fresh(after, m.found) {
		if fresh && after[i].Severity >= list[0].Severity {
			return false
		}
	}
	ended := map[model.Finding]bool{}
	for i, gone := range audit.Fresh(m.found, after) {
		if gone {
			ended[sameAnywhere(m.found[i])] = true
		}
	}
	return !slices.ContainsFunc(list, func(f model.Finding) bool { return !ended[sameAnywhere(f)] })
}

// sameAnywhere is a finding without its line, which any other change may move.
func sameAnywhere(f model.Finding) model.Finding {
	return model.Finding{Rule: f.Rule, Path: f.Path, Message: f.Message}
}

// repair says in words, and as a command, what a decision would be.
func (m *mender) repair(f model.Finding, to model.Decision, ids []string) model.Repair {
	verb := map[model.Decision]string{model.Accepted: "accept", model.Rejected: "reject"}[to]
	rep := model.Repair{To: to, Hunks: ids, Text: verb + " " + m.named(ids),
		Command: fmt.Sprintf("dreamgate review %s %s --id %s", verb, m.r.Proposal.ID, strings.Join(ids, ","))}
	if n := m.others(f, ids); n > 0 {
		rep.Text += fmt.Sprintf(", with its lines of %s", model.Count(n, "other note"))
	}
	if to != model.Accepted {
		return rep
	}
	rep.Look = m.r.Check.Loss.Destroys()
	var more []string
	if m.r.Decisions[ids[0]] == model.Rejected {
		more = append(more, "is rejected")
	}
	if slices.ContainsFunc(ids, func(id string) bool { return len(m.r.Check.Hunks[id].Flags) > 0 }) {
		rep.Look, more = true, append(more, "carries a flag")
	}
	if slices.ContainsFunc(ids, m.edited) {
		rep.Look, more = true, append(more, "was edited")
	}
	if len(more) > 0 {
		rep.Text += ", which " + strings.Join(more, " and ")
	}
	return rep
}

// others counts the notes that hunks of the index speak of besides those of a finding, and besides the files that are
// decided with them: a run of changed lines is one hunk, whatever notes they are of.
func (m *mender) others(f model.Finding, ids []string) int {
	if m.finder == nil {
		var notes []model.Note
		for _, t := range []model.Tree{m.r.Proposal.Base, m.r.Proposal.Proposed} {
			for _, p := range t.Paths() {
				if model.IsNote(p) {
					notes = append(notes, model.Note{Path: p})
				}
			}
		}
		finder := mention.NewFinder(notes)
		m.finder = &finder
	}
	meant, named := map[string]bool{f.Path: true}, map[string]bool{}
	m.finder.Find(f.Message, func(p string) { meant[p] = true })
	for _, c := range m.r.Changes {
		for _, h := range c.Hunks {
			switch {
			case !slices.Contains(ids, h.ID):
			case c.Path != model.IndexName:
				meant[c.Path] = true
			default:
				m.finder.Find(strings.Join(h.Removed, "")+strings.Join(h.Added, ""), func(p string) { named[p] = true })
			}
		}
	}
	maps.DeleteFunc(named, func(p string, _ bool) bool { return meant[p] })
	return len(named)
}

func (m *mender) edited(id string) bool {
	return slices.ContainsFunc(m.r.Changes, func(c model.Change) bool {
		return slices.ContainsFunc(c.Hunks, func(h model.Hunk) bool { return h.ID == id && h.Edited })
	})
}

// named names hunks, the halves of a rename as one.
func (m *mender) named(ids []string) string {
	var names []string
	for _, c := range m.r.Changes {
		for i, h := range c.Hunks {
			if slices.Contains(ids, h.ID) {
				names = append(names, nameOf(c, i))
			}
		}
	}
	for _, c := range m.r.Changes {
		if c.RenameOf == "" {
			continue
		}
		if i := slices.Index(names, "the deletion of "+c.RenameOf); i >= 0 && slices.Contains(names, nameOf(c, 0)) {
			names = slices.Delete(names, i, i+1)
		}
	}
	if len(names) > 3 {
		return model.Count(len(names), "hunk")
	}
	return strings.Join(names, " and ")
}

// nameOf names a hunk by what it does.
func nameOf(c model.Change, i int) string {
	switch h := c.Hunks[i]; {
	case c.RenameOf != "":
		return fmt.Sprintf("the renaming of %s to %s", c.RenameOf, c.Path)
	case h.Kind == model.HunkAdded && h.Of == "":
		return "the new file " + c.Path
	case h.Kind == model.HunkDeleted:
		return "the deletion of " + c.Path
	case h.Kind == model.HunkEmptied && h.Of == "":
		return "the emptying of " + c.Path
	case len(c.Hunks) == 1:
		return "the change of " + c.Path
	}
	return fmt.Sprintf("hunk %d of %s", i+1, c.Path)
}
