package transcript

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dreamgate/memory"
	"dreamgate/memory/secret"
	"dreamgate/model"
)

// DigestDir is the folder below the scratch root that the digest is written to.
const DigestDir = "transcripts"

// DigestMax is the size of a digest, in bytes, where the options name none.
const DigestMax = 8 << 20

// pieceMax bounds the text of one digest line in bytes. The agent's own Grep hides lines of over
// 500 characters, so a whole line stays below that.
const pieceMax = 400

// toolPieces is how many pieces of one tool result are kept, from its start: what a tool printed
// is the weakest evidence and by far the largest.
const toolPieces = 8

// DigestOptions bound a digest.
type DigestOptions struct {
	// Max is the size of all files together in bytes; 0 means DigestMax.
	Max int64
	// From leaves out, by the path of a file, its lines up to this number: they were read before.
	From map[string]int
	// Since takes what was said from then on instead, also where it was read before, and leaves out
	// what is older or has no time; the zero time is no window.
	Since time.Time
	// Heard is told how many of the files are read, from time to time; nil is allowed.
	Heard func(read, all int)
	// Words are those of the notes. Over the bound, lines that hold one of them stay longer.
	Words []string
}

// DigestReport says what a digest holds and what it lacks.
type DigestReport struct {
	// Sessions and Lines count what was written, LeftOut the lines that were not.
	Sessions, Lines, LeftOut int
	Bytes                    int64
	// Files are the written paths below the root, the newest session first.
	Files []string
	// Remarks name what was left out or could not be read, a line each.
	Remarks []string
	// Read says of each file how far it was read, the newest first, also where nothing of it was written.
	Read []DigestRead
}

// DigestRead is what became of one transcript.
type DigestRead struct {
	File File
	// Lines is the number of raw lines that were read whole: a last one that is still being written
	// is not among them. LeftUser counts the user's lines that found no room.
	Lines, LeftUser int
	// Kept counts the lines that were written, Older those that were never read before and that a
	// window left out.
	Kept, Older int
	// Own says that the session is a run of this program; Err that it could not be read.
	Own bool
	Err error
}

// Digest writes one file a session below dst: a head line "# <session> cwd=<dir>", then short
// lines of "<line>[.<piece>] TAB <who> TAB <when> TAB <text>", with secrets masked and everything
// that is no conversation left out. Over the bound, what tools printed goes first, then the midst of
// what the user pasted, then what the agent said, then what the user said; within each, lines without a word of the notes go before
// the others and old ones before new ones.
func Digest(ctx context.Context, files []File, opt DigestOptions, dst *memory.Root) (DigestReport, error) {
	d := digest{max: opt.Max, since: opt.Since, from: opt.From, words: wordSet(opt.Words)}
	if d.max <= 0 {
		d.max = DigestMax
	}
	for i, f := range newest(files) {
		if err := d.gather(ctx, f); err != nil {
			return d.report, err
		}
		if opt.Heard != nil {
			opt.Heard(i+1, len(files))
		}
	}
	d.shrink(d.max)
	return d.report, d.write(dst)
}

// ownPieces is how many pieces of a long message of the user are his own words, at its start and at its end: what
// stands between is pasted, and says no more than what a tool prints. Ten thousand lines of a log would push out what he
// asked to be remembered.
const ownPieces = 40

// rank orders lines by what they are worth; the lowest goes first when room is short.
type rank uint8

// The user's words are worth more than the agent's, and those more than a tool's; a word of the
// notes lifts a line within its kind, and the agent's above the user's plain talk.
const (
	rankTool rank = iota
	rankToolKnown
	rankPasted
	rankAssistant
	rankUser
	rankAssistantKnown
	rankUserKnown
	ranks
)

// digestLine is one line, ready to be written.
type digestLine struct {
	rank rank
	text string
}

// session is what was gathered of one file.
type session struct {
	name, cwd string
	lines     []digestLine
	left      [ranks]int
	read      DigestRead
}

type digest struct {
	max      int64
	since    time.Time
	from     map[string]int
	words    map[string]bool
	sessions []*session
	size     int64
	report   DigestReport
}

