package memory

import (
	"encoding/json"
	"unicode/utf8"
)

// Text is the content or the name of a file in JSON: readable where it is UTF-8, and whole where it
// is not.
type Text string

// encodedText is the form of what is not UTF-8. encoding/json would put U+FFFD in its place.
type encodedText struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON writes a string, or {"base64": ...} for what a JSON string cannot carry.
func (t Text) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal(encodedText{[]byte(t)})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (t *Text) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		var e encodedText
		err := json.Unmarshal(data, &e)
		*t = Text(e.Base64)
		return err
	}
	return json.Unmarshal(data, (*string)(t))
}
