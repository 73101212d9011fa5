package cli

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"dreamgate/dream"
	"dreamgate/model"
	"dreamgate/model/audit"
)

// The shapes of all JSON that the commands print. Lists are never null; what a program may compare
// byte for byte is verbatim, or comes as base64 and says so. Fields are only ever added.

// printJSON prints the answer of a command as JSON, indented by a blank a level. What a terminal would act on, or not
// show, is escaped; to a program it is the same. Any command may have finished an apply that was cut short before it
// answered: whoever reads only the answer has to hear of that too, so it is a field of every answer.
func (a *app) printJSON(v any) error {
	text, err := encoded(v)
	if err == nil {
		text, err = withRecovered(text, a.recovered())
	}
	if err == nil {
		_, err = io.WriteString(a.Stdout, escaped(text))
	}
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// recoveredJSON is what every answer may hold beside its own fields.
type recoveredJSON struct {
	Recovered []string `json:"recovered"`
}

// withRecovered adds that to the end of an object, if there is any.
func withRecovered(object string, lines []string) (string, error) {
	if len(lines) == 0 {
		return object, nil
	}
	more, err := encoded(recoveredJSON{lines})
	return strings.TrimSuffix(object, "\n}\n") + "," + strings.TrimPrefix(more, "{"), err
}

func encoded(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(v)
	return b.String(), err
}

// escaped writes the characters of JSON that are not for a screen as escapes. They stand only in
// strings, and the encoder has seen to those below the blank.
func escaped(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		switch {
		case r != 0x7f && !model.Invisible(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// list is a slice that is [] and not null where it is empty.
func list[T any](v []T) []T {
	if v == nil {
		return []T{}
	}
	return v
}

// isBase64 is the value of "encoding" where text could not stand in JSON as it is.
const isBase64 = "base64"

// lossless returns texts as they can stand in JSON: all of them as they are, or all as base64.
func lossless(texts ...[]string) (encoding string, out [][]string) {
	for _, side := range texts {
		for _, s := range side {
			if !utf8.ValidString(s) {
				encoding = isBase64
			}
		}
	}
	for _, side := range texts {
		to := make([]string, len(side))
		for i, s := range side {
			if to[i] = s; encoding == isBase64 {
				to[i] = base64.StdEncoding.EncodeToString([]byte(s))
			}
		}
		out = append(out, to)
	}
	return encoding, out
}

// pathJSON is a path, and its bytes where they are not UTF-8.
type pathJSON struct {
	Path  string `json:"path"`
	Bytes string `json:"path_base64,omitempty"`
}

func shapePath(p string) pathJSON {
	if utf8.ValidString(p) {
		return pathJSON{Path: p}
	}
	return pathJSON{Path: model.PrintableLine(p), Bytes: base64.StdEncoding.EncodeToString([]byte(p))}
}

type auditJSON struct {
	Stores []storeAudit `json:"stores"`
}

type storeAudit struct {
	Path     string          `json:"path"`
	Project  string          `json:"project"`
	Projects []string        `json:"projects"`
	Index    indexJSON       `json:"index"`
	Dangling []string        `json:"dangling"`
	Orphans  []string        `json:"orphans"`
	Notes    []noteJSON      `json:"notes"`
	Findings []model.Finding `json:"findings"`
	// Warnings are sentences on what is wrong with the place of the memory, which no note can mend.
	Warnings []string `json:"warnings"`
	// New are those that the baseline does not have, left out without one; Proposal is the review of the
	// fixes, and Fixes what each of them is.
	New      *[]model.Finding `json:"new,omitempty"`
	Proposal string           `json:"proposal,omitempty"`
	Fixes    []string         `json:"fixes,omitempty"`
}

type indexJSON struct {
	Lines    int          `json:"lines"`
	Units    int          `json:"units"`
	RawLines int          `json:"raw_lines"`
	RawBytes int          `json:"raw_bytes"`
	Status   model.Status `json:"status"`
	CutAt    int          `json:"cut_at"`
}

type noteJSON struct {
	pathJSON
	Name        string           `json:"name"`
	Type        string           `json:"type"`
	Frontmatter model.FrontState `json:"frontmatter"`
	Special     string           `json:"special,omitempty"`
}

func shapeIndex(ix model.Index) indexJSON {
	return indexJSON{Lines: ix.Lines, Units: ix.Units, RawLines: ix.RawLines, RawBytes: ix.RawBytes, Status: ix.Status, CutAt: ix.CutAt}
}

func shapeNote(n model.Note) noteJSON {
	return noteJSON{pathJSON: shapePath(n.Path), Name: n.Name, Type: n.Type, Frontmatter: n.Front, Special: n.Special}
}

func shapeAudit(m model.Memory) storeAudit {
	out := storeAudit{Path: m.Store.Dir, Projects: list(m.Store.Projects), Index: shapeIndex(m.Index),
		Dangling: list(audit.Dangling(m.Index)), Orphans: list(audit.Orphans(m.Tree, m.Notes, m.Index)),
		Notes: []noteJSON{}, Findings: list(m.Findings), Warnings: list(m.Store.Warnings)}
	if len(m.Store.Projects) > 0 {
		out.Project = m.Store.Projects[0]
	}
	for _, n := range m.Notes {
		out.Notes = append(out.Notes, shapeNote(n))
	}
	return out
}

type storeJSON struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Path     string         `json:"path"`
	Slug     string         `json:"slug"`
	Projects []string       `json:"projects"`
	Notes    int            `json:"notes"`
	Sessions int            `json:"sessions"`
	Pending  int            `json:"pending"`
	Index    indexJSON      `json:"index"`
	Findings map[string]int `json:"findings"`
	// Problem says why the store could not be read.
	Problem string `json:"problem,omitempty"`
	// Kind is memory, team or agent; Scope (of an agent) user, project or local.
	Kind  model.StoreKind `json:"kind"`
	Scope model.Scope     `json:"scope"`
	// Settings bear on the store, each with the layer that decided. Untrusted is a store that only a
	// project's own settings name: it is not read before the user says yes.
	Settings  []model.Setting `json:"settings"`
	Untrusted bool            `json:"untrusted"`
	Warnings  []string        `json:"warnings"`
	// Gone are those of Projects that are no longer there, Moves where they may be. Open are the sessions
	// that run now.
	Gone  []string            `json:"gone"`
	Moves []model.Move        `json:"moves"`
	Open  []model.OpenSession `json:"open"`
}

func shapeStore(s model.Store) storeJSON {
	found := map[string]int{}
	for severity, n := range s.Summary.Findings {
		found[severity.String()] = n
	}
	return storeJSON{ID: s.ID, Name: s.Name, Path: s.Dir, Slug: s.Slug, Projects: list(s.Projects),
		Kind: s.Kind, Scope: s.Scope, Settings: list(s.Settings), Untrusted: s.Untrusted, Warnings: list(s.Warnings), Gone: list(s.Gone), Moves: []model.Move{}, Open: list(s.Open),
		Notes: s.Summary.Notes, Sessions: s.Summary.Sessions, Pending: s.Summary.Pending,
		Index: shapeIndex(s.Summary.Index), Findings: found, Problem: s.Summary.Problem}
}

type noteDetail struct {
	noteJSON
	Description string          `json:"description"`
	Age         *time.Time      `json:"age"`
	AgeSource   model.AgeSource `json:"age_source"`
	Evidence    string          `json:"evidence"`
	// EvidenceReason is one sentence.
	EvidenceReason string          `json:"evidence_reason"`
	Use            useJSON         `json:"use"`
	Reality        realityJSON     `json:"reality"`
	Rewrites       rewritesJSON    `json:"rewrites"`
	Relations      []relationJSON  `json:"relations"`
	Findings       []model.Finding `json:"findings"`
	Text           string          `json:"text"`
	Encoding       string          `json:"encoding,omitempty"`
	// Remote is how the repository around the notes stands, left out where there is none and in a list.
	Remote *remoteJSON `json:"remote,omitempty"`
}

// useJSON is how often sessions read a note. Known is false where the sessions that are left do not tell.
type useJSON struct {
	Known bool       `json:"known"`
	Reads int        `json:"reads"`
	Last  *time.Time `json:"last"`
	// SinceChange says that it was read after it last changed.
	SinceChange bool `json:"since_change"`
}

func shapeUse(u model.Use) useJSON { return useJSON{u.Known, u.Reads, moment(u.Last), u.Since} }

type hitJSON struct {
	Store   string      `json:"store"`
	Path    string      `json:"path,omitempty"`
	Session string      `json:"session,omitempty"`
	Line    int         `json:"line"`
	Trust   model.Trust `json:"trust,omitempty"`
	Time    *time.Time  `json:"time,omitempty"`
	Text    string      `json:"text"`
	Remark  string      `json:"remark,omitempty"`
}

func shapeHit(h model.Hit) hitJSON {
	return hitJSON{
		Store: h.Store.Name, Path: h.Path, Session: h.Session, Line: h.Line, Trust: h.Trust, Time: moment(h.Time),
		Text: h.Text, Remark: h.Remark,
	}
}

type proposalJSON struct {
	ID      string       `json:"id"`
	Store   string       `json:"store"`
	Path    string       `json:"path"`
	Origin  model.Origin `json:"origin"`
	Engine  string       `json:"engine"`
	Created time.Time    `json:"created"`
	Hunks   int          `json:"hunks"`
	Flagged int          `json:"flagged"`
	Loss    lossJSON     `json:"loss"`
	Decided int          `json:"decided"`
	// Begun says that somebody decided, split, edited or noted something.
	Begun bool              `json:"begun"`
	State model.ReviewState `json:"state"`
	// Extracted says that it holds what sessions added; Overtaken are the files that somebody else has
	// changed since it was made.
	Extracted bool     `json:"extracted"`
	Overtaken []string `json:"overtaken"`
	// Refused counts the hunks that were refused in an earlier review, and arrived rejected.
	Refused int `json:"refused_before"`
	// Place is which one of the Queue of its memory it is, from 1. Holds are earlier ones whose place it has taken, with
	// what was decided in them; Later is one that came after it and has some of its hunks.
	Place int        `json:"place"`
	Queue int        `json:"queue"`
	Holds []string   `json:"supersedes"`
	Later *laterJSON `json:"later"`
}

// laterJSON says how many hunks of a proposal stand in a later one, of those that the notes do not have already.
type laterJSON struct {
	ID    string `json:"id"`
	Stand int    `json:"stand"`
	Of    int    `json:"of"`
}

func shapeProposal(s model.Store, p model.ProposalInfo) proposalJSON {
	out := proposalJSON{ID: p.ID, Store: s.Name, Path: s.Dir, Origin: p.Origin, Engine: p.Engine, Created: p.Created,
		Hunks: p.Hunks, Flagged: p.Flagged, Loss: shapeLoss(p.Loss), Decided: p.Decided, Begun: p.Begun, State: p.State,
		Extracted: p.Extracted, Overtaken: list(p.Overtaken), Refused: p.Refused, Holds: list(p.Holds)}
	if p.Later != "" {
		out.Later = &laterJSON{p.Later, p.Stand, p.Of}
	}
	return out
}

type reviewJSON struct {
	Proposal string            `json:"proposal"`
	Store    string            `json:"store"`
	State    model.ReviewState `json:"state"`
	// Closed is how it ended.
	Closed *closingJSON `json:"closed,omitempty"`
	// Note is what the reviewer said of it as a whole.
	Note string `json:"note,omitempty"`
	checkJSON
	Report []string `json:"report"`
	// Breaks are the findings that what is accepted so far would bring about; Trouble says why it cannot be carried
	// out at all.
	Breaks  []breakJSON `json:"breaks"`
	Trouble string      `json:"trouble,omitempty"`
	// Approved is the review against what was approved last, where that was asked for.
	Approved *approvedJSON `json:"approved,omitempty"`
}

// reshapedJSON is what became of a hunk: itself, or its pieces. Note is that on the review, where this is what was noted on.
type reshapedJSON struct {
	Proposal string     `json:"proposal"`
	Store    string     `json:"store"`
	Note     string     `json:"note,omitempty"`
	Hunks    []hunkJSON `json:"hunks"`
}

type runJSON struct {
	ID       string         `json:"id,omitempty"`
	Store    string         `json:"store"`
	Engine   string         `json:"engine"`
	State    model.RunState `json:"state"`
	Started  *time.Time     `json:"started,omitempty"`
	Ended    *time.Time     `json:"ended,omitempty"`
	Stage    model.Stage    `json:"stage,omitempty"`
	Last     string         `json:"last,omitempty"`
	Sessions int            `json:"sessions"`
	Lines    int            `json:"lines"`
	LeftOut  int            `json:"left_out"`
	Tokens   int            `json:"tokens"`
	Cost     float64        `json:"cost"`
	Proposal string         `json:"proposal"`
	Hunks    int            `json:"hunks"`
	Flagged  int            `json:"flagged"`
	// Destroyer says that what it proposes drops more than a quarter of the text of the notes.
	Destroyer bool     `json:"destroyer"`
	Note      string   `json:"note"`
	Report    []string `json:"report"`
}

func shapeRun(r model.Run) runJSON {
	return runJSON{ID: r.ID, Store: r.Store.Name, Engine: r.Engine, State: r.State, Started: moment(r.Started), Ended: moment(r.Ended),
		Stage: r.Stage, Last: r.Last, Sessions: r.Sessions, Lines: r.Lines, LeftOut: r.LeftOut, Tokens: r.Tokens, Cost: r.Cost,
		Proposal: r.Proposal, Hunks: r.Hunks, Flagged: r.Flagged, Destroyer: r.Loss.Destroys(), Note: r.Note, Report: list(r.Report)}
}

// dreamJSON is a run, with its hunks where it kept no books and so nothing else holds them.
type dreamJSON struct {
	runJSON
	checkJSON
	Out string `json:"out,omitempty"`
}

type gatesJSON struct {
	Store   string       `json:"store"`
	Path    string       `json:"path"`
	Open    bool         `json:"open"`
	LastRun *time.Time   `json:"last_run"`
	Gates   []dream.Gate `json:"gates"`
}

type outcomeJSON struct {
	Proposal string   `json:"proposal,omitempty"`
	Store    string   `json:"store,omitempty"`
	Out      string   `json:"out,omitempty"`
	Accepted []string `json:"accepted"`
	Flagged  []string `json:"flagged"`
	Written  []string `json:"written"`
	Removed  []string `json:"removed"`
	Commit   string   `json:"commit"`
	GitError string   `json:"git_error,omitempty"`
	Backup   string   `json:"backup,omitempty"`
	Undo     string   `json:"undo,omitempty"`
	Notes    []string `json:"notes"`
}
