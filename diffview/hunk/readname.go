package hunk

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"dreamgate/model"
)

// headName is the name behind --- or +++, and whether there is no file on that side: diff says so with a time
// at the beginning of time.
func headName(s string) (name string, gone bool) {
	if strings.HasPrefix(s, `"`) {
		return unquoted(s), false
	}
	name, stamp, _ := strings.Cut(s, "\t")
	if name == "/dev/null" {
		return "", true
	}
	return name, strings.HasPrefix(stamp, "1970-01-01 ") || strings.HasPrefix(stamp, "1969-12-31 ")
}

// bothNames are the names of a line of git, which are the same but for their first part.
func bothNames(s string) (old, new string) {
	if strings.HasPrefix(s, `"`) {
		for i := 1; i < len(s); i++ {
			if s[i] == '\\' {
				i++
			} else if s[i] == '"' && strings.HasPrefix(s[i+1:], " ") {
				return unquoted(s[:i+1]), unquoted(s[i+2:])
			}
		}
		return "", ""
	}
	half := len(s) / 2
	if len(s)%2 == 0 || s[half] != ' ' {
		return "", "" // of a rename, whose names stand below
	}
	return s[:half], s[half+1:]
}

// unquoted takes git's quotes off a name.
func unquoted(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	s = s[1 : len(s)-1]
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if at := strings.IndexByte("abtnvfr", s[i]); at >= 0 {
			b.WriteByte("\a\b\t\n\v\f\r"[at])
		} else if n, err := strconv.ParseUint(s[i:min(len(s), i+3)], 8, 8); err == nil && i+3 <= len(s) {
			b.WriteByte(byte(n))
			i += 2
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// deepest bounds the folders that are taken off the names of a patch.
const deepest = 16

// strip takes as many folders off all names of a patch as are needed for its files to be there: one where they
// begin with git's a/ and b/, and more for a patch that was made further up.
func strip(base model.Tree, files []patched) {
	first := 1
	for _, f := range files {
		if !f.moved && (f.old != "" && !strings.HasPrefix(f.old, "a/") || f.new != "" && !strings.HasPrefix(f.new, "b/")) {
			first = 0
		}
	}
	// Where git tells of a rename it leaves its a/ and b/ out.
	bare := first
	cut := func(f patched, name string, n int) string {
		if f.moved {
			n -= bare
		}
		return cutFolders(name, n)
	}
	if first == 0 && len(files) > 0 && files[0].old != files[0].new && files[0].old != "" && cutFolders(files[0].old, 1) == cutFolders(files[0].new, 1) {
		first = 1 // diff -r OLD NEW
	}
	level := first
	for n := first; n <= deepest; n++ {
		fits := true
		for _, f := range files {
			fits = fits && (f.old == "" || side(base, cut(f, f.old, n)).there ||
				!f.moved && f.new != "" && side(base, cut(f, f.new, n)).there)
		}
		if fits {
			level = n
			break
		}
	}
	for i := range files {
		f := &files[i]
		f.old, f.new = cut(*f, f.old, level), cut(*f, f.new, level)
		// Two names without a word of a rename are one file, and the copy that it was compared with.
		if !f.moved && f.old != "" && f.new != "" {
			if side(base, f.new).there {
				f.old = f.new
			} else {
				f.new = f.old
			}
		}
	}
}

// cutFolders takes folders off a name, but never the name itself.
func cutFolders(name string, n int) string {
	for ; n > 0; n-- {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			return name
		}
		name = rest
	}
	return name
}

// safe reports whether a name stays inside a folder, and out of a repository's own.
func safe(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git") || strings.ContainsRune(part, 0) {
			return false
		}
	}
	return true
}

// mostBinary bounds a binary file in a patch, in bytes.
const mostBinary = 32 << 20

// binary reads the content of a binary file, written in full.
func (r *patchReader) binary(f *patched) error {
	at := r.at + 1
	fail := func(err error) error { return fmt.Errorf("line %d of the patch: read a binary file: %w", at, err) }
	r.at++
	n, ok := strings.CutPrefix(r.peek(), "literal ")
	size, err := strconv.Atoi(n)
	if !ok || err != nil || size < 0 || size > mostBinary {
		return fail(errors.New("only contents that stand there in full (literal) and are no larger than 32 MB are read"))
	}
	var packed []byte
	for r.at++; r.peek() != ""; r.at++ {
		if packed, err = undigits(packed, r.peek()); err != nil {
			return fail(err)
		}
	}
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return fail(err)
	}
	data, err := io.ReadAll(io.LimitReader(z, int64(size)+1))
	if err == nil && len(data) != size {
		err = fmt.Errorf("%d bytes were to come, not %d", size, len(data))
	}
	if err != nil {
		return fail(err)
	}
	f.binary, f.data = true, data
	return nil
}

// undigits reads one line in base 85.
func undigits(to []byte, line string) ([]byte, error) {
	bad := fmt.Errorf("%q is no line in base 85", line)
	n := 0
	switch c := line[0]; {
	case c >= 'A' && c <= 'Z':
		n = int(c-'A') + 1
	case c >= 'a' && c <= 'z':
		n = int(c-'a') + 27
	}
	if line = line[1:]; n == 0 || len(line) != (n+3)/4*5 {
		return nil, bad
	}
	for ; n > 0; line = line[5:] {
		v := uint64(0)
		for i := range 5 {
			d := strings.IndexByte(digits85, line[i])
			if d < 0 {
				return nil, bad
			}
			v = v*85 + uint64(d)
		}
		if v > 1<<32-1 {
			return nil, bad
		}
		four := binary.BigEndian.AppendUint32(nil, uint32(v))
		to = append(to, four[:min(4, n)]...)
		n -= min(4, n)
	}
	return to, nil
}
