package model

import (
	"strconv"
	"strings"
	"time"
)

// Trust is who said a line.
type Trust string

// The speakers of a transcript, most trusted first. What only a tool result holds is untrusted.
const (
	TrustUser      Trust = "user"
	TrustAssistant Trust = "assistant"
	TrustTool      Trust = "tool"
)

// Source is one line that a claim can rest on: of a transcript, or of a file.
type Source struct {
	// Session and Line are the transcript's name (without .jsonl) and its raw line, from 1.
	Session string
	Line    int
	// Path is set instead of Session for a note or a repository file.
	Path  string
	Trust Trust
	// Call marks a tool call of the agent: what it did, which is no statement about anything else.
	Call bool
	// Archived marks a line that was kept of a session which is gone.
	Archived bool
	// Time is the message's own stamp; zero if it has none.
	Time time.Time
	Text string
}

// longSession is the length from which the name of a session is cut to shortSession, in bytes: it is a
// UUID then, whose start tells it apart.
const longSession, shortSession = 32, 8

// Place is where a source stands, for people: "5f0c9d1e:3" or a path; "" if nothing is known. It is as
// raw as what it is made of.
func (s Source) Place() string {
	name := s.Path
	if s.Session != "" {
		if name = s.Session; len(name) >= longSession {
			name = strings.ToValidUTF8(name[:shortSession], "")
		}
	}
	if name == "" || s.Line <= 0 {
		return name
	}
	return name + ":" + strconv.Itoa(s.Line)
}

// Span is a piece of one line of a hunk's added side, in bytes. Line is an index into Added, from 0.
type Span struct{ Line, Start, End int }

// Support is what became of a claim.
type Support string

// The supports. Kept, cited, found and derived claims carry no flag for their source.
const (
	Kept      Support = "kept"
	Cited     Support = "cited"
	Found     Support = "found"
	Derived   Support = "derived"
	Unsourced Support = "unsourced"
)

// Claim is one token of an added line that can be true or false on its own.
type Claim struct {
	// Kind is what it looks like: date, number, version, path, url, identifier, command, quoted, name.
	Kind    string
	Token   string
	At      Span
	Support Support
	// Source is where it stands; zero for an unsourced claim. A check leaves its Text out.
	Source Source
	// Reason is one sentence that explains the verdict.
	Reason string
}

// Verdict is what a citation is worth.
type Verdict string

// The verdicts, spelled as the JSON of `check` and `cite` spells them.
const (
	Supported   Verdict = "supported"
	Unsupported Verdict = "unsupported"
	Missing     Verdict = "missing"
)

// Citation is a transcript line that a change names as its reason.
type Citation struct {
	Source  Source
	Verdict Verdict
	Reason  string
}

// Flag is a reason to look twice before a hunk is accepted.
type Flag struct {
	Kind  string `json:"kind"`
	Token string `json:"token"`
	// Line counts from 1 in the new file; 0 where no line is meant.
	Line int `json:"line"`
	// Reason is one sentence that shows why.
	Reason string `json:"reason"`
	// At marks the token in the hunk's added lines; zero End means none.
	At Span `json:"-"`
}

// Bare is the flag without what its reason quotes: what was said in a session outlives neither the review nor goes
// into a commit, which may leave the machine.
func (f Flag) Bare() Flag {
	from, to := strings.Index(f.Reason, "“"), strings.LastIndex(f.Reason, "”")
	if from >= 0 && to > from {
		f.Reason = f.Reason[:from] + "“…" + f.Reason[to:]
	}
	return f
}

// Alike are flags, those that say the same in the same words once, and how often each is said.
func Alike(flags []Flag) (once []Flag, times []int) {
	at := map[[3]string]int{}
	for _, f := range flags {
		says := [3]string{f.Kind, f.Token, f.Reason}
		if i, ok := at[says]; ok {
			times[i]++
			continue
		}
		at[says] = len(once)
		once, times = append(once, f), append(times, 1)
	}
	return once, times
}

// Repeated says how often something is said, "" for once.
func Repeated(n int) string {
	if n < 2 {
		return ""
	}
	return " (" + Number(n) + " times)"
}

// The kinds of flags that need no source: what looks like a credential, and characters that cannot be
// seen. Whoever writes a text, it is looked through for both.
const (
	FlagSecret    = "secret"
	FlagInvisible = "invisible"
)

// FlagConflict is the kind of a hunk that undoes what somebody else changed since.
const FlagConflict = "conflict"

// Evidence is what the check says of one hunk.
type Evidence struct {
	// Why is the engine's own reason, from CHANGES.md.
	Why       string
	Claims    []Claim
	Citations []Citation
	Flags     []Flag
	// Before says that the same change was refused before.
	Before PastRefusal
}

// Telling parts the claims into those that are told one by one with what they rest on, those that are only named, as
// they were kept from the old text, and the number of those beyond the most that are told. What is a flag already is
// not told twice, and what holds of a word is told at one of its places only.
func (e Evidence) Telling(most int) (told, kept []Claim, more int) {
	flagged := map[Span]bool{}
	for _, f := range e.Flags {
		flagged[f.At] = f.At.End > 0
	}
	seen := map[Claim]bool{}
	for _, c := range e.Claims {
		what := c
		if what.At = (Span{}); c.Support == Kept {
			what = Claim{Token: c.Token, Support: c.Support}
		}
		again := seen[what]
		seen[what] = true
		switch {
		case flagged[c.At] || again:
		case len(told)+len(kept) == most:
			more++
		case c.Support == Kept:
			kept = append(kept, c)
		default:
			told = append(told, c)
		}
	}
	return told, kept, more
}

// PastRefusal is that a reviewer refused a change in an earlier review.
type PastRefusal struct {
	// Review is the id of that review, "" for a change that was not refused before.
	Review string
	At     time.Time
	// Note is what the reviewer said of it then.
	Note string
}

// Known reports whether there was a refusal.
func (r PastRefusal) Known() bool { return r.Review != "" }

// Check is the judgement of a whole proposal.
type Check struct {
	// Hunks holds an entry for every hunk id.
	Hunks map[string]Evidence
	// Audit are the findings that the proposal as a whole would have.
	Audit []Finding
	// Loss is what the proposal as a whole would take out of the notes; nothing is asked of what a person did.
	Loss Loss
}
