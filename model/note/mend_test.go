package note

import "testing"

func TestMendFront(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a colon", "---\nname: a\ndescription: Deliveries: Mondays\n---\nx: y: z\n", "---\nname: a\ndescription: \"Deliveries: Mondays\"\n---\nx: y: z\n"},
		{"two of them", "---\nname: @a\ndescription: a: \"b\"\n---\n", "---\nname: \"@a\"\ndescription: \"a: \\\"b\\\"\"\n---\n"},
		{"nested, CRLF, trailing blanks", "---\r\nmetadata:\r\n  origin: a: b  \r\n  type: user\r\n---\r\n", "---\r\nmetadata:\r\n  origin: \"a: b\"  \r\n  type: user\r\n---\r\n"},
		{"a byte order mark", "\ufeff---\nname: a: b\n---\n", "\ufeff---\nname: \"a: b\"\n---\n"},
		{"valid", "---\nname: a\n---\n", ""},
		{"none", "name: a: b\n", ""},
		{"an open list", "---\ntags: [a, b\n---\n", ""},
		{"no field at all", "---\nname: a\n: : :\n---\n", ""},
		{"an open quote", "---\nname: \"a\n---\n", ""},
		{"a tag beside it, which reads as nothing", "---\nx: !a\nname: a: b\n---\n", ""},
		{"bytes that are no text", "---\nname: a: \xff\n---\n", ""},
	} {
		got, ok := MendFront("a.md", []byte(c.text))
		if ok != (c.want != "") || ok && string(got) != c.want {
			t.Errorf("%s: %v %q", c.name, ok, got)
		}
	}
}