// gather reads one transcript. A file that cannot be read is a remark, not the end.
func (d *digest) gather(ctx context.Context, f File) error {
	s := &session{name: f.Session, read: DigestRead{File: f}}
	d.sessions = append(d.sessions, s)
	cut := 0
	stats, err := Scan(ctx, f, func(l Line) error {
		if s.cwd == "" {
			s.cwd = l.Cwd
		}
		if !d.wanted(s, l) {
			return nil
		}
		cut += d.add(s, l)
		if d.size > d.max+d.max/4 {
			d.shrink(d.max)
		}
		return nil
	})
	s.read.Lines, s.read.Own, s.read.Err = stats.Lines, stats.Own, err
	if stats.Incomplete > 0 {
		s.read.Lines = stats.Incomplete - 1
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		d.remark(f.Session, err.Error())
	case stats.Own:
		d.remark(f.Session, "left out: a run of dreamgate")
	}
	for _, r := range stats.Remarks() {
		d.remark(f.Session, r)
	}
	if s.read.Older > 0 {
		d.remark(f.Session, "left out "+model.Count(s.read.Older, "line")+" from before the window")
		d.report.LeftOut += s.read.Older
	}
	if cut > 0 {
		d.remark(f.Session, model.Count(cut, "piece")+" of long tool results left out")
		d.report.LeftOut += cut
	}
	return nil
}

// wanted reports whether a block of conversation is to be part of the digest.
func (d *digest) wanted(s *session, l Line) bool {
	fresh := l.N > d.from[s.read.File.Path]
	if d.since.IsZero() {
		return fresh
	}
	if l.Time.Before(d.since) {
		if fresh {
			s.read.Older++
		}
		return false
	}
	return true
}

// remark keeps a line for people about a session.
func (d *digest) remark(session, text string) {
	d.report.Remarks = append(d.report.Remarks, session+": "+text)
}

// add turns one block of conversation into digest lines and returns how many pieces it left out.
func (d *digest) add(s *session, l Line) (cut int) {
	parts := pieces(secret.Mask(l.Text), l.Trust == model.TrustTool)
	if l.Trust == model.TrustTool && len(parts) > toolPieces {
		cut = len(parts) - toolPieces
		parts = parts[:toolPieces]
	}
	when := "-"
	if !l.Time.IsZero() {
		when = l.Time.Format(time.RFC3339)
	}
	for i, p := range parts {
		n := strconv.Itoa(l.N)
		if len(parts) > 1 {
			n += "." + strconv.Itoa(i+1)
		}
		worth := d.rank(l, p)
		if l.Trust == model.TrustUser && i >= ownPieces && i < len(parts)-ownPieces {
			worth = rankPasted
		}
		line := digestLine{worth, n + "\t" + string(l.Trust) + "\t" + when + "\t" + p + "\n"}
		s.lines = append(s.lines, line)
		d.size += int64(len(line.text))
	}
	return cut
}

// rank says what a line is worth, by who said it and whether the notes know a word of it.
func (d *digest) rank(l Line, text string) rank {
	known := d.known(text)
	switch {
	case l.Trust == model.TrustUser && known:
		return rankUserKnown
	case l.Trust == model.TrustUser:
		return rankUser
	case l.Trust == model.TrustAssistant && known:
		return rankAssistantKnown
	case l.Trust == model.TrustAssistant:
		return rankAssistant
	case known:
		return rankToolKnown
	}
	return rankTool
}

// leastWord is the length from which on a word of a note can tell one line from another, in bytes.
const leastWord = 4

// wordSet is the set of the words of some texts that are long enough to mean something.
func wordSet(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		for _, part := range strings.FieldsFunc(strings.ToLower(w), notWord) {
			if len(part) >= leastWord {
				set[part] = true
			}
		}
	}
	return set
}

// notWord reports whether a rune parts words.
func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// known reports whether a text holds a word of the notes.
func (d *digest) known(text string) bool {
	if len(d.words) == 0 {
		return false
	}
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(text), notWord),
		func(w string) bool { return d.words[w] })
}

