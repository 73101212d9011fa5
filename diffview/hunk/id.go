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
	count := 0
	for _, c := range changes {
		count += len(c.Hunks)
	}
	taken := make(map[string]bool, count)
	var d digester
	for _, c := range changes {
		alike := make(map[digest]int, len(c.Hunks))
		for i := range c.Hunks {
			h := &c.Hunks[i]
			text := d.sum(*h, 0)
			full := text
			if n := alike[text]; n > 0 {
				full = d.sum(*h, n)
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

// Content is the sum of what a hunk does, whatever its place: its path, its kind and its text.
func Content(h model.Hunk) [sha256.Size]byte {
	var d digester
	return d.sum(h, 0)
}

type digest [sha256.Size]byte

// digester hashes hunks. Each field is led by its length, so that no two hunks read alike.
type digester struct{ buf []byte }

func (d *digester) field(s string) {
	d.buf = strconv.AppendInt(d.buf, int64(len(s)), 10)
	d.buf = append(append(d.buf, ':'), s...)
}

// sum hashes what makes a hunk itself, and that it is the nth of its kind.
func (d *digester) sum(h model.Hunk, nth int) digest {
	d.buf = d.buf[:0]
	d.field(h.Path)
	d.field(string(h.Kind))
	if h.Kind == model.HunkMode {
		d.field(strconv.FormatUint(uint64(h.OldMode.Perm()), 8))
		d.field(strconv.FormatUint(uint64(h.NewMode.Perm()), 8))
	}
	for _, side := range [][]string{h.Removed, h.Added} {
		d.field(strconv.Itoa(len(side)))
		for _, line := range side {
			d.field(line)
		}
	}
	d.field(strconv.Itoa(nth))
	return d.hash()
}

func (d *digester) hash() digest { return sha256.Sum256(d.buf) }
