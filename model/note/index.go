package note

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"dreamgate/model"
)

// ParseIndex measures an index as the agent does and reads its entries, their links resolved
// against the tree. ok is false where there is no index. An index that is no plain file and of which
// no text is known is missing, and Special says what is in its place.
func ParseIndex(f model.File, ok bool, tree model.Tree) model.Index {
	ix := model.Index{Status: model.StatusMissing}
	if ok {
		ix.Special = f.Special()
	}
	if !ok || ix.Special != "" && f.Data == nil {
		return ix
	}
	ix.RawBytes, ix.RawLines = len(f.Data), countLines(f.Data)
	d := parseDoc(f.Data)
	text := loadedText(f.Data, d)
	ix.Lines, ix.Units = text.measure(f.Data)
	ix.CutAt = text.cut(f.Data, ix.Lines, ix.Units)
	ix.Status = status(ix)
	r := newResolver(model.IndexName, tree)
	ix.Entries = entries(f.Data, d, r, text)
	for i := range ix.Entries {
		ix.Entries[i].Loaded = ix.CutAt == 0 || ix.Entries[i].Line < ix.CutAt
	}
	return ix
}

func status(ix model.Index) model.Status {
	switch {
	case ix.CutAt > 0:
		return model.StatusCut
	case ix.Lines*100 >= MaxLines*nearPercent || ix.Units*100 >= MaxUnits*nearPercent:
		return model.StatusNear
	}
	return model.StatusOK
}

// span is a range of bytes of a file.
type span struct{ from, to int }

// spans are the pieces of an index that are loaded, in order: its text without the frontmatter,
// without comments that are a block of their own, without blanks at either end.
type spans []span

// loadedText returns what the agent takes for the text of an index. A comment goes together with
// the blank lines behind it, as the agent's Markdown reader counts those to the comment; text that
// stands on a comment's last line stays.
func loadedText(data []byte, d doc) spans {
	var text spans
	at := d.front.bodyAt
	// Only blocks of the document itself: the agent's reader leaves a comment that belongs to a list
	// item or a quotation in the item's text.
	for n := d.root.FirstChild(); n != nil && d.hasComment; n = n.NextSibling() {
		block, ok := n.(*ast.HTMLBlock)
		if !ok || block.HTMLBlockType != ast.HTMLBlockType2 {
			continue
		}
		c := d.blockSpan(block)
		if bytes.Contains(data[c.from:c.to], []byte("-->")) {
			c.to = skipBlankLines(data, c.to)
			text = append(text, span{at, c.from})
			text = append(text, residue(data, c)...)
			at = c.to
		}
	}
	text = append(text, span{at, len(data)})
	return text.trim(data)
}

// residue returns what is left of a comment block without its comments, nothing if that is blank.
func residue(data []byte, c span) spans {
	var rest spans
	blank := true
	for at := c.from; at < c.to; {
		piece := span{at, c.to}
		at = c.to
		if i := bytes.Index(data[piece.from:c.to], []byte("<!--")); i >= 0 {
			if j := bytes.Index(data[piece.from+i+4:c.to], []byte("-->")); j >= 0 {
				at = piece.from + i + 4 + j + 3
				piece.to = piece.from + i
			}
		}
		rest = append(rest, piece)
		blank = blank && len(bytes.TrimFunc(data[piece.from:piece.to], isBlank)) == 0
	}
	if blank {
		return nil
	}
	return rest
}

// skipBlankLines returns the offset behind the empty lines at pos.
func skipBlankLines(data []byte, pos int) int {
	for pos < len(data) {
		switch {
		case data[pos] == '\n':
			pos++
		case data[pos] == '\r' && pos+1 < len(data) && data[pos+1] == '\n':
			pos += 2
		default:
			return pos
		}
	}
	return pos
}

// isBlank is what the agent's trim takes away.
func isBlank(r rune) bool { return r == 0xfeff || r != 0x85 && unicode.IsSpace(r) }

func (s spans) trim(data []byte) spans {
	for len(s) > 0 {
		first := &s[0]
		// Bytes, not a trimmed copy: the offsets lead back to lines of the file.
		first.from = first.to - len(bytes.TrimLeftFunc(data[first.from:first.to], isBlank))
		if first.from < first.to {
			break
		}
		s = s[1:]
	}
	for len(s) > 0 {
		last := &s[len(s)-1]
		last.to = last.from + len(bytes.TrimRightFunc(data[last.from:last.to], isBlank))
		if last.from < last.to {
			break
		}
		s = s[:len(s)-1]
	}
	return s
}

// measure counts the lines and the UTF-16 units of the text.
func (s spans) measure(data []byte) (lines, units int) {
	for _, p := range s {
		lines += bytes.Count(data[p.from:p.to], []byte{'\n'})
		units += utf16Len(data[p.from:p.to])
	}
	if len(s) > 0 {
		lines++ // the last line: a trimmed text never ends in a line end
	}
	return lines, units
}

// cut returns the line of the file, from 1, of the first text that is not loaded, 0 if all is. The
// agent keeps the first MaxLines lines, and of these what ends at a line end within MaxUnits; a
// first line that is longer than all that is cut in its middle.
func (s spans) cut(data []byte, lines, units int) int {
	if lines <= MaxLines && units <= MaxUnits {
		return 0
	}
	// A line can lie in several pieces, parted by a comment; size counts its line ends too.
	line, size, lineStart := 0, 0, -1
	for _, p := range s {
		for at := p.from; at < p.to; {
			if lineStart < 0 {
				lineStart = at
			}
			end, ended := p.to, false
			if i := bytes.IndexByte(data[at:p.to], '\n'); i >= 0 {
				end, ended = at+i, true
			}
			size += utf16Len(data[at:end])
			if size > MaxUnits {
				return lineAt(data, lineStart)
			}
			at = end
			if ended {
				line, size, lineStart, at = line+1, size+1, -1, end+1
				if line == MaxLines {
					return s.firstAfter(data, at)
				}
			}
		}
	}
	return 0
}

// firstAfter returns the line of the first byte of the text at or behind an offset.
func (s spans) firstAfter(data []byte, pos int) int {
	for _, p := range s {
		if p.to > pos {
			return lineAt(data, max(pos, p.from))
		}
	}
	return 0
}

// lineAt returns the line, from 1, of an offset.
func lineAt(data []byte, pos int) int { return 1 + bytes.Count(data[:pos], []byte{'\n'}) }

// utf16Len counts the UTF-16 units of a text. What is not UTF-8 counts as the replacement
// characters that a decoder of the web puts there: one for each longest start of a character.
func utf16Len(b []byte) int {
	n := 0
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			n++
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			size = brokenLen(b[i:])
		}
		n++
		if r >= 0x10000 {
			n++
		}
		i += size
	}
	return n
}

// brokenLen returns the length of the longest start of a character at a broken place, at least 1.
func brokenLen(b []byte) int {
	need := 0
	switch c := b[0]; {
	case c >= 0xc2 && c <= 0xdf:
		need = 1
	case c >= 0xe0 && c <= 0xef:
		need = 2
	case c >= 0xf0 && c <= 0xf4:
		need = 3
	}
	low, high := byte(0x80), byte(0xbf)
	switch b[0] { // the second byte is bounded, so that no character has two spellings
	case 0xe0:
		low = 0xa0
	case 0xed:
		high = 0x9f
	case 0xf0:
		low = 0x90
	case 0xf4:
		high = 0x8f
	}
	n := 1
	for n <= need && n < len(b) && b[n] >= low && b[n] <= high {
		n, low, high = n+1, 0x80, 0xbf
	}
	return n
}
