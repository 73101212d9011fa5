package note

// The limits within which the agent reads a memory, measured on its command line program.
const (
	// MaxLines and MaxUnits bound the index text that is loaded: lines, and UTF-16 code units.
	// What is exactly at a bound is still loaded.
	MaxLines = 200
	MaxUnits = 25_000
	// MaxEntry is the longest line of an index, in code points, that is still one glance.
	MaxEntry = 200
	// MaxNoteLines and MaxNoteBytes bound what of a note is read when it is recalled.
	MaxNoteLines = 200
	MaxNoteBytes = 4096
	// MaxDescription is the longest description, in code points, that the agent does not complain of.
	MaxDescription = 300
)

// nearPercent of either bound is where the agent begins to remind.
const nearPercent = 80
