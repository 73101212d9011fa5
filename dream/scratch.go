package dream

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/process"
	"dreamgate/memory"
	"dreamgate/memory/secret"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// scratchRecords is the folder below our state that says who owns which scratch folder. No store
// has an id that begins with a dot.
const scratchRecords = ".scratch"

// scratch is the private folder that an engine works in.
type scratch struct {
	dir    string
	root   *memory.Root
	record string
	// digest are the paths of the digest files; sums what must be the same after the run.
	digest []string
	// commits says that there is a file of the last commits.
	commits bool
	sums    map[string][sha256.Size]byte
	// instead are the texts in the copy that stand for what could not be copied.
	instead map[string][]byte
}

// scratchRecord is what the next start finds if this program is killed.
type scratchRecord struct {
	Path  string    `json:"path"`
	Owner owner     `json:"owner"`
	Since time.Time `json:"since"`
}

// newScratch makes a scratch folder, after the record of its owner: whatever a crash leaves, there is no folder
// that nobody knows of. Where there is no state folder (no home), there is no record: a crash then leaves the folder to
// the system's own cleaning.
func newScratch(now time.Time) (*scratch, error) {
	temp := os.TempDir()
	if real, err := filepath.EvalSymlinks(temp); err == nil {
		temp = real // engines compare paths, and some systems link their temp folder
	}
	s := &scratch{dir: filepath.Join(temp, transcript.ScratchPrefix+rand.Text())}
	s.keepRecord(now)
	err := os.Mkdir(s.dir, 0o700)
	if err != nil {
		err = fmt.Errorf("is the temp folder writable and not full? %w", err)
	}
	// An engine's own temporary files go with the scratch: some name the session in them.
	for _, sub := range []string{engine.MemoryDir, engine.TranscriptsDir, engine.TempDir} {
		if err == nil {
			err = os.Mkdir(filepath.Join(s.dir, sub), 0o700)
		}
	}
	if err == nil {
		s.root, err = memory.OpenRoot(s.dir)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make the scratch folder: %w", err), s.remove())
	}
	s.root = s.root.Volatile()
	return s, nil
}

func (s *scratch) keepRecord(now time.Time) {
	state, err := ownState()
	if err != nil {
		return
	}
	defer state.Close()
	data, err := json.Marshal(scratchRecord{Path: s.dir, Owner: self(), Since: now})
	if err != nil {
		return
	}
	path := scratchRecords + "/" + filepath.Base(s.dir) + ".json"
	if state.Write(path, data, 0o600) == nil {
		s.record = path
	}
}

// standIns are the texts that stand in the copy for notes that are no plain files. What a link leads to is no
// part of the memory and may be anything of the user's: it is for the screen, and never for an engine. Without
// a word in its place the line of the index would seem to name nothing, and a dream would drop it.
func standIns(base model.Tree) map[string][]byte {
	texts := map[string][]byte{}
	for path, f := range base {
		if !f.Regular() && strings.HasSuffix(path, ".md") {
			kind := f.Special()
			if f.Mode&fs.ModeSymlink != 0 {
				kind = "link"
			}
			texts[path] = fmt.Appendf(nil, "%s is no plain file (%s). It is not copied, it stays as it is, and what is written here is left out.\n",
				model.PrintableLine(path), kind)
		}
	}
	return texts
}

// maxUncopied is how many of them are named one by one.
const maxUncopied = 10

// uncopied are sentences about what of the memory no engine gets to see, because it is no plain file.
func uncopied(base model.Tree) (said []string) {
	for _, path := range base.Paths() {
		if special := base[path].Special(); special != "" {
			said = append(said, fmt.Sprintf("not given to the engine, and left as it is: %s (%s)", path, special))
		}
	}
	if len(said) > maxUncopied {
		said = append(said[:maxUncopied], fmt.Sprintf("not given to the engine, and left as they are: %d more that are no plain files", len(said)-maxUncopied))
	}
	return said
}

// copyNotes copies every plain file, but where something stands in for it, and for the others what does. The owner may write
// his copy whatever the original allows; modes are not proposed.
func (s *scratch) copyNotes(ctx context.Context, base model.Tree, instead map[string][]byte) error {
	for path, text := range instead {
		if err := s.root.Write(engine.MemoryDir+"/"+path, text, 0o600); err != nil {
			return fmt.Errorf("copy the notes: %w", err)
		}
	}
	s.instead = instead
	for _, path := range base.Paths() {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, stands := instead[path]
		if f := base[path]; f.Regular() && !stands {
			if err := s.root.Write(engine.MemoryDir+"/"+path, f.Data, f.Mode.Perm()|0o600); err != nil {
				return fmt.Errorf("copy the notes: %w", err)
			}
		}
	}
	return nil
}

