package check

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"dreamgate/memory/secret"
	"dreamgate/model"
)

// The kinds of flags that need no source.
const (
	flagInvisible = model.FlagInvisible
	flagSecret    = model.FlagSecret
)

// everySession is why a credential is worse in a memory than elsewhere.
const everySession = "; a memory is read by every later session"

// Surface flags what an added line holds that no memory should, whoever adds it: characters that
// cannot be seen or turn the reading direction, and credentials. What the old lines of the hunk had
// as well is not new.
func Surface(h model.Hunk) []model.Flag {
	if h.Kind == model.HunkBinary {
		return nil
	}
	var flags []model.Flag
	old := strings.Join(h.Removed, "")
	for i, line := range h.Added {
		line = strings.TrimRight(line, "\r\n")
		at := max(h.NewStart, 1) + i
		if span, r, ok := hidden(line, old); ok {
			span.Line = i
			flags = append(flags, model.Flag{Kind: flagInvisible, Token: fmt.Sprintf("U+%04X", r), Line: at, At: span,
				Reason: "a character that cannot be seen changes how the line is read"})
		} else if span, reason, ok := disguised(line, old); ok {
			span.Line = i
			flags = append(flags, model.Flag{Kind: flagInvisible, Token: line[span.Start:span.End], Line: at, At: span, Reason: reason})
		}
		for _, s := range secret.Find(line) {
			if strings.Contains(old, line[s.Start:s.End]) {
				continue
			}
			flags = append(flags, model.Flag{Kind: flagSecret, Token: line[s.Start:s.Start+s.Shown] + secret.Masked, Line: at,
				At:     model.Span{Line: i, Start: s.Start, End: s.End},
				Reason: fmt.Sprintf("looks like a credential (%s)", s.Kind) + everySession})
		}
	}
	return flags
}

// hidden finds the first run of characters that Printable would have to mark.
func hidden(line, old string) (span model.Span, first rune, ok bool) {
	prev := ""
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRuneInString(line[i:])
		_, m := utf8.DecodeRuneInString(line[i+n:])
		if (model.Invisible(r) || r < 0x20 && r != '\t' || r == 0x7f) && marked(prev, line[i:i+n], line[i+n:i+n+m]) &&
			!strings.ContainsRune(old, r) {
			return model.Span{Start: i, End: i + n}, r, true
		}
		prev = line[i : i+n]
		i += n
	}
	return model.Span{}, 0, false
}

// marked reports whether a character shows up as a mark between its neighbours: the joiners of an
// emoji and of some scripts are spelling and do not.
func marked(prev, s, next string) bool {
	shown := model.Printable(prev + s + next)
	return strings.Contains(shown, "<U+") || strings.ContainsAny(shown, "\u2400\u2401\u2402\u2403\u2404\u2405\u2406\u2407\u2408\u2409\u240a\u240b\u240c\u240d\u240e\u240f\u2410\u2411\u2412\u2413\u2414\u2415\u2416\u2417\u2418\u2419\u241a\u241b\u241c\u241d\u241e\u241f\u2421")
}
