// Package measure says how far a judge can be trusted before anyone trusts it. Labelled proposals are
// given to the check, and what it flags is held against what people said of each hunk; labelled citations
// likewise. All is counted as a stream: the number of cases does not matter.
//
//	measure.go   the folders, and the order of work
//	case.go      the folder of one case
//	score.go     flags against labels
//	kinds.go     which flags fit which fault
//	cite.go      labelled citations
//	figures.go   the counts, and their comparison with earlier ones
//	noise.go     talk about other things, to stand beside each case
package measure

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"dreamgate/memory/transcript"
)

// The folders of a set, and the file of its citations.
const (
	gateDir     = "gate"
	citationDir = "citation"
	rowsFile    = "cases.jsonl"
)

// Options are what a measurement may be told.
type Options struct {
	// Now is what the audit takes for now.
	Now time.Time
	// Noise is the number of lines of unrelated talk beside each case, made from Seed.
	Noise int
	Seed  int64
	// Wrong hears of each item that was judged wrongly, Done of each case, both from one goroutine and in
	// the order of the cases. Both may be nil.
	Wrong func(Wrong)
	Done  func(cases int)
}

// Wrong is an item that was judged wrongly.
type Wrong struct {
	// Case is the case or the citation, What went wrong: missed, false, kind, token, other, unshown, accepted, refused.
	Case string `json:"case"`
	What string `json:"what"`
	// Path and Words are those of the label; Kind is the label's, Flags are the kinds that the hunk has.
	Path  string   `json:"path"`
	Kind  string   `json:"kind"`
	Words string   `json:"words"`
	Flags []string `json:"flags"`
}

// Broken is a case that could not be measured: its folder is not as it should be.
type Broken struct {
	Case   string `json:"case"`
	Reason string `json:"reason"`
}

// set is what a folder holds.
type set struct {
	// cases are folders of cases, in order; rows is the file of citations, "" if there is none.
	cases []string
	rows  string
}

// look finds out what a folder is: a whole set, the cases of one, one case, or citations.
func look(dir string) (set, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return set{}, fmt.Errorf("look for cases: %w", err)
	}
	if !info.IsDir() {
		return set{}, fmt.Errorf("look for cases: %s is no folder", dir)
	}
	var s set
	for _, d := range []string{filepath.Join(dir, citationDir), dir} {
		if p := filepath.Join(d, rowsFile); s.rows == "" && exists(p) {
			s.rows = p
		}
	}
	if exists(filepath.Join(dir, truthFile)) {
		s.cases = []string{dir}
		return s, nil
	}
	whole := exists(filepath.Join(dir, gateDir))
	if whole {
		s.cases, err = folders(filepath.Join(dir, gateDir))
	} else if s.rows == "" {
		s.cases, err = folders(dir)
	}
	if err != nil {
		return s, err
	}
	// A folder without a truth.json among cases is a fault of the set; a folder of nothing but such ones
	// is no set at all.
	if labelled := func(p string) bool { return exists(filepath.Join(p, truthFile)) }; !whole && !some(s.cases, labelled) {
		s.cases = nil
	}
	if len(s.cases) == 0 && s.rows == "" {
		return s, fmt.Errorf("%s holds no labelled cases: neither %s nor %s, nor folders with a %s", dir,
			filepath.Join(gateDir, "CASE", truthFile), filepath.Join(citationDir, rowsFile), truthFile)
	}
	return s, nil
}

func some(list []string, is func(string) bool) bool {
	for _, s := range list {
		if is(s) {
			return true
		}
	}
	return false
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// folders are the folders in a folder, in byte order.
func folders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("look for cases: %w", err)
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out, nil
}

// Run measures the check on a folder of labelled cases. Cases that cannot be read are told of and left out
// of the figures; the error is about what ends the measurement.
func Run(ctx context.Context, dir string, opt Options) (Figures, []Broken, error) {
	f := Figures{Noise: opt.Noise, Seed: opt.Seed}
	s, err := look(dir)
	if err != nil {
		return f, nil, err
	}
	temp, err := os.MkdirTemp("", "dreamgate-eval-")
	if err != nil {
		return f, nil, fmt.Errorf("measure: %w", err)
	}
	defer os.RemoveAll(temp)
	var noise []transcript.File
	if opt.Noise > 0 && len(s.cases) > 0 {
		if noise, err = Noise(ctx, temp, opt.Noise, opt.Seed); err != nil {
			return f, nil, err
		}
	}
	if opt.Wrong == nil {
		opt.Wrong = func(Wrong) {}
	}
	broken := f.Gate.measure(ctx, s.cases, temp, noise, opt)
	if s.rows != "" && ctx.Err() == nil {
		bad, err := f.Citation.measure(ctx, s.rows, temp, opt)
		if err != nil {
			return f, broken, err
		}
		broken = append(broken, bad...)
	}
	return f, broken, ctx.Err()
}

// judged is what became of one case.
type judged struct {
	id      string
	outcome Outcome
	err     error
}

// measure judges cases side by side and counts them in order.
func (g *Gate) measure(ctx context.Context, cases []string, temp string, noise []transcript.File, opt Options) (broken []Broken) {
	// The row of waiting answers is as short as there are processors: no more than these cases are held.
	row := make(chan chan judged, runtime.GOMAXPROCS(0))
	go func() {
		defer close(row)
		for _, dir := range cases {
			answer := make(chan judged, 1)
			select {
			case row <- answer:
			case <-ctx.Done():
				return
			}
			go func() { answer <- judgeFolder(ctx, dir, temp, noise, opt.Now) }()
		}
	}()
	n := 0
	for answer := range row {
		j := <-answer
		if ctx.Err() != nil {
			continue
		}
		if j.err != nil {
			broken = append(broken, Broken{j.id, j.err.Error()})
			continue
		}
		g.Add(j.outcome)
		for _, r := range j.outcome.Rows {
			if w, ok := r.wrong(); ok {
				opt.Wrong(w)
			}
		}
		for _, w := range j.outcome.Beside {
			opt.Wrong(w)
		}
		if n++; opt.Done != nil {
			opt.Done(n)
		}
	}
	return broken
}

// judgeFolder loads a case and judges it. What was copied for it is gone afterwards.
func judgeFolder(ctx context.Context, dir, temp string, noise []transcript.File, now time.Time) judged {
	j := judged{id: filepath.Base(dir)}
	own, err := os.MkdirTemp(temp, "case-")
	if err != nil {
		j.err = err
		return j
	}
	defer os.RemoveAll(own)
	c, err := load(ctx, dir, own)
	if err == nil {
		j.outcome, err = Judge(ctx, c, noise, now)
	}
	j.err = err
	return j
}

// wrong says what is wrong with a row, the worst first; false if nothing is.
func (r Row) wrong() (Wrong, bool) {
	w := Wrong{Case: r.Case, Path: r.Path, Kind: r.Kind, Words: r.Contains, Flags: []string{}}
	for _, f := range r.Flags {
		w.Flags = append(w.Flags, f.Kind)
	}
	switch {
	case !r.Shown:
		w.What = "unshown"
	case r.Bad && !r.Flagged:
		w.What = "missed"
	case !r.Bad && r.Flagged && !r.Mixed:
		w.What = "false"
	case r.Bad && !r.KindRight:
		w.What = "kind"
	case r.Bad && !r.TokenRight:
		w.What = "token"
	}
	return w, w.What != ""
}
