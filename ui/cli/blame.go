package cli

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dreamgate/model"
)

// blame prints where the lines of a note come from.
func (a *app) blame() *cobra.Command {
	var memory string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "blame NOTE[:LINE]",
		Short: "Print who wrote each line of a note, and on which line of which session it rests",
		Long: "Of each line the change that wrote it, who made that, and the cited line of a session with what became of it: here,\n" +
			"archived, or gone. With a line, counted from 1 in the file, also the reason and the words of the session.",
		Args: args(cobra.ExactArgs(1)),
		RunE: a.onStoreWith(&memory, func(ctx context.Context, s model.Store, list []string) (err error) {
			word, line := list[0], 0
			if at := strings.LastIndexByte(word, ':'); at > 0 && !a.hasNote(ctx, s, word) {
				if line, err = strconv.Atoi(word[at+1:]); err != nil || line < 1 {
					return usage("%q: a line is a number from 1", word)
				}
				word = word[:at]
			}
			m, err := a.read(ctx, s)
			if err != nil {
				return err
			}
			n, err := pick(m, word)
			if err != nil {
				return err
			}
			return a.printBlame(ctx, s, n.Path, line, asJSON)
		}),
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) printBlame(ctx context.Context, s model.Store, note string, line int, asJSON bool) error {
	b, err := a.past().Blame(ctx, s, note, line)
	if err != nil {
		return err
	}
	if asJSON {
		return a.printJSON(shapeBlame(b))
	}
	out := a.out()
	if line > 0 {
		a.blamedLine(b.Lines[0])
		if b.Origin.Session != "" && len(b.Lines[0].Sources) == 0 {
			out.linef("    the note came from session %s: %s", b.Origin.Place(), sessionWord(b.Origin))
		}
	} else {
		rows := make([][]string, len(b.Lines))
		for i, l := range b.Lines {
			var places []string
			for _, src := range l.Sources {
				places = append(places, src.Place()+" "+src.State)
			}
			rows[i] = append(blameCells(l), strings.Join(places, ", "), cut(l.Text))
		}
		out.table("", rows)
		if b.Origin.Session != "" {
			out.linef("the note came from session %s: %s", b.Origin.Place(), sessionWord(b.Origin))
		}
	}
	for _, r := range b.Remarks {
		out.linef("note: %s", r)
	}
	return nil
}

// blameCells are the number of a line, the id of its revision, its day, and who wrote it.
func blameCells(l model.BlamedLine) []string {
	n := strconv.Itoa(l.Line)
	switch {
	case l.Pending:
		return []string{n, "-", "-", "not committed"}
	case l.Revision.ID == "":
		return []string{n, "-", "-", "not known"}
	}
	who := l.Revision.Who()
	if l.Revision.Cut {
		who = "there at first"
	}
	return []string{n, l.Revision.Short(), l.Revision.At.Local().Format(time.DateOnly), who}
}

// blamedLine prints all that is known of one line.
func (a *app) blamedLine(l model.BlamedLine) {
	out, r := a.out(), l.Revision
	out.linef("%s", strings.TrimSpace(l.Text))
	switch {
	case l.Pending:
		out.linef("    is not committed yet: the agent or an editor wrote it")
		return
	case r.ID == "":
		out.linef("    is older than what is kept, or was written by somebody whose changes no commit holds")
		return
	}
	if r.Cut {
		out.linef("    was there %s, when the history begins, %s", stamp(r.At), r.Short())
		return
	}
	out.linef("    written %s by %s, %s", stamp(r.At), r.Who(), r.Short())
	if r.Subject != "" {
		out.linef("    %s", cut(r.Subject))
	}
	if r.Review != "" && r.Review != r.ID {
		out.linef("    review %s", r.Review)
	}
	if l.Why != "" {
		out.linef("    why   %s", l.Why)
	}
	for _, src := range l.Sources {
		out.linef("    cites %s %s, %s", src.Place(), string(src.Trust), sessionWord(src))
		if src.Text != "" {
			out.linef("          %s", cut(src.Text))
		}
	}
	if r.Review != "" && len(l.Sources) == 0 {
		out.linef("    nothing tells which line of a session it rests on")
	}
}

// sessionWord says what became of a session.
func sessionWord(s model.BlamedSource) string {
	switch s.State {
	case model.SessionHere:
		return "the session is here"
	case model.SessionArchived:
		return "the session is gone, lines of it are archived"
	}
	return "the session is gone"
}
