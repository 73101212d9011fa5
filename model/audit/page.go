package audit

import (
	"bytes"
	"iter"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/evidence"
)

// page is the text of a note, for the rules that read it.
type page struct {
	note model.Note
	// at is its place among the notes.
	at   int32
	text string
	// low is the text in lower case: what a rule looks for by words is first looked for there.
	low string
	// cues are those of its words, and wide says that it has letters of scripts without blanks, in which
	// nothing is found by words.
	cues cue
	wide bool
	// language tells what it is written in, "" if that is not known. It is asked for rarely.
	language func() string
}

// mostRead is how much of a note the rules that read it look at, in bytes: a note is too long for recall at a
// 256th of it, and a file so large is none that a rule could say more of. What nobody sees is looked for in
// all of it.
const mostRead = 1 << 20

// sampled is how much of a note is looked at to tell its language, in bytes.
const sampled = 400

func newPage(n model.Note, at int32, data []byte) *page {
	p := &page{note: n, at: at, text: string(data)}
	p.low = lower(p.text)
	for w := range terms(p.low) {
		p.cues |= cues[w]
		p.wide = p.wide || w[0] >= utf8.RuneSelf && strings.ContainsFunc(w, isWide)
	}
	p.language = sync.OnceValue(func() string {
		body := p.text[min(n.BodyAt, len(p.text)):]
		lang := evidence.Language(n.Description + "\n" + body[:min(len(body), sampled)])
		// Korean is written without blanks in places, but it is none of those that are known.
		if !dated[lang] || lang == "han" && strings.ContainsFunc(body[:min(len(body), sampled)], isHangul) {
			return ""
		}
		return lang
	})
	return p
}

func isHangul(r rune) bool { return r >= 0xac00 && r <= 0xd7a3 }

// lines are the lines of the body.
func (p *page) lines() iter.Seq[textLine] { return bodyLines(p.text, min(p.note.BodyAt, len(p.text))) }

// lowLine is a line in lower case.
func (p *page) lowLine(l textLine) string { return p.low[l.at : l.at+len(l.text)] }

// body is the body in lower case.
func (p *page) body() string { return p.low[min(p.note.BodyAt, len(p.low)):] }

// page reads the note at a place among the notes. Texts are not held, so some are read again.
func (c *collector) page(at int32) *page {
	n := c.notes[at]
	return newPage(n, at, looked(c.tree[n.Path].Data))
}

// looked is what of a note is read: whole lines, but of a single one its beginning.
func looked(data []byte) []byte {
	if len(data) <= mostRead {
		return data
	}
	if end := bytes.LastIndexByte(data[:mostRead], '\n'); end > 0 {
		return data[:end+1]
	}
	return data[:mostRead]
}

// hasAny reports whether a text holds one of the words.
func hasAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// lower is a text in lower case in which every offset is that of the text itself: a letter whose small
// form takes another number of bytes stays as it is.
func lower(text string) string {
	low := strings.ToLower(text)
	if len(low) == len(text) {
		return low
	}
	return strings.Map(func(r rune) rune {
		if l := unicode.ToLower(r); utf8.RuneLen(l) == utf8.RuneLen(r) {
			return l
		}
		return r
	}, text)
}
