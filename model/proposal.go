package model

import "time"

// Origin is who made a proposal; it decides what the check asks of it.
type Origin string

// The origins. Evidence is asked of model and import; person and undo arrive accepted.
const (
	OriginModel  Origin = "model"
	OriginRules  Origin = "rules"
	OriginPerson Origin = "person"
	OriginUndo   Origin = "undo"
	OriginImport Origin = "import"
)

// NeedsEvidence reports whether the claims of a proposal of this origin are judged.
func (o Origin) NeedsEvidence() bool { return o == OriginModel || o == OriginImport }

// Proposal is the one way in which a change reaches a memory: the base it started from, the
// proposed files, and the reasons.
type Proposal struct {
	// ID sorts by time.
	ID string
	// Store is the store that it is for; Dir of it is where it is applied.
	Store  Store
	Origin Origin
	Engine string
	// Run is the dream that made it, Model the one that it asked, Cost what that cost in US dollars; zero where there is
	// none or it is not known.
	Run, Model string
	Cost       float64
	// Extracted says that it holds what sessions added to the notes, and tidies nothing.
	Extracted bool
	Created   time.Time
	Base      Tree
	Proposed  Tree
	// Changes is the text of CHANGES.md, "" if the engine left none.
	Changes string
	// Sources are the cited lines, and only those.
	Sources []Source
	// Check is the judgement made while all gathered lines were at hand.
	Check Check
	// Report says what the run did and what was wrong with it, a line each.
	Report []string
}

// ReviewState is where the review of a proposal stands.
type ReviewState string

// The states, spelled as the JSON of `review` spells them. Uncommitted is one that was applied and that
// git refused.
const (
	ReviewPending     ReviewState = "pending"
	ReviewUncommitted ReviewState = "uncommitted"
	ReviewClosed      ReviewState = "closed"
)

// ProposalInfo is a proposal without its bytes, for lists.
type ProposalInfo struct {
	ID      string
	Origin  Origin
	Engine  string
	Created time.Time
	Hunks   int
	Flagged int
	Decided int
	// Begun says that somebody split, edited or noted something, whatever is decided.
	Begun bool
	State ReviewState
	// Loss is that of the check.
	Loss Loss
	// Extracted is that of the proposal; Overtaken are the files that it changes and that somebody
	// else has changed since, in the order of their paths.
	Extracted bool
	Overtaken []string
	// Refused counts the hunks that were refused in an earlier review and so arrived rejected. They are among
	// the decided ones.
	Refused int
	// Holds are earlier proposals whose place it has taken. Later is one that came after it and has some of its
	// hunks: Stand of the Of that the notes do not have already.
	Holds     []string
	Later     string
	Stand, Of int
}

// Review is a proposal with its hunks and what has been decided of them.
type Review struct {
	Proposal Proposal
	// Whole are the hunks as they were proposed, Changes what the reviewer made of them (Shape), and Check
	// the judgement of that. A closed review has no Whole: nothing in it is split any more.
	Whole     []Change
	Changes   []Change
	Check     Check
	Decisions Decisions
	Shape     Shape
	// Notes are the reviewer's, by the id of a hunk or a piece, or under WholeReview.
	Notes map[string]string
	State ReviewState
	// Steps are how it came to that, as far as a person can take it back.
	Steps Steps
	// Closed says how it ended, nil while it has not.
	Closed *Closing
	// Seen is what was last seen to be on record of it, nil where nobody says: a commit is refused where the record
	// says anything else by then.
	Seen *Ruling
}

// Closing is how a review ended: accepted (in part or whole), rejected, discarded; superseded or refreshed where it goes
// on as By. Commit is "" where git has none of it.
type Closing struct {
	At              time.Time
	How, Commit, By string
}

// ClosedInfo is a closed review as lists show it: how many hunks of so many were accepted and rejected.
type ClosedInfo struct {
	ID                        string
	Origin                    Origin
	Engine                    string
	Closing                   Closing
	Hunks, Accepted, Rejected int
}

// Ruling is what was done in the review.
func (r Review) Ruling() Ruling { return Ruling{r.Decisions, r.Shape, r.Notes} }

// Beside is what became of what a person did to a review which others may have decided in meanwhile.
type Beside struct {
	// Others says that it holds something else now than that person left it with: it is worth reading again.
	Others bool
	// Kept are the ids of hunks that stay as others decided, split or edited them.
	Kept []string
}

