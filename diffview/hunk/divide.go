package hunk

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// Divide gives the judgement of whole hunks to the pieces and the edited hunks that a shape makes of
// them; changes are those of the proposal, unshaped. What speaks of a token goes with the token, and what
// speaks of the hunk, or of a secret in it, goes to every piece: a split must not lose a warning, and a
// secret may go on beyond the words by which it was found. Of what a person wrote over,
// only the words that are still there are spoken of. What the check already knows of a piece itself is added.
func Divide(check model.Check, changes []model.Change, s model.Shape) model.Check {
	if len(s.Cuts) == 0 && len(s.Edits) == 0 {
		return check
	}
	check.Hunks = maps.Clone(check.Hunks)
	if check.Hunks == nil {
		check.Hunks = map[string]model.Evidence{}
	}
	all, before := renames(changes), refusedPieces(check)
	for _, c := range parted(changes, s) {
		for _, h := range c.Hunks {
			e, judged := check.Hunks[h.ID]
			if !judged && len(before[h.ID]) == 0 {
				continue
			}
			if text, ok := s.Edits[h.ID]; ok {
				check.Hunks[h.ID] = remaining(e, h, edited(h, text))
			}
			cuts, ok := s.Cuts[h.ID]
			if !ok {
				continue
			}
			old, new := strings.Join(h.Removed, ""), strings.Join(h.Added, "")
			var pieces []model.Hunk
			refused := places(before[h.ID], h, cuts)
			at := knifeFor(h, old, new)
			between(old, new, cuts, func(from, to model.Cut) {
				p := at.piece(from, to)
				pieces = append(pieces, p)
				part := apportioned(within(e, h, from.New, to.New), e, h, p)
				if text, ok := s.Edits[p.ID]; ok {
					part = remaining(part, p, edited(p, text))
				}
				own := check.Hunks[p.ID]
				for _, r := range refused {
					if !own.Before.Known() && r.holds(from) && r.holds(to) {
						own.Before = r.before
					}
				}
				check.Hunks[p.ID] = known(part, own)
			})
			if r, ok := all[h.ID]; ok {
				renamed(check, r, pieces, s)
			}
		}
	}
	return check
}

// known is evidence with what is known of the piece itself: that it was refused before, or clashes.
func known(e, own model.Evidence) model.Evidence {
	e.Flags = append(slices.Clip(e.Flags), own.Flags...)
	if own.Before.Known() {
		e.Before = own.Before
	}
	return e
}

// refusedPiece is a piece that was refused before, with the place where it is.
type refusedPiece struct {
	id     string
	before model.PastRefusal
	span
}

// refusedPieces are the pieces that a check knows to have been refused before, by the hunks that they are of.
func refusedPieces(check model.Check) map[string][]refusedPiece {
	var out map[string][]refusedPiece
	for id, e := range check.Hunks {
		if root := model.RootOf(id); root != id && e.Before.Known() {
			if out == nil {
				out = map[string][]refusedPiece{}
			}
			out[root] = append(out[root], refusedPiece{id: id, before: e.Before})
		}
	}
	return out
}

// mostPlaced bounds the search for the places of pieces, in bytes of text.
const mostPlaced = 4 << 20

// places are those of refused pieces of which a hunk is cut into more by now: what each of these
// changes was refused as well. The id of a piece comes from its place, so that it is found by trying.
func places(list []refusedPiece, h model.Hunk, cuts []model.Cut) (out []refusedPiece) {
	old, new := strings.Join(h.Removed, ""), strings.Join(h.Added, "")
	ends := slices.Concat([]model.Cut{{}}, cuts, []model.Cut{{Old: len(old), New: len(new)}})
	left := mostPlaced
	for wide := 1; wide < len(ends) && len(out) < len(list) && left > 0; wide++ {
		for i := 0; i+wide < len(ends) && left > 0; i++ {
			from, to := ends[i], ends[i+wide]
			left -= to.Old - from.Old + to.New - from.New
			id := piece(h, old, new, from, to).ID
			if at := slices.IndexFunc(list, func(r refusedPiece) bool { return r.id == id }); at >= 0 {
				out = append(out, refusedPiece{id, list[at].before, span{from, to}})
			}
		}
	}
	return out
}

// within is what evidence says of the added bytes from one place of a hunk to another.
func within(e model.Evidence, h model.Hunk, from, to int) model.Evidence {
	starts := make([]int, len(h.Added)+1)
	for i, line := range h.Added {
		starts[i+1] = starts[i] + len(line)
	}
	new := strings.Join(h.Added, "")
	move := func(s model.Span) (model.Span, bool) {
		if s.End == 0 || s.Line < 0 || s.Line >= len(h.Added) {
			return s, true
		}
		at, end := max(from, starts[s.Line]+s.Start), min(to, starts[s.Line]+s.End)
		if at >= end {
			return model.Span{}, false
		}
		line := strings.Count(new[from:at], "\n")
		start := len(new[from:at]) - 1 - strings.LastIndexByte(new[from:at], '\n')
		return model.Span{Line: line, Start: start, End: start + end - at}, true
	}
	return selected(e, move)
}

