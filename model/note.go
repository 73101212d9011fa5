package model

import "time"

// FrontState says what became of the block between the fences at the start of a note.
type FrontState string

// The states of a frontmatter, spelled as the JSON of `audit` spells them.
const (
	FrontValid        FrontState = "valid"
	FrontNone         FrontState = "none"
	FrontBroken       FrontState = "broken"
	FrontUnterminated FrontState = "unterminated"
	FrontEmpty        FrontState = "empty"
)

// Types are the four kinds of fact that a memory keeps.
var Types = []string{"user", "feedback", "project", "reference"}

// Note is one topic file, read. Every text field is as spelled in the file, not yet printable.
type Note struct {
	Path string
	// Name, Description and Type come from the frontmatter; "" where there is none.
	Name, Description, Type string
	// Front is the state of the frontmatter; FrontError and FrontLine (from 1 in the file) say
	// what a strict parser refuses.
	Front      FrontState
	FrontError string
	FrontLine  int
	// Fields are all scalar fields in file order, nested ones as "metadata.type".
	Fields []Field
	// Session is originSessionId, and Modified the note's own stamp; zero where absent.
	Session  string
	Modified time.Time
	// BodyAt is the byte offset at which the body starts.
	BodyAt int
	// Lines and Bytes measure the whole file.
	Lines, Bytes int
	// Special says why the file cannot be read as a note (a link, a pipe); "" for a plain file.
	Special string
}

// Title is the name a person knows the note by: its own, else the file's.
func (n Note) Title() string {
	if n.Name != "" {
		return n.Name
	}
	return n.Path
}

// Field is one scalar of a frontmatter, its value as spelled without its quotes.
type Field struct{ Key, Value string }

// Status is how an index stands against the limits of the agent that loads it.
type Status string

// The states of an index, spelled as the JSON of `audit` spells them.
const (
	StatusOK      Status = "ok"
	StatusNear    Status = "near"
	StatusCut     Status = "cut"
	StatusMissing Status = "missing"
)

// Index is MEMORY.md as the agent loads it.
type Index struct {
	Status Status
	// Lines and Units (UTF-16) measure the text that counts: no frontmatter, no block comments,
	// trimmed. RawLines and RawBytes measure the file.
	Lines, Units, RawLines, RawBytes int
	// CutAt is the line of the file, from 1, of the first line that is not loaded; 0 if all are.
	CutAt int
	// Entries are the lines that name a file or stand in a list, in file order.
	Entries []Entry
	// Special is set as for a Note.
	Special string
}

// Entry is one line of the index that speaks of a note.
type Entry struct {
	// Line counts from 1 in the file; Text is the line without its end.
	Line int
	Text string
	// Label and Summary are the link's text and what stands behind it.
	Label, Summary string
	// Links are the files it names, resolved as CommonMark does, in order.
	Links []Link
	// Loaded is false for entries below the cut.
	Loaded bool
}

// Link is one reference from an index or a note to a file.
type Link struct {
	// Line counts from 1. Text is the target as written; Path the file it means, relative to the
	// root, "" if it leaves the directory or is no file (a URL).
	Line int
	Text string
	Path string
	// Wiki is true for [[name]], Mention for a file name in code or prose that is no link.
	Wiki, Mention bool
	// Exists says whether Path is in the tree, in this very spelling.
	Exists bool
}

// Memory is one store, opened: all that the browse screen shows of it.
type Memory struct {
	Store Store
	// Tree holds the files. Here, and only here, a link to a plain file also has that file's Data,
	// to show it.
	Tree     Tree
	Index    Index
	Notes    []Note
	Findings []Finding
	Badges   map[string]Badges
	// Pending are the proposals of this store that wait for a decision, oldest first.
	Pending []ProposalInfo
	// Remarks are sentences on what could not be read on the way.
	Remarks []string
}

// Store is a place where a memory lives.
type Store struct {
	// ID names the store in our state folder: stable, safe as a file name.
	ID string
	// Name is short and for people: the project folder's name, else the slug.
	Name string
	// Dir is the absolute path of the memory directory, links in it not resolved.
	Dir string
	// Slug is the name of the folder under projects/, "" for any other directory.
	Slug string
	// Projects are the real working directories, read from `cwd` in transcripts; they may be
	// none (unknown) or several (two projects share one slug).
	Projects []string
	// Transcripts are the folders that hold this memory's sessions.
	Transcripts []string
	// Kind says what sort of memory it is; "" is KindMemory. Scope is set for that of an agent.
	Kind  StoreKind
	Scope Scope
	// Settings are those of the agent's settings that bear on it, each with the layer that decided.
	Settings []Setting
	// Untrusted says that only a project's own, checked-in settings name this place: it is neither
	// read nor written before the user says yes.
	Untrusted bool
	// Gone are those of Projects that are no longer there.
	Gone []string
	// Open are the sessions that run now.
	Open []OpenSession
	// Warnings are sentences on what is wrong with the place itself. They are not yet printable.
	Warnings []string
	// Summary holds the figures of the picker.
	Summary StoreSummary
}

// StoreSummary is what the picker shows of a store before it is opened.
type StoreSummary struct {
	Notes    int
	Index    Index
	Findings map[Severity]int
	Sessions int
	Pending  int
	// Problem says why the store could not be read; "" if it was.
	Problem string
}