// writeAudit tells the engine what the audit found, a line each.
func (s *scratch) writeAudit(ix model.Index, findings []model.Finding) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Findings of the audit\n\nThe index has %d lines and %d characters as the agent counts them.\n\n", ix.Lines, ix.Units)
	for _, f := range findings {
		fmt.Fprintf(&b, "- %s", f.Path)
		if f.Line > 0 {
			fmt.Fprintf(&b, ":%d", f.Line)
		}
		fmt.Fprintf(&b, " (%s, %s): %s\n", f.Rule, f.Severity, f.Message)
	}
	if len(findings) == 0 {
		b.WriteString("None.\n")
	}
	// A finding quotes what it is about, which may be a note that is not sent.
	if err := s.root.Write(engine.AuditFile, []byte(secret.Mask(b.String())), 0o600); err != nil {
		return fmt.Errorf("write the findings: %w", err)
	}
	return nil
}

// seal remembers the bytes of what an engine may read and must not change.
func (s *scratch) seal() error {
	s.sums = map[string][sha256.Size]byte{}
	given := append([]string{engine.AuditFile}, s.digest...)
	if s.commits {
		given = append(given, engine.CommitsFile)
	}
	for _, path := range given {
		sum, err := s.sum(path)
		if err != nil {
			return fmt.Errorf("seal the scratch folder: %w", err)
		}
		s.sums[path] = sum
	}
	return nil
}

func (s *scratch) sum(path string) (sum [sha256.Size]byte, err error) {
	f, err := s.root.Open(path)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return sum, err
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}

// remove deletes the folder and then its record; a folder that cannot be deleted keeps its record,
// for the next start to try again.
func (s *scratch) remove() error {
	if s.root != nil {
		s.root.Close()
	}
	if err := removeAll(s.dir); err != nil {
		return fmt.Errorf("delete the scratch folder; delete it yourself: %w", err)
	}
	if s.record == "" {
		return nil
	}
	state, err := ownState()
	if err != nil {
		return err
	}
	defer state.Close()
	return state.Remove(s.record)
}

// removeAll deletes a folder also where an engine took away its own permission to.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	unlock(dir)
	return os.RemoveAll(dir)
}

// unlock lets the owner into all folders below dir. Links are not followed.
func unlock(dir string) {
	_ = os.Chmod(dir, 0o700)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			unlock(filepath.Join(dir, e.Name()))
		}
	}
}

// Sweep deletes what crashed runs left in the temp folder, and ends what still runs there. It
// returns a line for each thing done.
func Sweep(ctx context.Context) []string {
	state, err := ownState()
	if err != nil {
		return nil
	}
	defer state.Close()
	memory.SweepTemps(state)
	readRunning(time.Now()) // of a run that was killed there is a record from now on
	names, err := state.Names(scratchRecords)
	if err != nil {
		return []string{"look for the leavings of crashed runs: " + err.Error()}
	}
	var said []string
	for _, name := range names {
		if ctx.Err() != nil {
			break
		}
		if line := sweepOne(state, scratchRecords+"/"+name); line != "" {
			said = append(said, line)
		}
	}
	return said
}

// ownState opens our own state folder, above those of the stores.
func ownState() (*memory.Root, error) {
	dir, err := memory.StateDir()
	if err != nil {
		return nil, err
	}
	root, err := memory.OpenRoot(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("open the state folder: %w", err)
	}
	return root, err
}

// sweepOne deletes the scratch folder of one record if its owner is dead. Only a folder that looks
// like ours in every way is touched: a record is a file, and files can be wrong.
func sweepOne(state *memory.Root, record string) string {
	var r scratchRecord
	f, err := state.ReadFile(record)
	// A record that cannot be read names no folder that could be deleted.
	if err != nil || json.Unmarshal(f.Data, &r) != nil {
		_ = state.Remove(record)
		return ""
	}
	if r.Owner.life() == alive {
		return ""
	}
	if r.Owner.life() == unknown {
		return "" // another host's temp folder, seen through a shared home
	}
	info, err := os.Lstat(r.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_ = state.Remove(record)
		return ""
	case err != nil:
		return fmt.Sprintf("sweep %s: %v", r.Path, err)
	case !info.IsDir() || !filepath.IsAbs(r.Path) || !strings.HasPrefix(filepath.Base(r.Path), transcript.ScratchPrefix) ||
		info.Mode().Perm()&0o077 != 0 || !ownedByUs(info):
		_ = state.Remove(record)
		return fmt.Sprintf("left alone %s: a record calls it a scratch folder of ours, but it does not look like one", r.Path)
	}
	// What still runs there would write on while it is deleted.
	process.EndLeftovers(r.Path)
	if err := removeAll(r.Path); err != nil {
		return fmt.Sprintf("sweep %s: %v", r.Path, err)
	}
	_ = state.Remove(record)
	return fmt.Sprintf("deleted %s, left by a dream that was killed", r.Path)
}
