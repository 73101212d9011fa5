package note

// Tokens estimates how many tokens a model makes of a text: one for each four characters, and one for
// each letter of a script that has one sign a syllable or word. Tokenisers differ by a third or so in either
// direction; it is good to compare texts with, and no more.
func Tokens(text []byte) int {
	narrow, wide := 0, 0
	for _, r := range string(text) {
		if r >= 0x2e80 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff || r >= 0x20000 && r <= 0x3ffff {
			wide++
			continue
		}
		narrow++
	}
	return wide + (narrow+3)/4
}
