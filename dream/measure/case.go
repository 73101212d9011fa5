package measure

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// Names of what lies in the folder of a case.
const (
	baseDir     = "base"
	proposedDir = "proposed"
	sessionsDir = "transcripts"
	changesFile = "CHANGES.md"
	truthFile   = "truth.json"
)

// Label is what a person says of one hunk of a case.
type Label struct {
	// Path is the file, Contains text of one changed line of it, on the side "added" or "removed".
	Path, Contains, Side string
	// Bad says that the hunk should be flagged, Kind what is wrong with it or why it is in order.
	Bad  bool
	Kind string
	// Flags are the kinds of flags that are right for it, none where Kind tells. Token is what a flag should
	// point at, "" where any place in the line will do.
	Flags []string
	Token string
}

// Case is a labelled proposal.
type Case struct {
	ID, Lang       string
	Base, Proposed model.Tree
	// Changes is the text of CHANGES.md.
	Changes  string
	Sessions []transcript.File
	// Zone is the user's.
	Zone *time.Location
	// Ignore are kinds of flags that the case is not about: they count neither way.
	Ignore []string
	Labels []Label
}

// truth is the form of truth.json. What it holds beside these fields is for people.
type truth struct {
	Lang   string   `json:"lang"`
	Zone   string   `json:"zone"`
	Ignore []string `json:"ignore"`
	Hunks  []struct {
		Path     string   `json:"path"`
		Contains string   `json:"contains"`
		Side     string   `json:"side"`
		Label    string   `json:"label"`
		Kind     string   `json:"kind"`
		Flags    []string `json:"flags"`
		Token    string   `json:"token"`
	} `json:"hunks"`
}

// load reads the folder of a case. Credentials in such folders have a mark inside, so that nothing takes
// them for real ones: sessions with the mark are copied, without it, below temp.
func load(ctx context.Context, dir, temp string) (Case, error) {
	c := Case{ID: filepath.Base(dir)}
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return c, err
	}
	defer root.Close()
	data, err := root.ReadFile(truthFile)
	if err != nil {
		return c, fmt.Errorf("%w; a case says in it what is good and bad", err)
	}
	if err := c.readTruth(unmarked(data.Data)); err != nil {
		return c, fmt.Errorf("read %s: %w", truthFile, err)
	}
	for _, side := range []struct {
		name string
		to   *model.Tree
	}{{baseDir, &c.Base}, {proposedDir, &c.Proposed}} {
		if *side.to, err = readTree(ctx, filepath.Join(dir, side.name)); err != nil {
			return c, err
		}
	}
	reasons, err := root.ReadFile(changesFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // without reasons it is a proposal all the same
		return c, err
	}
	c.Changes = string(unmarked(reasons.Data))
	files, remarks, err := transcript.Files([]string{filepath.Join(dir, sessionsDir)})
	if err != nil {
		return c, err
	}
	if len(remarks) > 0 {
		return c, fmt.Errorf("%s: %s", sessionsDir, strings.Join(remarks, "; "))
	}
	c.Sessions, err = unmarkedSessions(files, temp)
	return c, err
}

// readTruth reads the labels and says what is wrong with them.
func (c *Case) readTruth(data []byte) error {
	var t truth
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	if len(t.Hunks) == 0 {
		return errors.New("it labels no hunk")
	}
	var err error
	if c.Zone, err = time.LoadLocation(t.Zone); err != nil { // "" is UTC
		return err
	}
	c.Lang, c.Ignore = cmp.Or(t.Lang, "en"), t.Ignore
	for i, h := range t.Hunks {
		wrong := ""
		switch {
		case h.Path == "":
			wrong = "it has no path"
		case strings.TrimSpace(h.Contains) == "":
			wrong = "it has no words of a line (contains)"
		case h.Side != sideAdded && h.Side != sideRemoved:
			wrong = fmt.Sprintf("side is added or removed, not %q", h.Side)
		case h.Label != "good" && h.Label != "bad":
			wrong = fmt.Sprintf("label is good or bad, not %q", h.Label)
		case h.Kind == "":
			wrong = "it has no kind"
		}
		if wrong != "" {
			return fmt.Errorf("hunk %d: %s", i+1, wrong)
		}
		c.Labels = append(c.Labels, Label{h.Path, h.Contains, h.Side, h.Label == "bad", h.Kind, h.Flags, h.Token})
	}
	return nil
}

// readTree reads one side of a case.
func readTree(ctx context.Context, dir string) (model.Tree, error) {
	tree, err := memory.ReadTree(ctx, dir)
	if err != nil {
		return nil, err
	}
	for p, f := range tree {
		if f.Fault != "" {
			return nil, fmt.Errorf("read %s: %s", p, f.Fault)
		}
		f.Data = unmarked(f.Data)
		tree[p] = f
	}
	return tree, nil
}

// mark stands inside the made-up credentials of cases.
var mark = []byte("@|@")

func unmarked(data []byte) []byte {
	if !bytes.Contains(data, mark) {
		return data // a tree shares its bytes with nobody who minds
	}
	return bytes.ReplaceAll(data, mark, nil)
}

// unmarkedSessions puts copies in the place of the sessions that hold the mark.
func unmarkedSessions(files []transcript.File, temp string) ([]transcript.File, error) {
	for i, f := range files {
		// A case is made by hand and small; a session that is too large for this is no case's.
		if f.Size > maxSession {
			return nil, fmt.Errorf("session %s has %d MB, over %d", f.Session, f.Size>>20, maxSession>>20)
		}
		data, err := memory.ReadPlain(f.Path, maxSession)
		if err != nil {
			return nil, fmt.Errorf("read a session: %w", err)
		}
		if !bytes.Contains(data, mark) {
			continue
		}
		dir, err := os.MkdirTemp(temp, "session-")
		if err != nil {
			return nil, fmt.Errorf("copy a session: %w", err)
		}
		if f.Sidechain { // whose prompts no person typed: the name of the folder says so
			if dir = filepath.Join(dir, filepath.Base(filepath.Dir(f.Path))); os.Mkdir(dir, 0o700) != nil {
				return nil, fmt.Errorf("copy session %s: its folder cannot be made", f.Session)
			}
		}
		path := filepath.Join(dir, filepath.Base(f.Path))
		if err := os.WriteFile(path, unmarked(data), 0o600); err != nil {
			return nil, fmt.Errorf("copy a session: %w", err)
		}
		if files[i], err = transcript.At(path); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// maxSession bounds one session of a case, in bytes: it is looked through for the mark.
const maxSession = 64 << 20
