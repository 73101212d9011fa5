package model

import "time"

// Layers are the four layers of what an agent remembers, from what every session is given to what stands
// behind it.
type Layers struct {
	Injected    Injected     `json:"injected"`
	Notes       NoteLayer    `json:"notes"`
	Pages       []PageFolder `json:"pages"`
	Transcripts SessionLayer `json:"transcripts"`
	// Findings are those that no audit of the memory alone can have.
	Findings []Finding `json:"findings"`
	// Remarks are sentences on what could not be learned. They are not yet printable.
	Remarks []string `json:"remarks"`
}

// Injected is what a session is given at its start without asking.
type Injected struct {
	// Dir is the project in which the session is started; "" if none is known, and then only what holds
	// everywhere is listed.
	Dir string `json:"dir"`
	// Files are the instruction files in the order in which they are loaded, the index last.
	Files []Instruction `json:"files"`
	// Tokens is the sum of what every session is given.
	Tokens int `json:"tokens"`
	// Cut is the number of lines of the index that are not loaded, Left that of its entries.
	Cut  int `json:"index_lines_cut"`
	Left int `json:"index_entries_cut"`
}

// What an instruction file is.
const (
	InstructionManaged  = "managed"
	InstructionUser     = "user"
	InstructionProject  = "project"
	InstructionLocal    = "local"
	InstructionRule     = "rule"
	InstructionImported = "imported"
	InstructionIndex    = "index"
)

// Instruction is a file whose text is put in front of a session.
type Instruction struct {
	// Path is absolute and not yet printable. From is the file that imports it, "" if none does.
	Path string `json:"path"`
	From string `json:"imported_by"`
	Kind string `json:"kind"`
	// Bytes, Lines and Tokens measure what is loaded. Tokens is an estimate, see note.Tokens.
	Bytes  int `json:"bytes"`
	Lines  int `json:"lines"`
	Tokens int `json:"tokens"`
	// Some says that only sessions get it that work on certain files; it is in no sum.
	Some bool `json:"only_for_some_paths"`
}

// NoteLayer sums up the notes.
type NoteLayer struct {
	Count int `json:"count"`
	Bytes int `json:"bytes"`
	// Types counts them by type, "" for those without.
	Types map[string]int `json:"types"`
	// UseKnown is the number of those of which it is known whether a session ever read them, Never that of
	// those that none did.
	UseKnown int `json:"use_known"`
	Never    int `json:"never_read"`
	// RealityKnown is the number of those that name something that was looked up, Gone that of those of which
	// something is no longer there.
	RealityKnown int `json:"reality_known"`
	Gone         int `json:"contradicted"`
}

// PageFolder is a folder of pages that link to each other and sum up something else.
type PageFolder struct {
	// Dir is relative to the project.
	Dir   string `json:"dir"`
	Pages int    `json:"pages"`
	Bytes int    `json:"bytes"`
	// Citing is the number of pages that name a source that is there, Sources and SourceBytes are what they
	// name, each file once.
	Citing      int `json:"pages_with_sources"`
	Sources     int `json:"sources"`
	SourceBytes int `json:"source_bytes"`
	// ReadKnown says that there are transcripts to tell which pages were read; Never is the number of those that
	// none of these sessions read.
	ReadKnown bool `json:"read_known"`
	Never     int  `json:"never_read"`
}

// SessionLayer sums up the transcripts.
type SessionLayer struct {
	// Sessions does not count subagents, Bytes does.
	Sessions int   `json:"sessions"`
	Bytes    int64 `json:"bytes"`
	// Oldest and Newest are when those that are still here were last written to.
	Oldest time.Time `json:"oldest"`
	Newest time.Time `json:"newest"`
	// Kept is the number of days after which the agent removes one; 0 means never.
	Kept int `json:"days_kept"`
	// Soon is the number of sessions that go within SoonDays, NextDays when the first of them goes, and
	// Evidence the number of notes that lose the session they came from with them.
	Soon     int `json:"going_soon"`
	SoonDays int `json:"soon_days"`
	NextDays int `json:"next_days"`
	Evidence int `json:"notes_losing_evidence"`
}
