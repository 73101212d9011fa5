package hunk

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"dreamgate/model"
)

// idLength is the length of an id in hex digits: short enough to type, and long enough that two of
// 5,000 hunks meet once in 100,000 proposals, which name then settles.
const idLength = 10

// name gives every hunk its id. An id comes from path, kind, text, and the place among hunks of the
// same text, never from line numbers: the same change has the same id after a restart, and also
// when the file has grown above it.
func name(changes []model.Change) {
	taken := map[string]bool{}
	for _, c := range changes {
		alike := map[[sha256.Size]byte]int{}
		for i := range c.Hunks {
			h := &c.Hunks[i]
			text := digest(*h, 0)
			full := text
			if n := alike[text]; n > 0 {
				full = digest(*h, n)
			}
			alike[text]++
			id := hex.EncodeToString(full[:])
			n := idLength
			for taken[id[:n]] && n < len(id) {
				n++
			}
			h.ID = id[:n]
			taken[h.ID] = true
		}
	}
}

// digest hashes what makes a hunk itself, and that it is the nth of its kind.
func digest(h model.Hunk, nth int) (sum [sha256.Size]byte) {
	var buf []byte
	field := func(s string) {
		buf = strconv.AppendInt(buf, int64(len(s)), 10)
		buf = append(append(buf, ':'), s...)
	}
	field(h.Path)
	field(string(h.Kind))
	if h.Kind == model.HunkMode {
		field(strconv.FormatUint(uint64(h.OldMode.Perm()), 8))
		field(strconv.FormatUint(uint64(h.NewMode.Perm()), 8))
	}
	for _, side := range [][]string{h.Removed, h.Added} {
		field(strconv.Itoa(len(side)))
		for _, line := range side {
			field(line)
		}
	}
	field(strconv.Itoa(nth))
	return sha256.Sum256(buf)
}
