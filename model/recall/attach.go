package recall

import (
	"bytes"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/model/note"
)

// MaxSession is how much text of notes one session is given in all, in UTF-16 units, as the agent
// counts characters.
const MaxSession = 61_440

// agedDays is from how many whole days on the agent tells the age of a note.
const agedDays = 2

// Addition is what a prompt gets of one note.
type Addition struct {
	Path string
	// Text is the start of the file, as many whole lines as are taken in. It is as spelled in the
	// file, not yet printable.
	Text string
	// Days is the age of the file, 0 where it is too young to be told.
	Days int
	// CutAt is the line of the file, from 1, of the first text that is left out; 0 if all is there.
	CutAt int
	// Units is the length of Text, for the room of a session.
	Units int
}

// Attach returns what is added for the picks, in their order, as long as there is room for a whole
// one. The age is that of the file, as the agent has it.
func Attach(picks []Pick, t model.Tree, now time.Time, room int) (list []Addition) {
	for _, p := range picks {
		f := t[p.Path]
		text, cutAt := cut(f.Data)
		a := Addition{Path: p.Path, Text: string(text), CutAt: cutAt}
		for _, r := range a.Text {
			a.Units += max(1, utf16.RuneLen(r))
		}
		if room -= a.Units; room < 0 {
			break
		}
		if days := int(now.Sub(f.ModTime) / (24 * time.Hour)); days >= agedDays && !f.ModTime.IsZero() {
			a.Days = days
		}
		list = append(list, a)
	}
	return list
}

// cut returns the lines of a note that are taken in, and the number of the first that is not.
func cut(data []byte) (text []byte, cutAt int) {
	lines, at := 0, 0
	for at < len(data) && lines < note.MaxNoteLines {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if end > note.MaxNoteBytes {
			break
		}
		at, lines = end, lines+1
	}
	if at == len(data) {
		return data, 0
	}
	if at == 0 { // the first line alone is too long
		at = note.MaxNoteBytes
		for at > 0 && !utf8.RuneStart(data[at]) {
			at--
		}
	}
	return data[:at], lines + 1
}
