package audit

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"dreamgate/model"
)

// alike finds the note that a dead link may mean: the one whose path is the one asked for but for the
// case of letters and the form in which Unicode writes those with marks, or else but for the signs between words, or else but for its folder, or else but for a
// type in front of its name: the slips that a link is left with when a note is renamed or moved.
type alike [4]map[string]string

// slips are what counts of a path under each of the four. The type is left out of the files alone: who
// links to feedback_tone.md does not mean project_tone.md.
func slips(p string, file bool) [4]string {
	low := foldedPath(p)
	base := path.Base(low)
	s := [4]string{low, letters.Replace(low), letters.Replace(base), letters.Replace(base)}
	if file {
		s[3] = letters.Replace(untyped(base))
	}
	return s
}

// foldedPath is a path without what disks differ in: some make no difference between cases, and between an é that is
// one character and one that is an e with an accent behind it.
func foldedPath(p string) string { return norm.NFC.String(strings.ToLower(p)) }

// sameButForm reports whether two different paths look the same, because Unicode has two ways to write them.
func sameButForm(a, b string) bool { return a != b && norm.NFC.String(a) == norm.NFC.String(b) }

// form names the way in which Unicode writes a text.
func form(s string) string {
	switch {
	case norm.NFC.IsNormalString(s):
		return "composed (NFC)"
	case norm.NFD.IsNormalString(s):
		return "decomposed (NFD)"
	}
	return "in a mixture of both"
}

// spelledSo says of a link that names no file how the file is spelled that it must mean. What looks the same is
// told apart in words.
func spelledSo(link, file string) string {
	if sameButForm(link, file) {
		return fmt.Sprintf("but %s is there, which differs from it only in its Unicode form: the link is %s, the name of the file %s; write the link as the file is spelled",
			file, form(link), form(file))
	}
	return fmt.Sprintf("but %s is there: write the link so", file)
}

// untyped is the name of a file without the type that many put in front of it.
func untyped(base string) string {
	for _, t := range model.Types {
		if rest, ok := strings.CutPrefix(base, t); ok && len(rest) > 1 && strings.ContainsAny(rest[:1], "-_ ") {
			return rest[1:]
		}
	}
	return base
}

// letters drops the signs that people put between the words of a file name.
var letters = strings.NewReplacer("-", "", "_", "", " ", "")

func newAlike(t model.Tree) alike {
	var a alike
	for i := range a {
		a[i] = make(map[string]string, len(t))
	}
	for p := range t {
		if !model.IsNote(p) {
			continue
		}
		for i, key := range slips(p, true) {
			if _, taken := a[i][key]; taken {
				a[i][key] = "" // more than one: none of them is meant for sure
				continue
			}
			a[i][key] = p
		}
	}
	return a
}

// nearest is "" where there is no such note or more than one, for a wrong suggestion costs more than
// none.
func (a alike) nearest(want string) string {
	for i, key := range slips(want, false) {
		if p, ok := a[i][key]; ok {
			return p
		}
	}
	return ""
}

// Meant returns a function that finds the one note which a dead link means, "" where there is none or
// several. It is what the findings suggest.
func Meant(t model.Tree) func(want string) string { return newAlike(t).nearest }
