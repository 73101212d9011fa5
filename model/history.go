package model

import (
	"fmt"
	"io/fs"
	"strings"
	"time"
)

// Doer is who made a change of a memory, as far as what is kept of the change tells.
type Doer string

// The doers, spelled as the JSON of `history` spells them. Others is somebody besides this program: the
// agent or an editor, whose edits were found and kept.
const (
	DoerDream  Doer = "dream"
	DoerRules  Doer = "rules"
	DoerPerson Doer = "person"
	DoerUndo   Doer = "undo"
	DoerImport Doer = "import"
	DoerAgent  Doer = "agent"
	DoerOthers Doer = "others"
	// DoerSeveral is whoever made the changes of a range.
	DoerSeveral Doer = "several"
)

// Keeping says what a past change is known by.
type Keeping string

// The keepings: a commit of the user's git, or the backup of a review that no commit holds.
const (
	KeptCommit Keeping = "commit"
	KeptBackup Keeping = "backup"
)

// Revision is one past change of a memory.
type Revision struct {
	// ID is the hash of a commit, or the id of the review that a backup was made for. Of what went into the commit of
	// a review and is none of it, it is the hash with a Part behind it; of a range both hashes with two dots between
	// them, the first of them "" where it begins with the history.
	ID   string
	Kept Keeping
	At   time.Time
	By   Doer
	// Author is who git says it was, Engine and Model what dreamt. Review is the id of the review, "" if
	// it was none of ours.
	Author, Engine, Model, Review string
	// Subject is the first line of what was said of it, Body the rest without its trailers.
	Subject, Body string
	// Merge says that it joined two lines of history; its files are those that are as neither had them.
	Merge bool
	// Cut says that the notes are no older only as far as is known: the history begins here, by a clone
	// that was cut off or by a repository made of what was there. What it did is not known.
	Cut   bool
	Files []RevisionFile
	// Changes are its hunks, where they were asked for.
	Changes []Change
}

// shortHash is how much of a hash is shown.
const shortHash = 10

// Dots stand between the ends of a range.
const Dots = ".."

// Part begins what tells a part of a commit from the whole, behind its hash.
const Part = "+"

// Short is the id as it is shown: the start of a hash, or the whole id of a review.
func (r Revision) Short() string {
	if from, to, ok := strings.Cut(r.ID, Dots); ok {
		return Revision{ID: from}.Short() + Dots + Revision{ID: to}.Short()
	}
	hash, _, _ := strings.Cut(r.ID, Part)
	if len(hash) >= 40 && strings.Trim(hash, "0123456789abcdef") == "" {
		return hash[:shortHash] + r.ID[len(hash):]
	}
	return r.ID
}

// Who says for people who made it. It is as raw as what it is made of.
func (r Revision) Who() string {
	switch {
	case r.By == DoerDream && r.Model != "":
		return "dream, " + r.Engine + " " + r.Model
	case r.By == DoerDream && r.Engine != "":
		return "dream, " + r.Engine
	case r.By == DoerOthers:
		return "the agent or an editor"
	case r.By == DoerAgent:
		return "the agent, for " + r.Author
	case r.By == DoerPerson && r.Author != "" && r.Review == "":
		return r.Author
	}
	return string(r.By)
}

// RevisionFile is what a revision did to one file.
type RevisionFile struct {
	Path   string
	Status ChangeStatus
	// From is the name that the file had before, "" if it kept its own. Status is then Modified.
	From string
	// Old and New name the content before and after for whoever keeps it, "" for none. Special says what
	// the file is, or was, that is no note.
	Old, New         string
	OldMode, NewMode fs.FileMode
	Special          string
}

// HistoryQuery says what of a history is wanted.
type HistoryQuery struct {
	// Note is a path as it is today, or was when the note went; "" for all.
	Note string
	// Words ask for the revisions by which lines with all of these words came or went.
	Words string
	// Range asks for all that the commits of a range did, as one revision: A..B, A.., ..B, or one commit.
	Range string
	// Deleted asks only for revisions that took notes away which are still away.
	Deleted bool
	// Diff asks for the hunks.
	Diff bool
	// Limit bounds the revisions; 0 is no bound.
	Limit int
}

// History is a timeline, the newest revision first.
type History struct {
	Revisions []Revision
	// Values are the lines that were asked for by words, the last to stand first.
	Values []PastValue
	// More says that the limit, or time, left older ones out.
	More bool
	// Pending are files of the memory that differ from the last commit.
	Pending []string
	Remote  Remote
	// Git says that there is a repository with a commit. Remarks are sentences on what is missing.
	Git     bool
	Remarks []string
}

// Undo says which past change is to be taken back.
type Undo struct {
	// ID is the start of the id of a revision, or of the id of its review, or a range of commits (A..B); "" is
	// the last change of the note, or without one the last review.
	ID string
	// Note takes back only what was done to this note, by its name today or then.
	Note string
	// Hunks are ids of hunks of the revision; none are all.
	Hunks []string
	// Unapproved means, in the place of a revision, all that came into the notes, or into the note, since a person said
	// yes to them last.
	Unapproved bool
}

// PastValue is a line that stood in a note for a time.
type PastValue struct {
	Path, Text string
	// From and Until are indices into the revisions of the history, -1 where it was not seen to come, or
	// still stands.
	From, Until int
	// Instead are the lines that came in its place.
	Instead []string
}

// Remote is how a repository stands to the one that its branch follows, as far as is known without
// asking that.
type Remote struct {
	// Name is the remote branch, "" if the branch follows none. Others says that there are remotes.
	Name   string
	Others bool
	// Ahead and Behind count commits. Gone says that the remote branch is no longer there.
	Ahead, Behind int
	Gone          bool
	// Fetched is when the remote was last asked; zero if that is not known.
	Fetched time.Time
}

// String says it in a few words, "" where there is no remote at all.
func (r Remote) String() string {
	var parts []string
	switch {
	case r.Name == "" && !r.Others:
		return ""
	case r.Name == "":
		return "follows no branch of a remote"
	case r.Gone:
		return "follows " + r.Name + ", which is gone"
	case r.Ahead == 0 && r.Behind == 0:
		return "level with " + r.Name
	}
	if r.Ahead > 0 {
		parts = append(parts, fmt.Sprintf("%s ahead", Number(r.Ahead)))
	}
	if r.Behind > 0 {
		parts = append(parts, fmt.Sprintf("%s behind", Number(r.Behind)))
	}
	return strings.Join(parts, ", ") + " of " + r.Name
}

// BlamedLine is a line of a note and where it comes from.
type BlamedLine struct {
	// Line counts from 1.
	Line int
	Text string
	// Revision is the revision that wrote it; its ID is "" if none did. Pending says that it is not
	// committed yet, otherwise it is older than all that is kept.
	Revision Revision
	Pending  bool
	// Why is the reason that the dream gave, Sources the lines of sessions that it cites.
	Why     string
	Sources []BlamedSource
}

// BlamedSource is a line of a session that a line of a note rests on.
type BlamedSource struct {
	Source
	// State is SessionHere, SessionArchived or SessionGone.
	State string
}

// What became of a session.
const (
	SessionHere     = "here"
	SessionArchived = "archived"
	SessionGone     = "gone"
)

// Blame is a note, line by line.
type Blame struct {
	Path string
	// Origin is the session that the note says it came from; its Session is "" if it says none.
	Origin  BlamedSource
	Lines   []BlamedLine
	Remarks []string
}