// apportioned leaves a piece of the cited lines and the reasons of its hunk those that speak of it. A cited line goes with
// the words that it has: where some of them come with the hunk and none with the piece, it would vouch there for what it
// does not say. One that does not bear the hunk out is a warning, and goes to every piece. Of reasons those go that name a
// note which stands in the hunk, and not in the piece.
func apportioned(part, whole model.Evidence, h, p model.Hunk) model.Evidence {
	speaks := func(c model.Citation, e model.Evidence, of model.Hunk) bool {
		return slices.ContainsFunc(e.Claims, func(claim model.Claim) bool {
			return claim.Source.Session == c.Source.Session && claim.Source.Line == c.Source.Line
		}) || shareWord(c.Source.Text, strings.Join(of.Added, ""))
	}
	part.Citations = slices.DeleteFunc(slices.Clone(part.Citations), func(c model.Citation) bool {
		return c.Verdict == model.Supported && speaks(c, whole, h) && !speaks(c, part, p)
	})
	names := func(of model.Hunk, word string) bool {
		return strings.Contains(strings.Join(of.Removed, "")+strings.Join(of.Added, ""), word)
	}
	var why []string
	for reason := range strings.SplitSeq(part.Why, "; ") {
		elsewhere := slices.ContainsFunc(strings.Fields(reason), func(word string) bool {
			word = strings.Trim(word, ",:;()`\"")
			return strings.HasSuffix(word, ".md") && names(h, word) && !names(p, word)
		})
		if !elsewhere {
			why = append(why, reason)
		}
	}
	part.Why = strings.Join(why, "; ")
	return part
}

// shareWord reports whether two texts have a word in common, of those that are long enough to mean something.
func shareWord(a, b string) bool {
	const long = 4
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	in := map[string]bool{}
	for _, w := range words(a) {
		in[w] = utf8.RuneCountInString(w) >= long
	}
	return slices.ContainsFunc(words(b), func(w string) bool { return in[w] })
}

// remaining is what evidence says of the words of a hunk that are still there when a person has edited it. A line
// that is cited for words that are gone says nothing of those that took their place; and where none of what was to
// come is left, neither does the reason.
func remaining(e model.Evidence, was, h model.Hunk) model.Evidence {
	out := e
	out.Claims, out.Flags, out.Citations = nil, nil, nil
	find := func(token string) (model.Span, bool) {
		for i, line := range h.Added {
			if at := strings.Index(line, token); at >= 0 && token != "" {
				return model.Span{Line: i, Start: at, End: at + len(token)}, true
			}
		}
		return model.Span{}, false
	}
	for _, c := range e.Claims {
		if at, ok := find(c.Token); ok {
			c.At = at
			out.Claims = append(out.Claims, c)
		}
	}
	stood := func(side []string, token string) bool {
		return token != "" && strings.Contains(strings.Join(side, ""), token)
	}
	for _, f := range e.Flags {
		at, ok := find(f.Token)
		// What has no place speaks of the hunk, unless its words are those that are written over.
		if !ok && (f.At.End > 0 || stood(was.Added, f.Token) && !stood(was.Removed, f.Token)) {
			continue
		}
		if f.At.End > 0 {
			f.At = at
		}
		if f.At.End > 0 {
			f.Line = h.NewStart + at.Line
		}
		out.Flags = append(out.Flags, f)
	}
	whole := len(was.Added) == 0 || slices.ContainsFunc(was.Added, func(l string) bool { return strings.TrimSpace(l) != "" && slices.Contains(h.Added, l) })
	for _, c := range e.Citations {
		rests := func(claim model.Claim) bool {
			return claim.Source.Session == c.Source.Session && claim.Source.Line == c.Source.Line
		}
		if whole || slices.ContainsFunc(out.Claims, rests) {
			out.Citations = append(out.Citations, c)
		}
	}
	if !whole && len(out.Claims)+len(out.Flags) == 0 {
		out.Why = ""
	}
	return out
}

// selected keeps the claims and flags whose place is kept, at their new place.
func selected(e model.Evidence, move func(model.Span) (model.Span, bool)) model.Evidence {
	out := e
	out.Claims, out.Flags = nil, nil
	for _, c := range e.Claims {
		if at, ok := move(c.At); ok {
			c.At = at
			out.Claims = append(out.Claims, c)
		}
	}
	for _, f := range e.Flags {
		if at, ok := move(f.At); ok || f.Kind == model.FlagSecret {
			f.At = at
			out.Flags = append(out.Flags, f)
		}
	}
	return out
}
