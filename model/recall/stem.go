package recall

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// stem takes the ending of a form from a word: number, case, tense. root goes further and takes
// what makes one kind of word of another (approve, approval). Both serve all languages of a script
// at once, because nobody says which one a word is of: what they join by mistake counts among many
// words, and a root counts less than a stem.

// stem is the word without the endings of its forms.
func stem(w string) string {
	if base, ok := irregular()[w]; ok {
		w = base
	}
	switch {
	case w == "" || strings.ContainsAny(w, "0123456789_-./:@"):
		return w
	case w[0] < utf8.RuneSelf:
		return stemLatin(w)
	case w[0] == 0xd0 || w[0] == 0xd1:
		return cutEnding(w, cyrillicForms, 6) // six bytes are three letters
	}
	return w
}

// root is the word without the endings that its stem keeps.
func root(w string) string {
	s := stem(w)
	switch {
	case s == "" || strings.ContainsAny(s, "0123456789_-./:@"):
		return s
	case s[0] == 0xd0 || s[0] == 0xd1:
		return cutEnding(cutEnding(s, cyrillicMakers, 8), cyrillicForms, 8)
	case s[0] >= utf8.RuneSelf:
		return s
	}
	r := cutEnding(cutEnding(s, latinMakers, 4), latinMakers, 4) // operat-or, oper-at
	if len(r) > 4 {
		if bare := strings.TrimRight(r, "aeiouy"); bare != r {
			r = strings.TrimSuffix(bare, "h") // par-co, par-chi
		}
	}
	return undouble(umlauts.Replace(r))
}

// umlauts are what German changes where it says more of one: Plan, Pläne; Haus, Häuser.
var umlauts = strings.NewReplacer("aeu", "au", "ae", "a", "oe", "o", "ue", "u")

// The endings, the longest first.
var (
	latinMakers = endings("isierung isieren iert iere ization isation ierung ationen ations ation ition at ungen ieren ement ment " +
		"ness heit keit ancia encia ance ence able ible idad ador edor ción cion sion ion ung ity ive al er or ar en em es os as ic ly n")
	cyrillicForms = endings("иями ями ами его ого ему ому ыми ими ется ются ится аться яться ться тся лась лись лось лся " +
		"ешь ишь ете ите иях ях ах ов ев ей ой ый ий ая яя ое ее ые ие ую юю ом ем ам ям ать ять ить еть ыть уть ть " +
		"ала али ало ила или ило ыла ыли ела ели ело ает яет ует ют ут ят ат ет ит ем им ал ил ыл ел ия ию ии ь а я о е и ы у ю й")
	cyrillicMakers = endings("ирован ировать ован овать ение ени ание ани ость ост тель тел ник щик чик енн анн ск н")
)

func endings(list string) []string {
	e := strings.Fields(list)
	slices.SortStableFunc(e, func(a, b string) int { return len(b) - len(a) })
	return e
}

// stemLatin takes the endings of English, the plurals that German and Spanish share with it, and those of French in x.
func stemLatin(w string) string {
	n := len(w)
	if n <= 3 {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies") && n > 4:
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "eaux"): // réseaux, and below journaux
		return w[:n-1]
	case strings.HasSuffix(w, "aux") && n > 5:
		return w[:n-2] + "l"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "xes"):
		return w[:n-2]
	case w[n-1] == 's' && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:n-1]
	case strings.HasSuffix(w, "ing") && n > 5 && strings.ContainsAny(w[:n-3], "aeiouy"):
		w = undouble(w[:n-3])
	case strings.HasSuffix(w, "ied") && n > 4:
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "ed") && n > 4 && w[n-3] != 'e' && strings.ContainsAny(w[:n-2], "aeiouy"):
		w = undouble(w[:n-2])
	}
	if len(w) > 3 && w[len(w)-1] == 'e' {
		w = w[:len(w)-1]
	}
	return w
}

// undouble takes the letter that English doubles before an ending.
func undouble(w string) string {
	if n := len(w); n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("aeiousl", rune(w[n-1])) {
		return w[:n-1]
	}
	return w
}

// cutEnding cuts the first ending that leaves enough bytes.
func cutEnding(w string, list []string, least int) string {
	for _, e := range list {
		if len(w)-len(e) >= least && strings.HasSuffix(w, e) {
			return w[:len(w)-len(e)]
		}
	}
	return w
}
