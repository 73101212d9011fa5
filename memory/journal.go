package memory

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"dreamgate/model"
)

// The record of an apply lies in the state folder and wanders: journal/ID.prepared.json before any
// note is touched, journal/ID.applying.json from the first swap on, journal/ID.undoing.json when
// it has to be taken back (with the number of a file that is not to come back), and applied/ID.json at the end, where it is the backup. Each step is a
// rename, which needs no room on a full disk.
const (
	journalDir = "journal"
	appliedDir = "applied"
	asideDir   = "aside"
)

// status is how far an apply has come.
type status string

const (
	prepared status = "prepared"
	applying status = "applying"
	undoing  status = "undoing"
)

// without is the status of taking everything back but the file of a number, which somebody else has deleted: were that
// not part of the record, the next start would bring it back.
func (s status) without(file int) status { return s + status("-"+strconv.Itoa(file)) }

// journal is the record of one apply: the bytes from before and after.
type journal struct {
	ID string `json:"id"`
	// Dir is the memory directory, for people who look into the backup.
	Dir Text `json:"dir"`
	// Folder is the directory as the system knows it (FolderID).
	Folder string `json:"folder,omitempty"`
	// Made are the folders that the apply makes, outer ones first.
	Made  []Text  `json:"made,omitempty"`
	Files []entry `json:"files"`
}

// entry is one file of an apply; a nil content means that the file is absent.
type entry struct {
	Path Text `json:"path"`
	// Temp is the name, in the same folder, under which the new bytes wait and the old ones leave.
	Temp string   `json:"temp"`
	Old  *content `json:"old"`
	New  *content `json:"new"`
	// goes is that of the write. After a crash nobody can tell who took the file away.
	goes bool
}

// content is what a plain file holds.
type content struct {
	Mode mode `json:"mode"`
	Data Text `json:"data"`
}

// mode is a set of permission bits, written in octal as people read it.
type mode fs.FileMode

// MarshalText writes the bits as chmod takes them.
func (m mode) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%04o", uint32(m)), nil }

// UnmarshalText reads what MarshalText wrote.
func (m *mode) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 8, 32)
	*m = mode(n)
	return err
}

// journalPath is where the record of an apply lies while it is under way.
func journalPath(id string, s status) string {
	return path.Join(journalDir, id+"."+string(s)+".json")
}

// journalName takes a name in the journal folder apart.
func journalName(name string) (id string, s status, ok bool) {
	rest, ok := strings.CutSuffix(name, ".json")
	dot := strings.LastIndexByte(rest, '.')
	if !ok || dot < 0 {
		return "", "", false
	}
	return rest[:dot], status(rest[dot+1:]), true
}

// appliedPath is where it lies when it is done.
func appliedPath(id string) string { return path.Join(appliedDir, id+".json") }

// RecordPath is the file that holds the bytes from before an apply, as an absolute path.
func RecordPath(state *Root, id string) string {
	return filepath.Join(state.real, filepath.FromSlash(appliedPath(id)))
}

// Backups are the ids of the applies that were done and of which the record is there, in order.
func Backups(state *Root) ([]string, error) {
	names, err := state.Names(appliedDir)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, name := range names {
		if id, ok := strings.CutSuffix(name, ".json"); ok && checkID(id) == nil {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// Applied reads the record of an apply that was done: every file that it wrote, as it was before
// and as it is since. The error is fs.ErrNotExist if there was none.
func Applied(state *Root, id string) ([]Write, error) {
	j, err := state.readJournal(appliedPath(id))
	if err != nil {
		return nil, err
	}
	writes := make([]Write, len(j.Files))
	for i, e := range j.Files {
		writes[i] = Write{string(e.Path), e.Old.file(), e.New.file(), false}
	}
	return writes, nil
}

// file and contentOf turn one form of a file into the other; nil stays absent.
func (c *content) file() *model.File {
	if c == nil {
		return nil
	}
	return &model.File{Mode: fs.FileMode(c.Mode), Data: []byte(c.Data)}
}

func contentOf(f *model.File) *content {
	if f == nil {
		return nil
	}
	return &content{mode(f.Mode.Perm()), Text(f.Data)}
}

// readJournal reads a record of an apply.
func (r *Root) readJournal(p string) (*journal, error) {
	// A record holds several files, so it may be longer than one may be: it is not for ReadFile.
	file, err := r.Open(p)
	if err != nil {
		return nil, fmt.Errorf("read the record of an apply: %w", r.InTheWay(p, err))
	}
	defer file.Close()
	var j journal
	if err := json.NewDecoder(file).Decode(&j); err != nil {
		return nil, fmt.Errorf("read the record of an apply: %w", r.InTheWay(p, err))
	}
	return &j, nil
}

// writeJournal writes one, so that a person can read it too: it is the backup.
func (r *Root) writeJournal(j *journal, p string) error {
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(j); err != nil {
		return fmt.Errorf("write the record of an apply: %w", err)
	}
	return r.Write(p, data.Bytes(), 0o600)
}

// move renames a file of ours, across folders, and waits for it. An error after the rename, while
// waiting for the disk, comes with moved set.
func (r *Root) move(from, to string) (moved bool, err error) {
	source, err := r.parent(from)
	if err != nil {
		return false, err
	}
	defer source.close()
	target, _, err := r.folder(path.Dir(to), true)
	if err != nil {
		return false, err
	}
	defer target.close()
	if err := target.seam("rename", path.Base(to)); err != nil {
		return false, err
	}
	if err := r.root.Rename(from, to); err != nil {
		return false, err
	}
	if err := target.sync(); err != nil || source.path == target.path {
		return true, err
	}
	return true, source.sync()
}
