package cli

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/memory/desk"
	"dreamgate/model"
)

// meddled are answers between which somebody else does something to the review.
type meddled struct {
	t *testing.T
	// answers are given in turns; before each but the first a word must be on record, and then others do theirs.
	answers, words []string
	others         []func(model.Review, *model.Ruling)
	turn           int
	left           io.Reader
}

func (m *meddled) Read(p []byte) (int, error) {
	for {
		if m.left != nil {
			if n, err := m.left.Read(p); n > 0 || err == nil {
				return n, nil
			}
		}
		if m.turn == len(m.answers) {
			return 0, io.EOF
		}
		if m.turn > 0 {
			m.meddle(m.words[m.turn-1], m.others[m.turn-1])
		}
		m.left = strings.NewReader(m.answers[m.turn])
		m.turn++
	}
}

// meddle waits until a word is on record, so that the review is open and saved, and does what others do.
func (m *meddled) meddle(word string, do func(model.Review, *model.Ruling)) {
	var file string
	for range 2000 {
		files, _ := filepath.Glob(filepath.Join(os.Getenv("XDG_STATE_HOME"), "dreamgate", "*", "decisions", "*.json"))
		for _, f := range files {
			if data, err := os.ReadFile(f); err == nil && bytes.Contains(data, []byte(word)) {
				file = f
			}
		}
		if file != "" {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if file == "" {
		m.t.Errorf("%q was never on record", word)
		return
	}
	d := desk.New(time.Now)
	st := model.Store{ID: filepath.Base(filepath.Dir(filepath.Dir(file)))}
	id := strings.TrimSuffix(filepath.Base(file), ".json")
	r, err := d.Review(m.t.Context(), st, id)
	if err != nil {
		m.t.Error(err)
		return
	}
	ru := r.Ruling()
	ru.Decisions, ru.Notes = maps.Clone(ru.Decisions), maps.Clone(ru.Notes)
	do(r, &ru)
	if _, err := d.Decide(m.t.Context(), st, id, r.Ruling(), ru); err != nil {
		m.t.Error(err)
	}
}

// TestAccessibleBeside: what somebody else decides meanwhile stays, is told, and is decided anew by who has heard it.
func TestAccessibleBeside(t *testing.T) {
	shop, folder := proposedShop(t)
	at := func(r model.Review, path string) string {
		for _, c := range r.Changes {
			if c.Path == path {
				return c.Hunks[0].ID
			}
		}
		t.Errorf("no hunk of %s", path)
		return ""
	}
	m := &meddled{t: t,
		answers: []string{"skip\nnote\nfirst words\n", "accept\naccept\nnote\nsecond words\n", "back\nquit\n"},
		words:   []string{"first words", "second words"},
		others: []func(model.Review, *model.Ruling){
			func(r model.Review, ru *model.Ruling) { ru.Decisions[at(r, "build.md")] = model.Rejected },
			func(r model.Review, ru *model.Ruling) {
				ru.Decisions[at(r, "MEMORY.md")], ru.Notes[at(r, "MEMORY.md")] = model.Rejected, "not this line"
			},
		}}
	r := answering(t.Context(), t, m, "--accessible", "review", shop, folder)
	spoken(t, r)
	contains(t, r.out, "Decided elsewhere first, and that stays: build.md: rejected.", "Not done: what you said of it is not taken",
		"Accepted, 1 hunk.", "lsewhere, MEMORY.md: rejected, noted \"not this line\".")
}
