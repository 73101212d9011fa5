package model

// Look is how a person has set the screen with keys, to be found so at the next start. The zero value is the
// screen as it comes.
type Look struct {
	// Theme is the theme that was chosen, "" to leave it to the settings and the terminal.
	Theme string `json:"theme,omitempty"`
	// Cut cuts long lines of a diff instead of wrapping them.
	Cut bool `json:"cut,omitempty"`
	// Below puts what was above what is where there is room for both side by side.
	Below bool `json:"below,omitempty"`
	// Calm marks changed lines and not the words in them.
	Calm bool `json:"calm,omitempty"`
}