// shrink drops lines, the least worth first, until the digest has at most max bytes.
func (d *digest) shrink(max int64) {
	for r := rank(0); r < ranks && d.size > max; r++ {
		for i := len(d.sessions) - 1; i >= 0 && d.size > max; i-- {
			s := d.sessions[i]
			s.lines = slices.DeleteFunc(s.lines, func(l digestLine) bool {
				if l.rank != r || d.size <= max {
					return false
				}
				d.size -= int64(len(l.text))
				s.left[r]++
				return true
			})
		}
	}
}

// write writes what was kept, and names what was not.
func (d *digest) write(dst *memory.Root) error {
	taken := map[string]int{}
	for _, s := range d.sessions {
		d.nameLeft(s)
		s.read.Kept, s.read.LeftUser = len(s.lines), s.left[rankUser]+s.left[rankUserKnown]
		d.report.Read = append(d.report.Read, s.read)
		if len(s.lines) == 0 {
			continue
		}
		var b bytes.Buffer
		fmt.Fprintf(&b, "# %s cwd=%s\n", flat(s.name), flat(s.cwd))
		for _, l := range s.lines {
			b.WriteString(l.text)
		}
		path := DigestDir + "/" + fileName(s.name)
		if taken[path]++; taken[path] > 1 { // one session in two folders: it was resumed elsewhere
			path += "~" + strconv.Itoa(taken[path])
		}
		path += ".txt"
		if err := dst.Write(path, b.Bytes(), 0o600); err != nil {
			return fmt.Errorf("write digest: %w", err)
		}
		d.report.Sessions++
		d.report.Lines += len(s.lines)
		d.report.Bytes += int64(b.Len())
		d.report.Files = append(d.report.Files, path)
	}
	return nil
}

// nameLeft says what the bound cost a session.
func (d *digest) nameLeft(s *session) {
	tool := s.left[rankTool] + s.left[rankToolKnown]
	agent := s.left[rankAssistant] + s.left[rankAssistantKnown]
	user := s.left[rankUser] + s.left[rankUserKnown]
	pasted := s.left[rankPasted]
	if tool+agent+user+pasted == 0 {
		return
	}
	d.report.LeftOut += tool + agent + user + pasted
	text := fmt.Sprintf("over the size bound: left out %d tool, %d assistant and %d user lines", tool, agent, user)
	if pasted > 0 {
		text += ", and " + model.Count(pasted, "line") + " in the midst of long messages of the user"
	}
	d.remark(s.name, text)
}

// fileName is a session's name as one plain file name.
func fileName(session string) string {
	return strings.Map(func(r rune) rune {
		if notWord(r) && !strings.ContainsRune("-_.", r) {
			return '_'
		}
		return r
	}, session)
}

// flat puts a text on one line: white space becomes blanks, other control characters nothing.
func flat(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// pieces cuts a text into flat pieces of at most pieceMax bytes, at line ends first, then between
// words. What a tool printed is joined: many of its short lines make one piece, with " / " between.
func pieces(text string, join bool) []string {
	var out []string
	piece := ""
	for line := range strings.Lines(text) {
		line = flat(line)
		switch {
		case line == "":
			continue
		case piece == "":
			piece = line
		case join && len(piece)+len(line)+3 <= pieceMax:
			piece += " / " + line
		default:
			out = append(out, piece)
			piece = line
		}
		for len(piece) > pieceMax {
			at := cutAt(piece)
			out = append(out, strings.TrimSpace(piece[:at]))
			piece = strings.TrimSpace(piece[at:])
		}
	}
	if piece != "" {
		out = append(out, piece)
	}
	return out
}

// cutAt is the best place to cut a long piece: the last blank in its second half, else the last
// whole rune.
func cutAt(piece string) int {
	if at := strings.LastIndexByte(piece[:pieceMax], ' '); at > pieceMax/2 {
		return at
	}
	at := pieceMax
	for at > 0 && !utf8.RuneStart(piece[at]) {
		at--
	}
	return at
}
