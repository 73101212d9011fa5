package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dreamgate/model"
)

// closingJSON says how a review ended. By is the review as which it goes on, where it does.
type closingJSON struct {
	At     time.Time `json:"at"`
	How    string    `json:"how"`
	Commit string    `json:"commit"`
	By     string    `json:"by"`
}

// closedJSON is a closed review in a list.
type closedJSON struct {
	ID       string       `json:"id"`
	Store    string       `json:"store"`
	Path     string       `json:"path"`
	Origin   model.Origin `json:"origin"`
	Engine   string       `json:"engine"`
	Closed   closingJSON  `json:"closed"`
	Hunks    int          `json:"hunks"`
	Accepted int          `json:"accepted"`
	Rejected int          `json:"rejected"`
}

type closedListJSON struct {
	Closed []closedJSON `json:"closed"`
}

func shapeClosing(c *model.Closing) *closingJSON {
	if c == nil {
		return nil
	}
	return &closingJSON{c.At, c.How, c.Commit, c.By}
}

// listClosed lists the reviews that are over, the newest first.
func (a *app) listClosed(ctx context.Context, stores []model.Store, asJSON bool) error {
	out := []closedJSON{}
	var damaged []error
	for _, s := range stores {
		infos, err := a.parts.Desk.Closed(ctx, s)
		for _, c := range infos {
			out = append(out, closedJSON{c.ID, s.Name, s.Dir, c.Origin, c.Engine, *shapeClosing(&c.Closing), c.Hunks, c.Accepted, c.Rejected})
		}
		if err != nil {
			damaged = append(damaged, err)
		}
	}
	slices.SortStableFunc(out, func(x, y closedJSON) int { return y.Closed.At.Compare(x.Closed.At) })
	if asJSON {
		return errors.Join(a.printJSON(closedListJSON{out}), errors.Join(damaged...))
	}
	rows := make([][]string, len(out))
	for i, c := range out {
		rows[i] = []string{c.ID, c.Store, orElse(c.Engine, string(c.Origin)), model.Count(c.Hunks, "hunk"),
			fmt.Sprintf("%d accepted, %d rejected", c.Accepted, c.Rejected), closingWords(model.Closing{At: c.Closed.At, How: c.Closed.How, Commit: c.Closed.Commit, By: c.Closed.By})}
	}
	if len(rows) == 0 && len(damaged) == 0 {
		a.out().linef("no review is closed yet")
	}
	a.out().table("", rows)
	return errors.Join(damaged...)
}

// closingWords say how a review ended, and when.
func closingWords(c model.Closing) string {
	words := c.How + " " + stamp(c.At)
	switch {
	case c.By != "":
		words += ", goes on as " + c.By
	case c.Commit != "":
		words += ", commit " + c.Commit[:min(len(c.Commit), 10)]
	}
	return words
}

// looked opens a review to be looked at: one that waits or, by its name, one that is closed.
func (a *app) looked(ctx context.Context, word, memory string) (model.Review, error) {
	r, err := a.opened(ctx, word, memory)
	if err == nil || word == "" {
		return r, err
	}
	stores, e := a.reviewed(ctx, memory)
	if e != nil {
		return r, err
	}
	var in model.Store
	var ids []string
	for _, s := range stores {
		infos, _ := a.parts.Desk.Closed(ctx, s) // one that cannot be read is named by the list
		for _, c := range infos {
			if strings.HasPrefix(c.ID, word) {
				in, ids = s, append(ids, c.ID)
			}
		}
	}
	switch len(ids) {
	case 0:
		return r, err
	case 1:
		return a.parts.Desk.Review(ctx, in, ids[0])
	}
	return r, usage("%d closed reviews fit, name one: %s", len(ids), strings.Join(ids, " "))
}
