package evidence

import (
	"math/bits"
	"strings"

	"dreamgate/model"
)

// Language is the language of a text, "" if its words do not tell.
func Language(text string) string { return Read(model.Source{Text: text}).language() }

// language is the one whose stop words the text has most of; "" if it has too few to tell.
func (t *Text) language() string {
	switch at := t.tongue().at; {
	case at == tongueHan:
		return "han"
	case at >= 0:
		return languages[at].code
	}
	return ""
}

// tongue is what is known of the language of a text.
type tongue struct {
	// at is the number of the language that the text has most stop words of.
	at int
	// sure says that no other language has nearly as many.
	sure bool
	// count is how much speaks for each language.
	count [8]int
}

// What stands for a text without blanks, and for one of no known language.
const (
	tongueHan     = -2
	tongueUnknown = -1
)

// tongue is the language of a text, worked out once.
func (t *Text) tongue() tongue {
	if t.spoken == nil {
		found := t.listen()
		t.spoken = &found
	}
	return *t.spoken
}

// listen counts the stop words of each language.
func (t *Text) listen() tongue {
	var count, plain [8]int
	han, words := 0, 0
	for _, it := range t.items {
		if it.kind == kindHan {
			han++
		}
		if it.kind == kindWord && !it.part {
			words++
			for i := range languages {
				if it.entry.langs&(1<<i) != 0 {
					count[i] += 1 + only(it.entry.langs)
					plain[i]++
				}
			}
		}
	}
	if han > words {
		return tongue{tongueHan, true, count}
	}
	best, second := tongueUnknown, 0
	for i := range languages {
		switch {
		case count[i] > 0 && (best < 0 || count[i] > count[best]):
			if best >= 0 {
				second = max(second, count[best])
			}
			best = i
		default:
			second = max(second, count[i])
		}
	}
	if best < 0 || plain[best]*12 < words {
		return tongue{tongueUnknown, false, count}
	}
	return tongue{best, count[best] >= second+2, count}
}

// than reports whether a text is clearly in another language than the given one.
func (l tongue) than(o tongue) bool {
	switch {
	case l.at == o.at || l.at == tongueUnknown || o.at == tongueUnknown:
		return false
	case l.at == tongueHan || o.at == tongueHan:
		return true
	}
	return l.count[l.at] >= l.count[o.at]+2
}

// only is 1 if a word is of one language, which it then tells better than a word of several.
func only(langs uint8) int {
	if bits.OnesCount8(langs) == 1 {
		return 1
	}
	return 0
}

// speaksAs takes a text that is too short to tell for one in the language of another.
func (t *Text) speaksAs(o *Text) {
	if mine, theirs := t.tongue(), o.tongue(); !mine.sure && mine.at != tongueHan && theirs.at >= 0 && theirs.sure {
		t.spoken = &theirs
		t.unstop()
	}
}

// unstop gives the words back that say nothing in another language only: "sur" is a preposition in French
// and the south in Spanish.
func (t *Text) unstop() {
	spoken := t.tongue()
	if spoken.at < 0 || !spoken.sure {
		return
	}
	for i, it := range t.items {
		if it.stop && it.entry.langs != 0 && (it.entry.langs|it.entry.also)&(1<<spoken.at) == 0 && it.entry.class&(classNot|classJoin) == 0 {
			t.items[i].stop = false
		}
	}
}

// retract takes it for no statement of fact what its own text takes back right behind it.
func (t *Text) retract() {
	for n := 1; n < len(t.sentences); n++ {
		s := t.sentences[n]
		low := strings.TrimLeft(lowerText(t.text(s.from, min(s.to, s.from+8))), " ,.-—")
		for _, w := range retractLeads {
			low = strings.TrimLeft(strings.TrimPrefix(low, w), " ,.-—")
		}
		if containsStart(low, retractions) {
			t.sentences[n-1].mood |= guessed
		}
	}
}

// takesBack reports whether a text begins by taking back what its speaker said last.
func takesBack(text string) bool {
	low := strings.TrimLeft(lowerText(text[:min(len(text), 80)]), " ,.-—")
	for _, w := range retractLeads {
		if rest, ok := strings.CutPrefix(low, w); ok && (rest == "" || strings.ContainsRune(" ,.!-—，、", []rune(rest)[0])) {
			low = strings.TrimLeft(rest, " ,.!-—，、")
		}
	}
	return containsStart(low, takings)
}

// takings are the words for it.
var takings = []string{"forget what i said", "ignore what i said", "forget that", "scratch that", "strike that", "i take that back", "i take it back",
	"vergiss, was ich", "vergiss was ich", "vergiss das", "ich nehme das zurück", "olvida lo que", "olvida eso", "retiro lo dicho",
	"oublie ce que", "oubliez ce que", "oublie ça", "esquece o que", "esquece isso", "забудь, что я", "забудь что я", "беру свои слова назад",
	"当我没说", "忘记我说的", "さっきの話は忘れて", "さっきのは忘れて"}

// retractions open a sentence that takes back what stands before it; retractLeads may stand before them.
var (
	retractions = []string{"kidding", "just kidding", "joking", "just joking", "seriously,", "forget that", "forget it", "scratch that", "strike that",
		"never mind", "nevermind", "scherz", "kleiner scherz", "im ernst", "vergiss das", "vergiss es", "quatsch", "es broma", "broma", "en serio", "olvida eso",
		"olvídalo", "je plaisante", "je rigole", "sérieusement", "oublie ça", "laisse tomber", "brincadeira", "estou brincando", "esquece isso", "шучу",
		"шутка", "серьёзно", "серьезно", "забудь", "开玩笑", "算了", "当我没说", "冗談", "忘れて"}
	retractLeads = []string{"no", "nein", "non", "não", "нет", "ha", "haha", "ok", "okay", "不"}
)
