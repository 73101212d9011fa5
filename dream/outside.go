package dream

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dreamgate/dream/engine"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

// maxStray is how many files outside the memory are named one by one.
const maxStray = 10

// outside looks at everything in the scratch folder but the notes: only CHANGES.md may be new, and
// what the engine was given to read must be as it was. Its temp folder is its own affair.
func (s *scratch) outside(in *inspection) {
	var stray []string
	// Names are read and nothing is opened: a pipe among them would never end.
	_ = filepath.WalkDir(s.dir, func(p string, d fs.DirEntry, err error) error {
		rel, rerr := filepath.Rel(s.dir, p)
		if rerr != nil || rel == "." {
			return nil
		}
		rel = filepath.ToSlash(rel)
		switch {
		case rel == engine.MemoryDir || rel == engine.TempDir:
			return fs.SkipDir
		case rel == engine.TranscriptsDir && d.IsDir() || rel == engine.ChangesFile || s.given(rel):
			return nil
		}
		// A folder is named once, not with all that lies in it.
		if len(stray) <= maxStray {
			stray = append(stray, rel)
		}
		if d != nil && d.IsDir() || len(stray) > maxStray {
			return fs.SkipDir
		}
		return nil
	})
	for i, p := range stray {
		if i == maxStray {
			in.fault("the engine wrote more files outside the memory")
			break
		}
		in.fault("the engine wrote %s, outside the memory; it is dropped", p)
	}
	for _, p := range slices.Sorted(maps.Keys(s.sums)) {
		if sum, err := s.sum(p); err != nil || sum != s.sums[p] {
			in.fault("the engine changed %s, which it was given to read", p)
		}
	}
}

func (s *scratch) given(rel string) bool { _, ok := s.sums[rel]; return ok }

// saysDeleted is what a line of CHANGES.md must begin with to mean that the note itself goes. What
// follows the word must not be a part of the note: "deleted the line about X" deletes no file.
var saysDeleted = regexp.MustCompile(`(?i)^(?:whole |the |this )*(?:note |file |topic )?(?:is |was |to be )?` +
	`(?:delete[ds]?|remove[ds]?|drop(?:ped)?)(?: (?:the |this )?(?:whole |entire )?(?:note|file|topic))?\s*(?:$|[.,;:(\[—–-]|because|since|as |duplicate)`)

// deletedByWord takes notes away that CHANGES.md says are deleted: some engines can empty a file
// and cannot delete one. A note that they went on to write is not deleted.
func (in *inspection) deletedByWord(base model.Tree, instead map[string][]byte) {
	for _, c := range evidence.Changes(in.changes) {
		// Engines name a note as they see it, from the scratch folder.
		p := strings.TrimPrefix(filepath.ToSlash(c.Path), engine.MemoryDir+"/")
		f, ok := in.tree[p]
		old, was := base[p]
		if _, unseen := instead[p]; unseen || !ok || !was || !f.Regular() || !model.IsNote(p) || !saysDeleted.MatchString(strings.TrimSpace(c.What)) {
			continue
		}
		if len(bytes.TrimSpace(f.Data)) == 0 || bytes.Equal(f.Data, old.Data) {
			delete(in.tree, p)
		}
	}
}

// remarks are what a reviewer should know of the proposal as a whole before the first decision.
func (p *pass) remarks(tree model.Tree, changes []model.Change) []string {
	var said []string
	notes, gone, goesOn := 0, 0, map[string]bool{}
	for _, c := range changes {
		goesOn[c.RenameOf] = true
	}
	for path, old := range p.base {
		if !model.IsNote(path) || !old.Regular() || len(bytes.TrimSpace(old.Data)) == 0 {
			continue
		}
		notes++
		if now, ok := tree[path]; !goesOn[path] && (!ok || len(bytes.TrimSpace(now.Data)) == 0) {
			gone++
		}
	}
	if gone > 1 && gone*2 >= notes {
		said = append(said, fmt.Sprintf("%d of %s would be deleted or emptied: look at each before you accept", gone, model.Count(notes, "note")))
	}
	if old := p.base[model.IndexName]; old.Regular() && len(bytes.TrimSpace(old.Data)) > 0 {
		if now, ok := tree[model.IndexName]; !ok || len(bytes.TrimSpace(now.Data)) == 0 {
			said = append(said, "the index would be deleted or emptied: the agent would start without a word of these notes")
		}
	}
	return append(said, p.chatter(tree)...)
}

// chatter are the first words of texts that are an answer in a conversation and no note: what a
// model says about the file, or what a service says about the model.
var chatter = regexp.MustCompile("(?i)^(?:(?:sure|certainly|of course|okay|ok)[!,.] |here(?:'s| is| are) (?:the |your |an? )?(?:updated|new|revised|consolidated|improved|cleaned)" +
	"|i(?:'ve| have| will|'ll) (?:now )?(?:updat|consolidat|review|rewr|clean|merg)|as an ai\\b|api error|error: |invalid api key|rate limit|```(?:markdown|md)?\\s*$)")

// chatter names changed files that begin like talk.
func (p *pass) chatter(tree model.Tree) []string {
	var said []string
	for _, path := range tree.Paths() {
		f, old := tree[path], p.base[path]
		if !f.Regular() || bytes.Equal(f.Data, old.Data) {
			continue
		}
		first, _, _ := bytes.Cut(bytes.TrimSpace(f.Data), []byte{'\n'})
		before, _, _ := bytes.Cut(bytes.TrimSpace(old.Data), []byte{'\n'})
		if chatter.Match(first) && !bytes.Equal(first, before) {
			said = append(said, fmt.Sprintf("%s begins like an answer and not like a note", path))
		}
	}
	return said
}
