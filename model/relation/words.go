package relation

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// term is a word with the notes that hold it.
type term struct {
	text string
	in   []int32
	// name says that it is a name rather than a word: it holds digits or signs, stands in code, or in what
	// a note is called.
	name bool
}

// weight is what a shared term says: names more than words.
func (t *term) weight() float64 {
	if t.name {
		return 2
	}
	return 1
}

// vocabulary holds the terms of all notes.
type vocabulary struct {
	terms map[string]*term
	note  int32
	code  bool
}

func newVocabulary() *vocabulary { return &vocabulary{terms: map[string]*term{}} }

const (
	// fewest is how many notes may share a term at least before it is no longer rare, however small the
	// memory; most is that number for a large one, and share the part of a memory in between.
	fewest, most, share = 3, 12, 40
	// shortest is the length of a word in letters, longest that of a token that is worth comparing.
	shortest, longest = 4, 60
)

// rare are the terms that several notes share and few have, names first.
func (v *vocabulary) rare(notes int) []*term {
	limit := min(max(fewest, notes/share), most)
	var out []*term
	for _, t := range v.terms {
		if len(t.in) >= 2 && len(t.in) <= limit {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b *term) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(len(a.in), len(b.in)), strings.Compare(a.text, b.text))
	})
	return out
}

// read takes the words of a note.
func (v *vocabulary) read(id int32, n model.Note, body string) {
	v.note = id
	v.code = true
	v.text(n.Name)
	v.code = false
	v.text(n.Description)
	v.text(body)
	v.code = false
}

// text cuts a text into words: runs of letters and digits with the signs that names have within, and pairs
// of characters of scripts that put no blanks between words.
func (v *vocabulary) text(s string) {
	named := v.code
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '`':
			v.code = named || !v.code
			i += n
		case dense(r):
			end := i
			for end < len(s) {
				r, n := utf8.DecodeRuneInString(s[end:])
				if !dense(r) {
					break
				}
				end += n
			}
			v.pairs([]rune(s[i:end]))
			i = end
		case letter(r):
			end := i
			for end < len(s) {
				r, n := utf8.DecodeRuneInString(s[end:])
				if !letter(r) && !strings.ContainsRune("-_./", r) {
					break
				}
				end += n
			}
			v.word(strings.TrimRight(s[i:end], "-_./"))
			i = end
		default:
			i += n
		}
	}
}

func letter(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !dense(r) }

// dense reports whether a character is of a script without blanks.
func dense(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Katakana, unicode.Hiragana) || r == 'ー'
}

// pairs takes two characters at a time. Those of hiragana alone are grammar.
func (v *vocabulary) pairs(run []rune) {
	for i := 1; i < len(run); i++ {
		if !unicode.Is(unicode.Hiragana, run[i-1]) && !unicode.Is(unicode.Hiragana, run[i]) {
			v.add(string(run[i-1:i+1]), false)
		}
	}
}

// whole joins the pairs of a text without blanks to what they were cut from, as far as they overlap.
func whole(words []string) []string {
	for i := 0; i < len(words); i++ {
		for j := range words {
			_, n := utf8.DecodeLastRuneInString(words[i])
			r, m := utf8.DecodeRuneInString(words[j])
			if i != j && dense(r) && words[i][len(words[i])-n:] == words[j][:m] {
				words[i] += words[j][m:]
				words, i = slices.Delete(words, j, j+1), -1
				break
			}
		}
	}
	return words
}

// word takes one word. What looks like a date, a number or a version says nothing of what a note is about.
func (v *vocabulary) word(w string) {
	if len(w) > longest || strings.Trim(w, "0123456789-./") == "" {
		return
	}
	inner := strings.ContainsAny(w, "-_./0123456789") || strings.IndexFunc(w[1:], unicode.IsUpper) >= 0
	w = strings.ToLower(w)
	if utf8.RuneCountInString(w) < shortest && !inner && !v.code || common[w] {
		return
	}
	v.add(w, inner || v.code)
}

func (v *vocabulary) add(text string, name bool) {
	t := v.terms[text]
	if t == nil {
		t = &term{text: text}
		v.terms[text] = t
	}
	t.name = t.name || name
	if n := len(t.in); n == 0 || t.in[n-1] != v.note {
		t.in = append(t.in, v.note)
	}
}

// common are words that are rare in a small memory by chance alone, and the words that notes are made of.
var common = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`about above after again against all also although always and another any anything apply are
around because been before being below between both but can cannot case change changed changes could did does doing done down
during each either else enough even ever every everything example few file files first for from get gets give given goes going
good had has have having her here him his how however into its itself just keep keeps kept know last later less like line list
long look made make makes making many may mean means memory might more most much must name need needed needs never new next none
not note notes nothing now off often once one only other others our out over own part please put rather really run runs said
same says see should since small so some something sometimes still such take takes than that the their them then there these
they thing things this those though three through time times too two under until upon use used user uses using very want wants
was way well were what when where whether which while who why will with within without word work works would yes yet you your
called comes else says stands under project type true false today tomorrow yesterday week weeks month months days hours minutes
monday tuesday wednesday thursday friday saturday sunday always read written wrote tell told asked think thought code test tests
aber alle allem allen aller alles auch beim bereits damit dann darf dass dazu denn deren dessen diese diesem diesen dieser dieses
doch durch eine einem einen einer eines haben hier immer kann kein keine mehr nach nicht noch oder ohne schon sehr sein seine sich
sind sonst über unter vom von vor wann weil wenn werden wird wurde zum zur zwischen para pero como cuando donde este esta avec dans
elle est les mais nous pour plus sans sont tous tout une vous why: how`) {
		m[w] = true
	}
	return m
}()
