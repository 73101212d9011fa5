package offline

import (
	"cmp"
	"slices"
	"strings"
)

// ledger keeps account of facts in the order in which they were said. The later wins: what was
// taken back is gone, and a chain of moves is one move.
type ledger struct {
	facts []*fact
	// last are the facts of the latest message of each session that said any; spoke are the
	// sessions that said any at all, and have something to take back.
	last  map[string][]*fact
	spoke map[string]bool
}

func newLedger() *ledger { return &ledger{last: map[string][]*fact{}, spoke: map[string]bool{}} }

// hear takes the next message.
func (l *ledger) hear(m message) {
	facts := factsOf(m)
	// "X no longer builds with y, forget that" means what stands in the notes, and not what was said last.
	ends := slices.ContainsFunc(facts, func(f fact) bool { return f.kind == gone && f.own })
	if l.spoke[m.session] && !ends && withdraws(m) {
		l.takeBack(m)
	}
	var new []*fact
	for _, f := range facts {
		if f.kind == keep {
			l.stays(f.a)
			continue
		}
		new = append(new, &f)
	}
	if len(new) > 0 {
		l.facts = append(l.facts, new...)
		l.last[m.session], l.spoke[m.session] = new, true
	}
}

func withdraws(m message) bool {
	for _, text := range m.lines {
		for _, in := range speeches() {
			if in.withdraw.MatchString(strings.ReplaceAll(text, "’", "'")) {
				return true
			}
		}
	}
	return false
}

// takeBack drops what a message takes back: the facts of its session whose things it names, else
// what was said last there.
func (l *ledger) takeBack(m message) {
	text := strings.ToLower(strings.Join(m.lines, "\n"))
	named := func(f *fact) bool {
		return f.from.session == m.session && (hasTerm(text, f.a) || hasTerm(text, f.b))
	}
	// "Scratch that, we still use jest" takes back what it names, however long ago that was said;
	// "scratch that" alone takes back the last.
	if slices.ContainsFunc(l.facts, named) {
		l.facts = slices.DeleteFunc(l.facts, named)
		return
	}
	last := l.last[m.session]
	l.facts = slices.DeleteFunc(l.facts, func(f *fact) bool { return slices.Contains(last, f) })
	delete(l.last, m.session)
}

func hasTerm(lower string, t term) bool {
	return t.text != "" && len(mentions(lower, strings.ToLower(t.text))) > 0
}

// stays drops all that says of a thing that it went.
func (l *ledger) stays(t term) {
	l.facts = slices.DeleteFunc(l.facts, func(f *fact) bool {
		return (f.kind == move || f.kind == gone) && strings.EqualFold(f.a.text, t.text)
	})
}

// settle returns what changed, each thing once, and what is to be kept, each text once.
func (l *ledger) settle() (amends, keeps []*fact) {
	current := map[string]*fact{} // by what it replaces
	kept := map[string]*fact{}
	for _, f := range l.facts {
		if f.kind.asks() {
			key := plain(f.text)
			if before := kept[key]; before != nil {
				before.cites = append(before.cites, f.cites...)
				continue
			}
			kept[key] = f
			keeps = append(keeps, f)
			continue
		}
		if f.own && l.overtakes(f, kept) {
			keeps = slices.DeleteFunc(keeps, func(k *fact) bool { return kept[plain(k.text)] == nil })
		}
		l.chain(current, f)
	}
	// The map has no order, and the result must have one.
	for _, f := range current {
		amends = append(amends, f)
	}
	slices.SortFunc(amends, func(a, b *fact) int {
		return cmp.Or(a.from.at.Compare(b.from.at), strings.Compare(a.from.session, b.from.session),
			cmp.Compare(a.from.n, b.from.n), strings.Compare(a.a.text, b.a.text))
	})
	return amends, keeps
}

// overtakes takes out what was to be kept and is no longer so. Where there is something new to say of it, that is to be
// kept in its place.
func (l *ledger) overtakes(f *fact, kept map[string]*fact) (any bool) {
	for key, k := range kept {
		_, stands := f.stands(k.text)
		if f.restates && stands || hasTerm(strings.ToLower(k.text), f.a) && f.names(k.text) {
			delete(kept, key)
			f.ask, any = f.ask || f.kind == move, true
		}
	}
	return any
}

// chain adds a move or a loss to those before it: after "from a to b" and "from b to c", what says a
// is to say c; after "back from b to a", a is right again.
func (l *ledger) chain(current map[string]*fact, f *fact) {
	key := func(t term) string { return strings.ToLower(t.text) }
	from, to := key(f.a), key(f.b)
	if f.kind == move && !f.own {
		delete(current, to) // what was replaced once is in use again
	}
	for old, m := range current {
		if f.own && (!m.own || plain(m.about) != plain(f.about)) {
			continue // elsewhere the old thing may still be right
		}
		if m.restates && f.kind == gone {
			continue // what was corrected is said to be gone by its new value
		}
		if m.kind != move || key(m.b) != from || m.about != f.about && m.about != "" {
			continue
		}
		if key(m.a) == to {
			delete(current, old)
			continue
		}
		m.kind, m.b, m.from, m.text = f.kind, f.b, f.from, f.text
		m.cites = append(m.cites, f.cites...)
	}
	if f.about != "" {
		from += "\x00" + plain(f.about) // the same number may be two things
	}
	current[from] = f
}

// plain is a text reduced to what makes it the same text.
func plain(text string) string {
	return strings.Join(tokens(text), " ")
}
