package style

import "strings"

// Marks are the signs of the screen: each has one meaning everywhere, and one cell unless it says
// otherwise.
type Marks struct {
	// ASCII says that these are the ASCII forms.
	ASCII bool
	// Here, Going and Gone are the evidence of a note; Unknown stands for any value not known.
	Here, Going, Gone, Unknown string
	// Accepted, Part, Undecided and Rejected are the states of hunks, files and reviews.
	Accepted, Part, Undecided, Rejected string
	// Yes and No say that something holds, is done, or does not and failed.
	Yes, No string
	// Finding stands before a count of findings or flags.
	Finding string
	// None stands for a value that is zero or absent in a column.
	None string
	// Added, Deleted, Emptied and Renamed are files; Plus and Minus stand before counts of lines.
	Added, Deleted, Emptied, Renamed, Plus, Minus string
	// Bar stands at the left of the selected row and before the focused pane's title.
	Bar string
	// Cut is the rule where the agent stops reading.
	Cut string
	// Ellipsis stands where text was cut (two cells in ASCII).
	Ellipsis string
	// Dot parts words of one row; Arrow points at what follows.
	Dot, Arrow string
	// NoSource follows in a text a token that nothing supports, Doubt one with any other flag. They are longer than
	// a cell, for they must not be taken for the text's own.
	NoSource, Doubt string
	// Running stands before what is at work.
	Running string
	// Down says that there is more below (two cells in ASCII).
	Down string

	frame frame
	gauge gauge
}

// frame holds the lines of a box.
type frame struct{ h, v, tl, tr, bl, br string }

// gauge holds the ends of a gauge and its fillings, from nearly empty to full.
type gauge struct {
	open, close string
	fill        []string
}

func marks(ascii bool) Marks {
	if ascii {
		return asciiMarks
	}
	return unicodeMarks
}

var unicodeMarks = Marks{
	Here: "●", Going: "◐", Gone: "○", Unknown: "?",
	Accepted: "●", Part: "◐", Undecided: "○", Rejected: "✗",
	Yes: "✓", No: "✗", Finding: "!", None: "–",
	Added: "+", Deleted: "-", Emptied: "~", Renamed: "»", Plus: "+", Minus: "−",
	Bar: "▌", Cut: "┄", Ellipsis: "…", Dot: "·", Arrow: "→",
	NoSource: "[?!]", Doubt: "[!]", Running: "◌", Down: "↓",
	frame: frame{"─", "│", "╭", "╮", "╰", "╯"},
	gauge: gauge{"▕", "▏", []string{"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}},
}

var asciiMarks = Marks{
	ASCII: true,
	Here:  "*", Going: "%", Gone: "o", Unknown: "?",
	Accepted: "*", Part: "%", Undecided: "o", Rejected: "x",
	Yes: "v", No: "x", Finding: "!", None: "-",
	Added: "+", Deleted: "-", Emptied: "~", Renamed: ">", Plus: "+", Minus: "-",
	Bar: ">", Cut: "-", Ellipsis: "..", Dot: "-", Arrow: ">",
	NoSource: "[?!]", Doubt: "[!]", Running: "@", Down: "..",
	frame: frame{"-", "|", "+", "+", "+", "+"},
	gauge: gauge{"[", "]", []string{"#"}},
}

var asciiQuotes = strings.NewReplacer("“", `"`, "”", `"`, "…", "..")

// Quoted is a printable sentence of the program in the quotes of the look: with them reasons and findings mark the words
// of others.
func (m Marks) Quoted(s string) string {
	if m.ASCII {
		return asciiQuotes.Replace(s)
	}
	return s
}
