package talk

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"dreamgate/model"
)

// maxPattern bounds a pattern in bytes: what it costs to look for one grows with its length.
const maxPattern = 500

// search finds lines. A pattern that is no regular expression is looked for as it stands: models
// search for "f(" and mean just that.
func (b *bench) search(a args) (string, error) {
	pattern := a.text("pattern")
	if strings.TrimSpace(pattern) == "" {
		return "", errors.New("the pattern is empty")
	}
	if len(pattern) > maxPattern {
		return "", fmt.Errorf("the pattern has more than %d bytes; look for less at once", maxPattern)
	}
	re, err := regexp.Compile("(?i)" + pattern)
	if err != nil {
		re = regexp.MustCompile("(?i)" + regexp.QuoteMeta(pattern))
	}
	paths, tree, err := b.files(a.text("under"))
	if err != nil {
		return "", err
	}
	found := hits{}
	for _, p := range paths {
		if b.ctx.Err() != nil {
			return "", b.ctx.Err()
		}
		found.in(p, tree[p].Data, re)
	}
	switch {
	case found.n == 0:
		return "nothing found", nil
	case found.n > found.shown:
		fmt.Fprintf(&found.out, "and %s more; look for something rarer, or under one path", model.Count(found.n-found.shown, "hit"))
	}
	return b.give(found.out.String())
}

// hits collects found lines.
type hits struct {
	out      strings.Builder
	n, shown int
}

// in looks through one file. Whole files are searched before they are cut into lines, because most
// hold nothing.
func (h *hits) in(p string, data []byte, re *regexp.Regexp) {
	if !re.Match(data) {
		return
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		at := re.FindIndex(bytes.TrimRight(line, "\r\n"))
		if at == nil {
			continue
		}
		h.n++
		if h.shown < maxHits && h.out.Len() < maxResult {
			h.shown++
			fmt.Fprintf(&h.out, "%s:%d: %s\n", p, n, around(bytes.TrimRight(line, "\r\n"), at[0]))
		}
	}
}

// around is a line, or what of a long one stands around a hit. The head of a session's line, which says
// who spoke and when, is always whole: without it nothing can be cited.
func around(line []byte, at int) string {
	if len(line) <= maxHit {
		return strings.ToValidUTF8(string(line), "\ufffd")
	}
	from := max(0, at-maxHit/2)
	text := strings.ToValidUTF8(string(line[from:min(len(line), from+maxHit)]), "\ufffd")
	if from == 0 {
		return text + "…"
	}
	head := ""
	if parts := bytes.SplitN(line[:from], []byte{'\t'}, 4); len(parts) == 4 && len(line)-len(parts[3]) < maxHit {
		head = strings.ToValidUTF8(string(bytes.Join(parts[:3], []byte{'\t'})), "\ufffd") + "\t"
	}
	return head + "…" + text + "…"
}
