package project

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"
)

// maxSlug is the length in UTF-16 units over which the agent cuts a slug and adds a hash.
const maxSlug = 200

// Slug returns the name of the folder that the agent keeps for a directory: every UTF-16 unit that
// is no ASCII letter or digit becomes a dash, and a long name ends in a hash of the path. Two paths
// can share a slug; it is never turned back into a path.
func Slug(path string) string {
	units := utf16.Encode([]rune(path))
	var b strings.Builder
	hash := int32(0)
	for i, u := range units {
		hash = hash*31 + int32(u)
		switch {
		case i >= maxSlug:
		case u >= 'a' && u <= 'z' || u >= 'A' && u <= 'Z' || u >= '0' && u <= '9':
			b.WriteByte(byte(u))
		default:
			b.WriteByte('-')
		}
	}
	if len(units) > maxSlug {
		b.WriteByte('-')
		b.WriteString(strconv.FormatInt(max(int64(hash), -int64(hash)), 36))
	}
	return b.String()
}

// storeID names a store in our own folders: a few letters for the eye, and a hash of the real path
// of its directory. Nothing else goes into it, so that neither the way to the directory nor what is
// learned of its project changes it.
func storeID(real string) string {
	name := filepath.Base(real)
	if name == "memory" || name == ".memory" {
		name = filepath.Base(filepath.Dir(real))
	}
	readable := Slug(name)
	readable = strings.Trim(readable[max(0, len(readable)-24):], "-")
	if readable == "" {
		readable = "memory"
	}
	sum := sha256.Sum256([]byte(real))
	return strings.ToLower(readable) + "-" + hex.EncodeToString(sum[:6])
}