// Refusal is a change that a reviewer refused: the file, the lines that were to go and to come, the
// reason that was given for it, and what the reviewer said to it. Without a path it is what was said of a
// review as a whole, whatever became of its changes.
type Refusal struct {
	Path, Removed, Added, Why, Note string
}

// Preview is what a commit of the present decisions would do.
type Preview struct {
	Files []PreviewFile
	// Accepted, Rejected, Undecided count hunks; Flagged the accepted ones that carry a flag;
	// Deletions the accepted whole-file removals, of Notes notes in the base. A file that goes on
	// under another name, if that half is accepted too, is no deletion.
	Accepted, Rejected, Undecided, Flagged, Deletions, Notes int
	// Loss is what the notes would lose by what is accepted; nothing is asked of what a person did.
	Loss Loss
	// Findings are those of the result; New marks (by index) the ones the live memory has not.
	Findings []Finding
	New      []bool
	// Index is that of the result, Dangling counts its links that lead nowhere.
	Index    Index
	Dangling int
	// Repairs are, by the same index, what would end a finding; at most one that accepts and one that rejects.
	Repairs [][]Repair
	// Stale are the accepted files whose live bytes are no longer the base, each with a word why.
	Stale []string
	// Unwritable are accepted files that cannot be carried out (a link or another special file; a
	// staged version that a commit would lose), each with a word why.
	Unwritable []string
	// Secrets are hunks with a credential that stand in the way, each with a word why: undecided, or
	// accepted for a folder that a team shares.
	Secrets []string
	// Dirty are accepted files with uncommitted edits of the user.
	Dirty []string
	// Remarks are further things to know before the yes, a sentence each.
	Remarks []string
	Git     GitState
	// Message is that of the commit: what a person typed for it, else Made, which is made from the reasons.
	Message, Made string
}

// Repair is a decision that would end a finding of the result.
type Repair struct {
	To Decision
	// Hunks are decided so, together.
	Hunks []string
	// Text says it in words ("accept hunk 3 of MEMORY.md"), Command is what does it.
	Text, Command string
	// Look says that one of them is to be looked at before it is taken: it carries a flag, a person wrote it, or
	// the proposal is a destroyer.
	Look bool
}

// massDeletion is the number of deletions from which a commit is asked about once more; below it,
// half of the notes are enough.
const massDeletion = 3

// Massive reports whether so many notes would be deleted that it is asked about once more.
func (p Preview) Massive() bool {
	return p.Deletions >= massDeletion || p.Deletions > 0 && 2*p.Deletions >= p.Notes
}

// First reports whether own edits are committed first under a choice.
func (p Preview) First(e Edits) bool { return e == EditsFirst || e == EditsByPlace && p.Git.AtRoot }

// Of counts what a deletion is one of: notes, or of folders that are no memory files.
func (p Preview) Of() string {
	if p.Git.Unused {
		return Count(p.Notes, "file")
	}
	return Count(p.Notes, "note")
}

// PreviewFile is one file that would be written or removed.
type PreviewFile struct {
	Path   string
	Status ChangeStatus
	// From is the name that the file had, "" if it keeps its name or had none; then Added and Removed are what changes in
	// its text.
	From           string
	Added, Removed int
}

// What is a word for what becomes of it.
func (f PreviewFile) What() string {
	if f.From != "" {
		return "renamed from " + f.From
	}
	return string(f.Status)
}

// Edits is what becomes of uncommitted edits of notes that a review writes to.
type Edits int

const (
	// EditsByPlace commits them first, by themselves, where the repository is there for the memory alone, and elsewhere
	// lets them go along. It is decided when the commit is made: an edit may come after anybody was asked.
	EditsByPlace Edits = iota
	// EditsFirst commits them first, by themselves, also to a repository that lies around the memory.
	EditsFirst
	// EditsAlong lets them go into the commit of the review.
	EditsAlong
)

// CommitOptions is what the commit dialog asks.
type CommitOptions struct {
	Message string
	// Init makes a git repository of the memory directory first.
	Init bool
	// Edits says what becomes of the user's own uncommitted edits of the same files.
	Edits Edits
	// NoCommit writes the notes and leaves git alone.
	NoCommit bool
}

// Outcome is what an apply did.
type Outcome struct {
	Written, Removed []string
	// Commit is the hash, "" if there is none; GitError says why in git's words.
	Commit   string
	GitError string
	// Backup is the file that holds the bytes from before.
	Backup string
	// Undo is a sentence that says how to take it back.
	Undo string
	// Notes are further lines to show.
	Notes []string
}
