package model

import "fmt"

// Severity ranks findings; the zero value is the mildest.
type Severity int

// The severities, mildest first.
const (
	Info Severity = iota
	Warning
	Error
)

// String is the word used in JSON and on the screen.
func (s Severity) String() string { return [...]string{"info", "warning", "error"}[s] }

// MarshalText lets a severity stand in JSON as its word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Severity) UnmarshalText(text []byte) error {
	for c := Info; c <= Error; c++ {
		if c.String() == string(text) {
			*s = c
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q", text)
}

// Finding is one thing that the audit holds against a memory.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	Path     string   `json:"path"`
	// Line counts from 1 in the file; 0 means the whole file.
	Line int `json:"line"`
	// Message is one sentence that says what is wrong and what to do.
	Message string `json:"message"`
	// Fix says what `--fix` would do; "" where no safe fix is known.
	Fix string `json:"fix"`
}

// LeastAlike is the number of findings of one rule from which on one stands for all of them.
const LeastAlike = 4

// Folded are findings in which one stands for many of one rule and severity, the first of them, and says how many more
// there are.
func Folded(list []Finding) (out []Finding) {
	type kind struct {
		rule     string
		severity Severity
	}
	n, told := map[kind]int{}, map[kind]bool{}
	for _, f := range list {
		n[kind{f.Rule, f.Severity}]++
	}
	for _, f := range list {
		of := kind{f.Rule, f.Severity}
		if n[of] >= LeastAlike {
			if told[of] {
				continue
			}
			told[of] = true
			f.Message += " (and " + Number(n[of]-1) + " more of this kind)"
		}
		out = append(out, f)
	}
	return out
}

// GitState is what matters of the repository around a memory before a commit.
type GitState struct {
	// Root is the top of the work tree, "" if there is none; AtRoot says that it is the memory
	// directory itself.
	Root   string
	AtRoot bool
	Branch string
	// Tracked says that the repository holds a file of the memory directory. A repository that
	// lies around it and holds none (dotfiles, say) is not committed to unasked.
	Tracked bool
	// Busy names an operation in progress (merge, rebase, ...), "" if none.
	Busy string
	// Ignored says that the repository ignores the memory directory.
	Ignored bool
	// Unused says that nothing is committed there, whatever git says: what is reviewed is no memory.
	Unused bool
	// Err holds git's words where it could not be asked.
	Err string
}

// Free reports whether the memory is in no repository that a commit would go to, so that one can be made.
func (g GitState) Free() bool {
	return g.Err == "" && !g.Unused && (g.Root == "" || !g.AtRoot && (!g.Tracked || g.Ignored))
}
