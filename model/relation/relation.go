// Package relation finds which notes of a memory belong together: those that a link or a mention joins,
// and those that speak of the same things, which is to say that they share words and names that few other
// notes have. It is pure, and it knows no language: what is rare is counted in the memory itself.
package relation

import (
	"cmp"
	"maps"
	"slices"

	"dreamgate/model"
	"dreamgate/model/note"
)

const (
	// mostSame is how many notes about the same things are named for one note, mostWords how many words
	// say so of each.
	mostSame, mostWords = 5, 4
	// enough is the weight of shared words from which two notes speak of the same things.
	enough = 3
)

// Of returns the relations of each note, by its path: its links out, then those in, then what speaks of
// the same things, the closest first. Notes without any have no entry.
func Of(notes []model.Note, tree model.Tree) map[string][]model.Relation {
	out, in := linked(notes, tree)
	near := alike(notes, tree)
	all := make(map[string][]model.Relation, len(notes))
	for i, n := range notes {
		var list []model.Relation
		told := map[string]bool{n.Path: true}
		add := func(r model.Relation) {
			if !told[r.Path] {
				told[r.Path] = true
				list = append(list, r)
			}
		}
		for _, p := range out[n.Path] {
			add(model.Relation{Path: p, Way: model.LinksTo})
		}
		for _, p := range in[n.Path] {
			add(model.Relation{Path: p, Way: model.LinkedFrom})
		}
		same := 0
		for _, k := range near[i] {
			if p := notes[k.note].Path; same < mostSame && !told[p] {
				add(model.Relation{Path: p, Way: model.SameThings, Words: k.words})
				same++
			}
		}
		if list != nil {
			all[n.Path] = list
		}
	}
	return all
}

// linked collects the notes that each note links to or names by its file, and the other way round.
func linked(notes []model.Note, tree model.Tree) (out, in map[string][]string) {
	out, in = map[string][]string{}, map[string][]string{}
	have := make(map[string]bool, len(notes))
	for _, n := range notes {
		have[n.Path] = true
	}
	linker, finder := note.NewLinker(tree), note.NewFinder(notes)
	for _, n := range notes {
		data := tree[n.Path].Data
		if n.Special != "" {
			continue
		}
		join := func(p string) {
			if have[p] && p != n.Path && !slices.Contains(out[n.Path], p) {
				out[n.Path] = append(out[n.Path], p)
				in[p] = append(in[p], n.Path)
			}
		}
		for _, l := range linker.Links(n.Path, data) {
			join(l.Path)
		}
		finder.Find(body(n, data), join)
	}
	return out, in
}

// mostRead is how much of a note is compared, in bytes: a session is shown a 250th of it.
const mostRead = 1 << 20

// body is what stands behind the frontmatter.
func body(n model.Note, data []byte) string {
	data = data[min(n.BodyAt, len(data)):]
	return string(data[:min(len(data), mostRead)])
}

// kin is a note that shares words with another one.
type kin struct {
	note   int32
	weight float64
	words  []string
}

// alike finds for each note those that share rare words with it, the closest first.
func alike(notes []model.Note, tree model.Tree) [][]kin {
	v := newVocabulary()
	for i, n := range notes {
		if n.Special == "" {
			v.read(int32(i), n, body(n, tree[n.Path].Data))
		}
	}
	near := make([]map[int32]*kin, len(notes))
	join := func(a, b int32, t *term) {
		if near[a] == nil {
			near[a] = map[int32]*kin{}
		}
		k := near[a][b]
		if k == nil {
			k = &kin{note: b}
			near[a][b] = k
		}
		// The first words are the heaviest, for the terms come in that order.
		k.weight += t.weight()
		if len(k.words) < mostWords {
			k.words = append(k.words, t.text)
		}
	}
	for _, t := range v.rare(len(notes)) {
		for i, a := range t.in {
			for _, b := range t.in[i+1:] {
				join(a, b, t)
				join(b, a, t)
			}
		}
	}
	out := make([][]kin, len(notes))
	for i, m := range near {
		for _, k := range slices.Collect(maps.Values(m)) {
			if k.weight >= enough {
				k.words = whole(k.words)
				out[i] = append(out[i], *k)
			}
		}
		slices.SortFunc(out[i], func(a, b kin) int {
			return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.note, b.note))
		})
	}
	return out
}
