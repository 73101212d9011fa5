package note

import "testing"

func TestTokens(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "数据库": 3, "数据库 abcd": 5, "für": 1, "한국": 2} {
		if got := Tokens([]byte(text)); got != want {
			t.Errorf("%q: %d tokens, want %d", text, got, want)
		}
	}
}
