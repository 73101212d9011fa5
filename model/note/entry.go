package note

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"

	"dreamgate/model"
)

// Entry returns an index line for a note, without a line end, in the manner of the lines in like:
// their bullet, their kind of link, what they take for a label, their dash. Where these tell
// nothing it is the line that the agent is told to write. It holds at most MaxEntry characters;
// the link is never what is shortened.
func Entry(n model.Note, like []model.Entry) string {
	m := commonManner(like)
	stem := strings.TrimSuffix(path.Base(n.Path), ".md")
	label := oneLine(n.Name)
	switch {
	case m.label == labelFile:
		label = oneLine(stem) + ".md"
	case m.label == labelStem || label == "":
		label = oneLine(stem)
	}
	// A [[name]] or `name` cannot spell every file name; an escaped link can.
	var link string
	switch {
	case m.kind == kindWiki && !strings.ContainsAny(stem, "[]|#\n") && strings.TrimSpace(stem) == stem:
		link = "[[" + stem + "]]"
	case m.kind == kindCode && !strings.ContainsAny(n.Path, "`\n"):
		link = "`" + n.Path + "`"
	default:
		link = "[" + escapeLabel(label) + "](" + m.dot + Target(n.Path) + ")"
	}
	line := m.bullet + m.bold + link + m.bold
	summary := oneLine(n.Description)
	if room := MaxEntry - len([]rune(line+m.dash)); summary != "" {
		if summary = Shorten(summary, room); summary != "" {
			line += m.dash + summary
		}
	}
	return line
}

// Shorten cuts a text at a blank so that it holds at most limit code points, the ellipsis that it
// then ends in included. A limit that leaves no room for a word gives "".
func Shorten(s string, limit int) string {
	r := []rune(s)
	if len(r) <= limit {
		return s
	}
	if limit < 2 {
		return ""
	}
	// At a blank if there is one in the second half: a text without blanks, as in Chinese, is cut
	// anywhere.
	cut := limit - 1
	for i := cut; i > limit/2; i-- {
		if unicode.IsSpace(r[i]) {
			cut = i
			break
		}
	}
	return strings.TrimRight(string(r[:cut]), " \t,;:.-—–") + "…"
}

// manner is how the lines of an index are written.
type manner struct {
	bullet, bold, dot, dash string
	kind, label             int
}

// The kinds of reference that an index line begins with, and what it takes for a label.
const (
	kindLink = iota
	kindWiki
	kindCode
)
const (
	labelName = iota
	labelStem
	labelFile
)

var entryForm = regexp.MustCompile("^(\\s*[-*+]\\s+)(\\*\\*|)" +
	"(?:\\[\\[([^\\]]+)\\]\\]|\\[([^\\]]*)\\]\\((\\./|)<?([^)>]*)>?\\)|`([^`]+\\.md)`)" +
	"(?:\\*\\*|)(\\s*(?:[—–:：]|--?)\\s+|\\s*：|)")

// commonManner returns the manner that most lines share, the later on a tie.
func commonManner(like []model.Entry) manner {
	best := manner{bullet: "- ", dash: " — "}
	votes := make(map[manner]int)
	for _, e := range like {
		g := entryForm.FindStringSubmatch(e.Text)
		if g == nil {
			continue
		}
		m := manner{bullet: g[1], bold: g[2], dot: g[5], dash: g[8]}
		if m.dash == "" { // lines without a summary tell of everything but the dash
			m.dash = " — "
		}
		switch {
		case g[3] != "":
			m.kind = kindWiki
		case g[7] != "":
			m.kind = kindCode
		default:
			file := path.Base(percentDecode(g[6]))
			if g[4] == file {
				m.label = labelFile
			} else if g[4]+".md" == file {
				m.label = labelStem
			}
		}
		votes[m]++
		if votes[m] >= votes[best] {
			best = m
		}
	}
	return best
}

// oneLine joins a text that may span lines and hold controls.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
}

// escapeLabel keeps a label from ending its own link.
func escapeLabel(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "`", "\\`", "<", `\<`).Replace(s)
}

// Target writes a path as the destination of a link: what CommonMark or a URL would take for
// more than a letter of the name is percent-encoded.
func Target(p string) string {
	var b strings.Builder
	for i := range len(p) {
		if c := p[i]; c <= ' ' || c == 0x7f || strings.IndexByte("()<>%\"'\\#?&:*`[]~", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(p[i])
	}
	return b.String()
}
