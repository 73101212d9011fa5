package hunk

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"io/fs"
	"strings"

	"dreamgate/model"
)

// patchContext is the number of unchanged lines around a hunk in a patch, as in git.
const patchContext = 3

// Unified writes changes of the base as a patch that `git apply` takes and that reads well: three
// lines of context, git's headers, and binary files whole. All hunks of the changes are written;
// use Selected for the accepted ones. Renames are written as their two halves, which can be applied
// apart. The text is as in the files: it is not yet printable.
func Unified(base model.Tree, changes []model.Change) []byte {
	var b bytes.Buffer
	for _, c := range changes {
		if carries(c) {
			// What is not in the base has no lines that a block could stand beside.
			f, err := carriedOn(entry{}, side(base, c.RenameOf), c.Hunks)
			if err != nil {
				continue
			}
			whole := c.Hunks[0]
			whole.Added = Lines(f.Data)
			c.Hunks = []model.Hunk{whole}
		}
		if len(c.Hunks) > 0 {
			patchFile(&b, base[c.Path].Data, c)
		}
	}
	return b.Bytes()
}

func patchFile(b *bytes.Buffer, old []byte, c model.Change) {
	from, to := "a/"+c.Path, "b/"+c.Path
	fmt.Fprintf(b, "diff --git %s %s\n", quoted(from), quoted(to))
	// git wants both sides of a change of mode before any text.
	texts := c.Hunks
	if h := texts[0]; h.Kind == model.HunkMode {
		fmt.Fprintf(b, "old mode %s\nnew mode %s\n", gitMode(h.OldMode), gitMode(h.NewMode))
		texts = texts[1:]
	}
	if len(texts) == 0 {
		return
	}
	h := texts[0]
	switch h.Kind {
	case model.HunkAdded:
		fmt.Fprintf(b, "new file mode %s\n", gitMode(h.NewMode))
		from = "/dev/null"
	case model.HunkDeleted:
		fmt.Fprintf(b, "deleted file mode %s\n", gitMode(h.OldMode))
		to = "/dev/null"
	}
	switch {
	case IsBinary(h): // a text hunk never is
		patchBinary(b, old, h)
	case len(h.Removed)+len(h.Added) > 0: // an empty file has no lines to speak of
		fmt.Fprintf(b, "--- %s\n+++ %s\n", ended(from), ended(to))
		patchText(b, Lines(old), texts)
	}
}

// gitMode is a mode as git writes it: it knows two.
func gitMode(m fs.FileMode) string {
	if executable(m) {
		return "100755"
	}
	return "100644"
}

// quoted writes a name as git does: in double quotes with C escapes if any byte needs it.
func quoted(name string) string {
	odd := func(c byte) bool { return c < ' ' || c == '"' || c == '\\' || c >= 0x7f }
	plain := true
	for i := range len(name) {
		plain = plain && !odd(name[i])
	}
	if plain {
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case odd(c):
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// ended is a quoted name for a header line that may end with a time: a tab ends a name with blanks.
func ended(name string) string {
	q := quoted(name)
	if q == name && strings.Contains(name, " ") {
		return q + "\t"
	}
	return q
}

// patchText writes hunks in blocks: those whose context meets stand in one.
func patchText(b *bytes.Buffer, lines []string, hunks []model.Hunk) {
	shift := 0 // by how many lines the new file runs ahead
	for len(hunks) > 0 {
		// Blocks must not overlap: git would not find the context of the second.
		n := 1
		for n < len(hunks) && above(hunks[n])-below(hunks[n-1]) <= 2*patchContext {
			n++
		}
		from := max(0, above(hunks[0])-patchContext)
		to := min(len(lines), below(hunks[n-1])+patchContext)
		var body bytes.Buffer
		at, grown := from, 0
		for _, h := range hunks[:n] {
			patchLines(&body, ' ', lines[at:above(h)])
			patchLines(&body, '-', h.Removed)
			patchLines(&body, '+', h.Added)
			at = below(h)
			grown += len(h.Added) - len(h.Removed)
		}
		patchLines(&body, ' ', lines[at:to])
		fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", start(from, to), to-from,
			start(from+shift, to+shift+grown), to-from+grown)
		b.Write(body.Bytes())
		shift += grown
		hunks = hunks[n:]
	}
}

func patchLines(b *bytes.Buffer, mark byte, lines []string) {
	for _, line := range lines {
		b.WriteByte(mark)
		b.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// patchBinary writes both contents of a binary file in full, so that the patch can be applied and
// taken back. git wants the names of both blobs to trust it.
func patchBinary(b *bytes.Buffer, old []byte, h model.Hunk) {
	data := []byte(strings.Join(h.Added, ""))
	fmt.Fprintf(b, "index %s..%s", blob(old, h.Kind == model.HunkAdded), blob(data, h.Kind == model.HunkDeleted))
	if h.Kind == model.HunkBinary || h.Kind == model.HunkEmptied {
		fmt.Fprintf(b, " %s", gitMode(h.OldMode))
	}
	b.WriteString("\nGIT binary patch\n")
	literal(b, data)
	literal(b, old)
}

// blob is the name that git gives to a content; all zeros for a file that is not there.
func blob(data []byte, absent bool) string {
	if absent {
		return strings.Repeat("0", 2*sha1.Size)
	}
	sum := sha1.New()
	fmt.Fprintf(sum, "blob %d\x00", len(data))
	sum.Write(data)
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// digits85 are the digits of git's base 85, which differ from those of encoding/ascii85.
const digits85 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"

// literal writes one content of a binary file: deflated, then lines of up to 52 bytes in base 85,
// each led by a letter that tells its length.
func literal(b *bytes.Buffer, data []byte) {
	fmt.Fprintf(b, "literal %d\n", len(data))
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(data) // a bytes.Buffer never fails
	z.Close()
	for packed.Len() > 0 {
		line := packed.Next(52)
		if n := len(line); n <= 26 {
			b.WriteByte(byte('A' + n - 1))
		} else {
			b.WriteByte(byte('a' + n - 27))
		}
		for len(line) > 0 {
			var four [4]byte
			line = line[copy(four[:], line):]
			v := binary.BigEndian.Uint32(four[:])
			var five [5]byte
			for i := 4; i >= 0; i-- {
				five[i] = digits85[v%85]
				v /= 85
			}
			b.Write(five[:])
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}
