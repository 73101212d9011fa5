package phrase

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// Pair is the place of two bytes of ASCII beside each other, -1 if they stand nowhere. With anyCase the
// two are small letters or other signs, and capital letters are taken as well; a sign may then be taken
// for another one. Eight places are compared at once: where both bytes are frequent, that is quicker than
// to look for one of them.
func Pair(text []byte, first, second byte, anyCase bool) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	x, y, small := uint64(first)*ones, uint64(second)*ones, uint64(0)
	if anyCase {
		small = smallBit * ones
	}
	i := 0
	for ; i+17 <= len(text); i += 16 {
		// A byte of these is zero where both bytes are the ones that are looked for.
		b := text[i : i+17]
		p := ((binary.LittleEndian.Uint64(b) | small) ^ x) | ((binary.LittleEndian.Uint64(b[1:]) | small) ^ y)
		q := ((binary.LittleEndian.Uint64(b[8:]) | small) ^ x) | ((binary.LittleEndian.Uint64(b[9:]) | small) ^ y)
		p, q = (p-ones)&^p&highs, (q-ones)&^q&highs
		if p|q == 0 {
			continue
		}
		if p != 0 {
			return i + bits.TrailingZeros64(p)/8
		}
		return i + 8 + bits.TrailingZeros64(q)/8
	}
	return rest(text, i, first, second, byte(small))
}

// smallBit is what a small letter of ASCII has and a capital one has not.
const smallBit = 0x20

// rest is Pair for what is too short to be compared at once.
func rest(text []byte, from int, first, second, small byte) int {
	for i := from; i+1 < len(text); i++ {
		if text[i]|small == first && text[i+1]|small == second {
			return i
		}
	}
	return -1
}

// pairOf chooses the two runes of a phrase beside each other that are met least often together; -1 if
// there are none that can be looked for as a pair: both of ASCII, and without forms outside of it.
func pairOf(want []rune) int {
	best, at := -1, -1
	for i := 0; i+1 < len(want); i++ {
		a, b := want[i], want[i+1]
		if a == b || !single(a) || !single(b) {
			continue
		}
		if n := rarity(a) + rarity(b); n > best {
			best, at = n, i
		}
	}
	return at
}

// single reports whether a rune of ASCII has no form that takes more than a byte.
func single(r rune) bool { return r > ' ' && r < 0x7f && r != 'K' && r != 'S' }

// lowered is the byte that Pair looks for in the place of a folded rune.
func lowered(r rune) byte { return bytes.ToLower([]byte{byte(r)})[0] | smallBit }
