package model

import "time"

// Hit is one place that a search has found: a line of a note, or a block of a session.
type Hit struct {
	Store Store
	// Path is the note's, slash-separated in the store; "" for a session.
	Path string
	// Session is the name of the session, File the transcript itself, Offset where its line begins in
	// it, in bytes. A line that something rests on is known by session and number alone.
	Session, File string
	Offset        int64
	// Line is the line, from 1: of the note, or of the transcript as it lies on disk.
	Line int
	// Trust, Call and Time say who said it and when, of a session.
	Trust Trust
	Call  bool
	Time  time.Time
	// Text is what stands around the first place, on one short line and with secrets covered; Mark is
	// where the place stands in it, in bytes. It is not yet printable.
	Text string
	Mark [2]int
	// Remark is set, with the store and the session and nothing else, for what could not be searched.
	Remark string
}

// Hits are what a search has found since it last told.
type Hits struct {
	List []Hit
	// Done says that the search has ended, and Err why if it did not end well.
	Done bool
	Err  error
}

// Passage is what stands around a hit, in order.
type Passage struct {
	Lines []PassageLine
	// At is the index of the line that holds the hit.
	At int
	// Before and After say that the note or the session goes on there.
	Before, After bool
	// Kept says that the session is gone and these are lines that were kept of it.
	Kept bool
}

// PassageLine is a line of a note, or a block of a session.
type PassageLine struct {
	Line  int
	Trust Trust
	Call  bool
	Time  time.Time
	// Text has secrets covered and is not yet printable; Marks are the places in it, in bytes.
	Text  string
	Marks [][2]int
}
