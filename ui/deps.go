package ui

import (
	"time"

	"dreamgate/keymap"
)

// Deps is all that the screen is made of. Library, Dreams and Reviews must be set.
type Deps struct {
	Library Library
	Dreams  Dreams
	Reviews Reviews
	// Now is the clock; nil is the machine's. It is called in commands only.
	Now func() time.Time
	// Env reads the environment (COLORFGBG, the locale, VISUAL, EDITOR, HOME); nil is the
	// machine's. It is called before the first frame and in commands, never while drawing.
	Env func(string) string
	// Keys is the key table; nil is the default.
	Keys *keymap.Map
	// Dir is the folder to open; "" shows the list of stores, or the only one.
	Dir string
	// Review is a proposal of that folder's store to open at once; "" for none.
	Review string
	// Theme is "dark", "light" or "" for what the environment says.
	Theme string
	// NoColor and ASCII ask for less than the terminal can. NO_COLOR and the locale do so as well.
	NoColor, ASCII bool
	// Mouse makes clicks select and the wheel scroll. The terminal's own selection then needs shift.
	Mouse bool
	// CrashDir is where the report of a crash is written; "" is the temp directory.
	CrashDir string
}
