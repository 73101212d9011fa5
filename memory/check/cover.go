package check

import (
	"slices"
	"strings"

	"dreamgate/memory/secret"
	"dreamgate/model"
)

// leastCovered is the length from which on a credential is looked for in other words, in bytes: shorter ones are
// words by chance.
const leastCovered = 6

// cover takes credentials out of what is said of the hunks. Many are told by the name before them ("password: ..."),
// and so are known in the file and in none of the words that a claim or a reason takes from it: who prints those
// cannot tell. A claim that nobody said a credential is none: the credential has a flag of its own.
func (d *docket) cover(out model.Check) {
	said := d.credentials()
	if len(said) == 0 {
		return
	}
	hide := func(text string) string {
		for _, s := range said {
			text = strings.ReplaceAll(text, s, secret.Masked)
		}
		return text
	}
	for id, e := range out.Hunks {
		spans := covered(e.Flags)
		e.Flags = slices.DeleteFunc(slices.Clone(e.Flags), func(f model.Flag) bool {
			return f.Kind != flagSecret && inside(f.At, spans)
		})
		for i := range e.Flags {
			e.Flags[i].Token, e.Flags[i].Reason = hide(e.Flags[i].Token), hide(e.Flags[i].Reason)
		}
		e.Claims = slices.DeleteFunc(slices.Clone(e.Claims), func(c model.Claim) bool { return inside(c.At, spans) })
		for i := range e.Claims {
			e.Claims[i].Token, e.Claims[i].Reason = hide(e.Claims[i].Token), hide(e.Claims[i].Reason)
		}
		e.Citations = slices.Clone(e.Citations)
		for i := range e.Citations {
			e.Citations[i].Reason = hide(e.Citations[i].Reason)
		}
		e.Why = hide(e.Why)
		out.Hunks[id] = e
	}
}

// credentials are those of both sides of the changed files, the longest first.
func (d *docket) credentials() (list []string) {
	for _, c := range d.in.Changes {
		for _, t := range []model.Tree{d.in.Base, d.in.Proposed} {
			data := t[c.Path].Data
			if len(data) > mostJudged {
				continue // nothing of it is judged, so nothing of it is said
			}
			text := string(data)
			for _, m := range secret.Find(text) {
				for line := range strings.FieldsFuncSeq(text[m.Start+m.Shown:m.End], func(r rune) bool { return r == '\n' || r == '\r' }) {
					if len(line) >= leastCovered && !slices.Contains(list, line) {
						list = append(list, line)
					}
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	return list
}

// covered are the places of the credentials of a hunk.
func covered(flags []model.Flag) (spans []model.Span) {
	for _, f := range flags {
		if f.Kind == flagSecret {
			spans = append(spans, f.At)
		}
	}
	return spans
}

// inside reports whether a place lies in one of others.
func inside(at model.Span, spans []model.Span) bool {
	return at.End > at.Start && slices.ContainsFunc(spans, func(s model.Span) bool { return at.Line == s.Line && at.Start >= s.Start && at.End <= s.End })
}
