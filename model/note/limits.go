package note

// The limits within which the agent reads a memory, measured on its command line program.
const (
	// MaxLines and MaxUnits bound the index text that is loaded: lines, and UTF-16 code units.
	// What is exactly at a bound is still loaded.
	MaxLines = 200
	MaxUnits = 25_000
	// NearPercent of either bound is where the agent begins to remind.
	NearPercent = 80
	// MaxEntry is the longest line of an index, in code points, that is still one glance.
	MaxEntry = 200
	// NoteMaxLines and NoteMaxBytes bound what recall attaches of one note.
	NoteMaxLines = 200
	NoteMaxBytes = 4096
	// MaxDescription is the longest description, in code points, that draws no reminder.
	MaxDescription = 300
)
