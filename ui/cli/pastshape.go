package cli

import (
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// historyJSON is the answer of history.
type historyJSON struct {
	Store     string         `json:"store"`
	Path      string         `json:"path"`
	Git       bool           `json:"git"`
	Remote    *remoteJSON    `json:"remote"`
	Pending   []string       `json:"pending"`
	Revisions []revisionJSON `json:"revisions"`
	Values    []valueJSON    `json:"values"`
	// More says that older revisions were left out.
	More    bool     `json:"more"`
	Remarks []string `json:"remarks"`
}

// remoteJSON is how a repository stands to its remote, by its refs. Branch is "" where it follows none.
type remoteJSON struct {
	Branch  string     `json:"branch"`
	Ahead   int        `json:"ahead"`
	Behind  int        `json:"behind"`
	Gone    bool       `json:"gone"`
	Fetched *time.Time `json:"fetched"`
}

// revisionHead is who made a change, and when.
type revisionHead struct {
	ID     string        `json:"id"`
	Kept   model.Keeping `json:"kept"`
	At     *time.Time    `json:"at"`
	By     model.Doer    `json:"by"`
	Author string        `json:"author"`
	Engine string        `json:"engine"`
	Model  string        `json:"model"`
	Review string        `json:"review"`
}

type revisionJSON struct {
	revisionHead
	Subject string `json:"subject"`
	Body    string `json:"body"`
	Merge   bool   `json:"merge"`
	// Cut says that the history begins here, so that what it did is not known.
	Cut   bool               `json:"cut"`
	Files []revisionFileJSON `json:"files"`
}

type revisionFileJSON struct {
	pathJSON
	Status  model.ChangeStatus `json:"status"`
	From    string             `json:"from"`
	Special string             `json:"special,omitempty"`
	Added   int                `json:"added"`
	Removed int                `json:"removed"`
	// Hunks come with --diff and --grep.
	Hunks []hunkJSON `json:"hunks,omitempty"`
}

// valueJSON is a line that stood for a time; From is null where it was not seen to come, Until where it
// still stands.
type valueJSON struct {
	pathJSON
	Text    string        `json:"text"`
	From    *revisionHead `json:"from"`
	Until   *revisionHead `json:"until"`
	Instead []string      `json:"instead"`
	// Encoding is "base64" where a text is not UTF-8; then all are encoded.
	Encoding string `json:"encoding,omitempty"`
}

func shapeHistory(s model.Store, h model.History, hunks bool) historyJSON {
	out := historyJSON{Store: s.Name, Path: s.Dir, Git: h.Git, Remote: shapeRemote(h.Remote), Pending: list(h.Pending),
		Revisions: []revisionJSON{}, Values: []valueJSON{}, More: h.More, Remarks: list(h.Remarks)}
	for _, r := range h.Revisions {
		out.Revisions = append(out.Revisions, shapeRevision(r, hunks))
	}
	for _, v := range h.Values {
		encoding, texts := lossless([]string{v.Text}, v.Instead)
		w := valueJSON{pathJSON: shapePath(v.Path), Text: texts[0][0], Instead: texts[1], Encoding: encoding}
		if v.From >= 0 {
			w.From = headOf(h.Revisions[v.From])
		}
		if v.Until >= 0 {
			w.Until = headOf(h.Revisions[v.Until])
		}
		out.Values = append(out.Values, w)
	}
	return out
}

// shapeRemote is nil where there is no remote.
func shapeRemote(r model.Remote) *remoteJSON {
	if r.Name == "" && !r.Others {
		return nil
	}
	return &remoteJSON{r.Name, r.Ahead, r.Behind, r.Gone, moment(r.Fetched)}
}

// headOf is nil for no revision at all.
func headOf(r model.Revision) *revisionHead {
	if r.ID == "" {
		return nil
	}
	return &revisionHead{r.ID, r.Kept, moment(r.At), r.By, r.Author, r.Engine, r.Model, r.Review}
}

func shapeRevision(r model.Revision, hunks bool) revisionJSON {
	out := revisionJSON{revisionHead: *headOf(r), Subject: r.Subject, Body: r.Body, Merge: r.Merge, Cut: r.Cut, Files: []revisionFileJSON{}}
	changes := map[string]model.Change{}
	for _, c := range r.Changes {
		changes[c.Path] = c
	}
	for _, f := range r.Files {
		c := changes[f.Path]
		j := revisionFileJSON{pathJSON: shapePath(f.Path), Status: f.Status, From: shapePath(f.From).Path, Special: f.Special}
		j.Removed, j.Added = hunk.Size(c)
		if hunks {
			for _, h := range c.Hunks {
				j.Hunks = append(j.Hunks, shapeHunk(h, model.Evidence{}, around{}))
			}
		}
		out.Files = append(out.Files, j)
	}
	return out
}

// blameJSON is the answer of blame.
type blameJSON struct {
	pathJSON
	// Origin is the session that the note says it came from, null if it says none.
	Origin  *blamedSourceJSON `json:"origin"`
	Lines   []blamedJSON      `json:"lines"`
	Remarks []string          `json:"remarks"`
}

// blamedJSON is a line of a note. Revision is null where nothing tells who wrote it; Pending says that no
// commit holds it yet.
type blamedJSON struct {
	Line     int                `json:"line"`
	Text     string             `json:"text"`
	Revision *revisionHead      `json:"revision"`
	Pending  bool               `json:"pending"`
	Why      string             `json:"why"`
	Sources  []blamedSourceJSON `json:"sources"`
	// Encoding is "base64" where the text is not UTF-8.
	Encoding string `json:"encoding,omitempty"`
}

// blamedSourceJSON is a line of a session; State is here, archived or gone.
type blamedSourceJSON struct {
	Session string      `json:"session"`
	Line    int         `json:"line"`
	Trust   model.Trust `json:"trust"`
	State   string      `json:"state"`
	Time    *time.Time  `json:"time,omitempty"`
	Text    string      `json:"text,omitempty"`
}

func shapeBlame(b model.Blame) blameJSON {
	out := blameJSON{pathJSON: shapePath(b.Path), Lines: []blamedJSON{}, Remarks: list(b.Remarks)}
	if o := b.Origin; o.Session != "" {
		out.Origin = &blamedSourceJSON{Session: o.Session, State: o.State}
	}
	for _, l := range b.Lines {
		encoding, texts := lossless([]string{l.Text})
		j := blamedJSON{Line: l.Line, Text: texts[0][0], Encoding: encoding, Revision: headOf(l.Revision), Pending: l.Pending, Why: l.Why, Sources: []blamedSourceJSON{}}
		for _, s := range l.Sources {
			j.Sources = append(j.Sources, blamedSourceJSON{s.Session, s.Line, s.Trust, s.State, moment(s.Time), s.Text})
		}
		out.Lines = append(out.Lines, j)
	}
	return out
}
