package offline

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// ref is a line of a transcript.
type ref struct {
	session string
	n       int
}

// message is what the user said at once.
type message struct {
	ref
	at    time.Time
	cwd   string
	lines []string
	// reply is what the agent said last before it.
	reply answer
}

// answer is what the agent said at once.
type answer struct {
	ref
	lines []string
}

// maxLines is how many lines a message may have and still be taken for the user's own words. What
// is longer was pasted.
const maxLines = 24

// readSaid reads the messages of the user from the digest, in order of time. What a tool, an agent
// or a subagent said is evidence for a reader, and no reason for a rule to act; but for what the agent said last where the user
// says yes to it.
func readSaid(scratch *memory.Root, heard func(done, total int)) ([]message, error) {
	names, err := scratch.Names(engine.TranscriptsDir)
	if err != nil {
		return nil, err
	}
	var said []message
	for i, name := range names {
		heard(i+1, len(names))
		list, err := readSession(scratch, engine.TranscriptsDir+"/"+name)
		if err != nil {
			return nil, err
		}
		said = append(said, list...)
	}
	slices.SortStableFunc(said, func(a, b message) int {
		return cmp.Or(a.at.Compare(b.at), strings.Compare(a.session, b.session), cmp.Compare(a.n, b.n))
	})
	return said, nil
}

func readSession(scratch *memory.Root, path string) ([]message, error) {
	f, err := scratch.Open(path)
	// A folder without any session is as good as none.
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := transcript.ReadDigest(f)
	if err != nil {
		return nil, err
	}
	var said []message
	var reply answer
	for _, l := range lines {
		// The prompt of a subagent was written by the agent that called it.
		if l.Sidechain || l.Trust == model.TrustTool || l.Call {
			continue
		}
		if l.Trust == model.TrustAssistant {
			reply.add(l)
			continue
		}
		if last := len(said) - 1; last >= 0 && said[last].n == l.N {
			said[last].lines = append(said[last].lines, l.Text)
			continue
		}
		said = append(said, message{ref: ref{l.Session, l.N}, at: l.Time, cwd: l.Cwd, lines: []string{l.Text}, reply: reply})
		reply = answer{}
	}
	return slices.DeleteFunc(said, func(m message) bool { return len(m.lines) > maxLines }), nil
}

// add takes in a line of the agent; what it said before is not what it said last.
func (a *answer) add(l transcript.DigestLine) {
	if a.ref != (ref{l.Session, l.N}) {
		*a = answer{ref: ref{l.Session, l.N}}
	}
	a.lines = append(a.lines, l.Text)
}

// ownProject leaves out the sessions of another project: two can share one folder of transcripts.
// Home is where the sessions were held that the notes came from; without such a session in the
// digest, and for folders that the caller names, all is taken to be home.
func ownProject(said []message, copy *notes, projects []string) []message {
	origin := map[string]bool{}
	for _, f := range copy.files {
		if f.note.Session != "" {
			origin[f.note.Session] = true
		}
	}
	home := slices.Clone(projects)
	known := false
	for _, m := range said {
		if origin[m.session] && m.cwd != "" {
			home, known = append(home, m.cwd), true
		}
	}
	if !known {
		return said // to leave all out would be as wrong, and nobody would see it
	}
	return slices.DeleteFunc(said, func(m message) bool {
		return m.cwd != "" && !slices.ContainsFunc(home, func(h string) bool { return within(m.cwd, h) || within(h, m.cwd) })
	})
}

// within reports whether a folder is dir or lies below it.
func within(folder, dir string) bool {
	folder, dir = path.Clean(folder), path.Clean(dir)
	return folder == dir || strings.HasPrefix(folder, strings.TrimSuffix(dir, "/")+"/")
}
