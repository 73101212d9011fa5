package note

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"dreamgate/model"
)

// maxMends bounds the values of one frontmatter that are put in quotes.
const maxMends = 8

// MendFront puts those values of a broken frontmatter in quotes that need them, and reports whether that
// makes it valid and every field still reads as before. All other bytes stay.
func MendFront(file string, data []byte) ([]byte, bool) {
	before := Parse(file, model.File{Data: data})
	if before.Front != model.FrontBroken {
		return nil, false
	}
	for range maxMends {
		n := Parse(file, model.File{Data: data})
		if n.Front == model.FrontValid {
			return data, slices.Equal(n.Fields, before.Fields)
		}
		mended, ok := quoteLine(data, n.FrontLine)
		if !ok {
			return nil, false
		}
		data = mended
	}
	return nil, false
}

// quoteLine puts the value on a line, from 1, in quotes.
func quoteLine(data []byte, number int) ([]byte, bool) {
	from := 0
	for ; number > 1; number-- {
		i := bytes.IndexByte(data[from:], '\n')
		if i < 0 {
			return nil, false
		}
		from += i + 1
	}
	line, _, _ := strings.Cut(string(data[from:]), "\n")
	text := strings.TrimRight(line, " \t\r")
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	key, value, ok := splitField(text[len(indent):])
	if !ok || value == "" || strings.ContainsRune("\"'|>[{", rune(value[0])) || !utf8.ValidString(value) {
		return nil, false // something else is at fault, or the quotes would cost a byte of it
	}
	// JSON's quotes are YAML's double quotes.
	var quoted bytes.Buffer
	e := json.NewEncoder(&quoted)
	e.SetEscapeHTML(false)
	if e.Encode(value) != nil {
		return nil, false
	}
	out := append([]byte(nil), data[:from]...)
	out = append(out, indent+key+": "+strings.TrimSuffix(quoted.String(), "\n")...)
	return append(out, data[from+len(text):]...), true
}
