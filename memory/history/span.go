package history

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"dreamgate/model"
)

// Span is a range of commits: what became of the files below a folder from one to another.
type Span struct {
	// From is the commit before the first of the range, "" for the time before there was any; To is the last.
	From, To string
	// One says that a single commit was named, and To is it.
	One bool
	// Changes is the number of commits in it that changed something here, At the time of the last.
	Changes int
	At      time.Time
	Files   []model.RevisionFile
}

// ErrRevision says that words name no range of commits.
var ErrRevision = errors.New("no range of commits")

// Between finds a range by the words of a user: A..B is what came after A up to B, A.. up to now, ..B from the
// beginning, and a word without dots one commit. The words are never taken for options of git.
func Between(ctx context.Context, dir, words string) (s Span, err error) {
	from, to, several := strings.Cut(words, "..")
	switch {
	case strings.Contains(words, "..."):
		return s, fmt.Errorf("%w: %q asks for what two lines of work have apart; write A..B", ErrRevision, words)
	case strings.Trim(words, ". ") == "":
		return s, fmt.Errorf("%w: name a commit, or two as A..B", ErrRevision)
	case !several:
		s.One, to, from = true, words, ""
	case to == "":
		to = "HEAD"
	}
	if s.To, err = commitOf(ctx, dir, to); err != nil {
		return s, err
	}
	switch {
	case s.One:
		s.From = parentOf(ctx, dir, s.To)
	case from != "":
		if s.From, err = commitOf(ctx, dir, from); err != nil {
			return s, err
		}
		if _, newer := read(ctx, dir, "merge-base", "--is-ancestor", s.To, s.From); newer == nil && s.From != s.To {
			return s, fmt.Errorf("%w: %q comes after %q; write it as %s..%s", ErrRevision, from, to, to, from)
		}
	}
	return s, s.fill(ctx, dir)
}

// parentOf is the commit before one, "" if it is the first.
func parentOf(ctx context.Context, dir, commit string) string {
	out, err := read(ctx, dir, "rev-parse", "--verify", "--quiet", commit+"^1^{commit}")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(out)
}

// commitOf is the hash of the commit that a word names.
func commitOf(ctx context.Context, dir, word string) (string, error) {
	odd := func(r rune) bool { return r < ' ' || r == 0x7f }
	if strings.HasPrefix(word, "-") || strings.HasPrefix(word, "^") || strings.ContainsFunc(word, odd) {
		return "", fmt.Errorf("%w: %q cannot name a commit", ErrRevision, word)
	}
	out, err := read(ctx, dir, "rev-parse", "--verify", word+"^{commit}")
	if hash := strings.TrimSpace(out); err == nil && len(hash) >= 40 && strings.Trim(hash, "0123456789abcdef") == "" {
		return hash, twice(ctx, dir, word)
	}
	var said *gitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &said) && strings.Contains(said.words, "ambiguous"):
		return "", fmt.Errorf("%w: several commits begin with %q; give more of it", ErrRevision, word)
	}
	return "", fmt.Errorf("%w: there is no commit %q in the git repository of %s", ErrRevision, word, dir)
}

// twice refuses a word that is both a branch and a tag, of which git would take one.
func twice(ctx context.Context, dir, word string) error {
	var found []string
	for _, kind := range []string{"refs/heads/", "refs/tags/"} {
		if out, err := read(ctx, dir, "rev-parse", "--verify", "--quiet", kind+word+"^{commit}"); err == nil {
			found = append(found, strings.TrimSpace(out))
		}
	}
	if len(found) == 2 && found[0] != found[1] {
		return fmt.Errorf("%w: there is a branch %q and a tag; write heads/%[2]s or tags/%[2]s", ErrRevision, word)
	}
	return nil
}

// fill reads what the range did.
func (s *Span) fill(ctx context.Context, dir string) error {
	fail := func(err error) error { return fmt.Errorf("ask git what a range changed in %s: %w", dir, err) }
	prefix, err := read(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return fail(err)
	}
	from, count := s.From, []string{"rev-list", "--count", s.To}
	if from == "" {
		// The tree of no files has a name without being there.
		if from, err = read(ctx, dir, "hash-object", "-t", "tree", "--stdin"); err != nil {
			return fail(err)
		}
		from = strings.TrimSpace(from)
	} else {
		count = append(count, "^"+from)
	}
	out, err := read(ctx, dir, append(count, "--", ".")...)
	if err != nil {
		return fail(err)
	}
	fmt.Sscan(out, &s.Changes)
	var at int64
	if out, err = read(ctx, dir, "show", "--no-patch", "--no-show-signature", "--format=%ct", s.To); err != nil {
		return fail(err)
	}
	fmt.Sscan(out, &at)
	s.At = time.Unix(at, 0).UTC()
	w := walker{prefix: strings.TrimSuffix(prefix, "\n")}
	whole, err := stream(ctx, dir, walkLimit, cutAt(0, maxField), w.take, "diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--find-renames",
		"--no-ext-diff", "--no-textconv", from, s.To, "--", ".")
	if err == nil && !whole {
		err = errors.New("it took too long")
	}
	if err != nil {
		return fail(err)
	}
	s.Files = w.rev.Files
	return nil
}

// Since are the commits that came after one and changed files below dir.
func Since(ctx context.Context, dir, commit string) (map[string]bool, error) {
	later := map[string]bool{}
	_, err := stream(ctx, dir, walkLimit, cutAt('\n', maxField), func(hash string) bool {
		later[hash] = true
		return true
	}, "rev-list", "HEAD", "^"+commit, "--", ".")
	if err != nil {
		return nil, fmt.Errorf("ask git what came after a commit in %s: %w", dir, err)
	}
	return later, nil
}
