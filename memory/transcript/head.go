package transcript

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// headMax bounds the head of a file that tells it from another of the same name, in bytes. The first
// record of a session holds its id and the moment of its start.
const headMax = 1 << 10

// Head is a short sum of the first bytes of a file, of its first size bytes if those are fewer. A session
// only ever grows at its end: one with another head is another file, whatever its name.
func Head(f File, size int64) (string, error) {
	file, err := open(f)
	if err != nil {
		return "", fmt.Errorf("read transcript %s: %w", f.Session, err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, io.LimitReader(file, min(size, headMax))); err != nil {
		return "", fmt.Errorf("read transcript %s: %w", f.Session, err)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}
