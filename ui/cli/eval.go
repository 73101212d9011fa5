package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dreamgate/dream/measure"
	worlds "dreamgate/dream/measure/world"
	"dreamgate/model"
)

// evaluation is one call of the eval command.
type evaluation struct {
	*app
	opt      measure.Options
	trial    worlds.Options
	engine   string
	baseline string
	json     bool
	wrong    bool
	// width is that of the terminal in cells, 0 if the figures go elsewhere.
	width int
}

// eval measures the check on labelled cases.
func (a *app) eval() *cobra.Command {
	e := evaluation{app: a}
	cmd := &cobra.Command{
		Use:   "eval DIR | eval --engine ENGINE [-- COMMAND...]",
		Short: "Measure the check on a folder of labelled cases, or an engine in small worlds",
		Long: "DIR holds gate/CASE/ folders, each with base/, proposed/, transcripts/, CHANGES.md and a truth.json that labels\n" +
			"hunks, or citation/cases.jsonl, or both; it may also be such a folder itself, or a single case. Printed are how many\n" +
			"bad hunks are flagged, with the right kind of flag and at the right place, and how many good ones are.\n\n" +
			"With --engine an engine dreams in made-up worlds of which it is known what holds on each day: what of it the notes\n" +
			"have right, stale, lost or invented, after each dream, when all is accepted and when only what is clean.\n" +
			"To try the measure itself there are engines with one vice each: " + strings.Join(worlds.Stands(), ", ") + ".",
		Args: args(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, list []string) error {
			before, command, err := splitCommand(cmd, list, e.engine)
			if err != nil {
				return err
			}
			if err := e.fits(cmd, before); err != nil {
				return err
			}
			e.width = columns(a.Stdout)
			if e.engine != "" {
				return e.try(cmd.Context(), command)
			}
			return e.carry(cmd.Context(), before[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&e.engine, "engine", "", "let this `ENGINE` dream in made-up worlds: one of dream, or one that is named above")
	f.IntVar(&e.trial.Worlds, "worlds", 6, "in `N` worlds, each in the next of six languages")
	f.IntVar(&e.trial.Dreams, "dreams", 5, "`N` times in each, a week apart; all of it twice, for the two ways to decide")
	f.StringVar(&e.model, "model", "", "the `MODEL` that the engine asks instead of its own choice")
	e.bounds.add(f)
	f.BoolVar(&e.json, "json", false, "print JSON")
	f.BoolVar(&e.wrong, "wrong", false, "list each item that was judged wrongly")
	f.StringVar(&e.baseline, "baseline", "", "compare with `FILE`, an earlier eval --json, and fail if any figure is worse")
	f.IntVar(&e.opt.Noise, "noise", 0, "put `N` lines of unrelated talk beside each case")
	f.Int64Var(&e.opt.Seed, "seed", 1, "make the unrelated talk, or the worlds, from this `NUMBER`")
	return cmd
}

// fits says what is wrong with the arguments.
func (e *evaluation) fits(cmd *cobra.Command, dirs []string) error {
	cases, trial := []string{"wrong", "baseline", "noise"}, []string{"worlds", "dreams", "model", "max-turns", "max-cost", "max-time", "secrets"}
	other, what := trial, "a folder of cases"
	switch {
	case e.engine == "" && len(dirs) != 1:
		return usage("name one folder of cases, or an engine with --engine; see dreamgate eval --help")
	case e.engine != "" && len(dirs) > 0:
		return usage("a folder of cases and --engine exclude each other")
	case e.engine != "":
		other, what = cases, "--engine"
	}
	for _, name := range other {
		if cmd.Flags().Changed(name) {
			return usage("--%s and %s exclude each other", name, what)
		}
	}
	switch {
	case e.opt.Noise < 0 || e.opt.Noise > maxNoise:
		return usage("--noise is a number of lines up to %d", maxNoise)
	case e.engine != "" && e.bounds.check() != nil:
		return e.bounds.check()
	case e.trial.Worlds < 1 || e.trial.Worlds > maxTrial || e.trial.Dreams < 1 || e.trial.Dreams > maxTrial:
		return usage("--worlds and --dreams are numbers from 1 to %d", maxTrial)
	}
	return nil
}

// maxTrial bounds the worlds of a trial and the dreams in each.
const maxTrial = 1000

// columns is the width of the terminal that something is printed to, 0 if it is none.
func columns(out io.Writer) int {
	if s, ok := out.(*sink); ok {
		out = s.to
	}
	if f, ok := out.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			return w
		}
	}
	return 0
}

// maxNoise bounds the unrelated talk: ten million lines are some gigabytes of temporary files.
const maxNoise = 10_000_000

// maxWrong bounds the wrongly judged items that are kept for the JSON.
const maxWrong = 1000

// evalJSON is what eval prints.
type evalJSON struct {
	measure.Figures
	Wrong []measure.Wrong `json:"wrong"`
	// WrongLeftOut counts those that are not in the list.
	WrongLeftOut int              `json:"wrong_left_out"`
	Broken       []measure.Broken `json:"broken"`
	Baseline     *compared        `json:"baseline,omitempty"`
}

// compared is what became of figures since the baseline.
type compared struct {
	Worse  []string `json:"worse"`
	Better []string `json:"better"`
}

// carry carries the command out.
func (e *evaluation) carry(ctx context.Context, dir string) error {
	var base measure.Figures
	if e.baseline != "" { // a wrong name is told before the work
		data, err := intake(ctx, e.baseline, nil)
		if err != nil {
			return fmt.Errorf("read the baseline: %w", err)
		}
		if base, err = measure.ReadFigures(bytes.NewReader(data)); err != nil {
			return fmt.Errorf("read the baseline %s: %w", e.baseline, err)
		}
	}
	out := evalJSON{Wrong: []measure.Wrong{}, Broken: []measure.Broken{}}
	e.opt.Now = e.clock()
	e.opt.Wrong = func(w measure.Wrong) { e.heard(&out, w) }
	if e.Progress {
		e.opt.Done = func(n int) {
			if n%50 == 0 {
				text{w: e.Stderr}.linef("%s measured", model.Count(n, "case"))
			}
		}
	}
	var err error
	var broken []measure.Broken
	if out.Figures, broken, err = measure.Run(ctx, dir, e.opt); err != nil {
		return err
	}
	out.Broken = append(out.Broken, broken...)
	if e.baseline != "" {
		out.Baseline = &compared{[]string{}, []string{}}
		worse, better, err := out.Figures.Against(base)
		if err != nil {
			return err
		}
		out.Baseline.Worse, out.Baseline.Better = append(out.Baseline.Worse, worse...), append(out.Baseline.Better, better...)
	}
	if e.json {
		err = e.printJSON(out)
	} else {
		e.print(out)
	}
	return cmp.Or(err, e.verdict(out))
}

// heard takes a wrongly judged item.
func (e *evaluation) heard(out *evalJSON, w measure.Wrong) {
	switch {
	case !e.json && e.wrong:
		e.out().linef("%-8s %s  %s  %s %s  %s", w.What, w.Case, w.Path, w.Kind, strings.Join(w.Flags, ","), cut(w.Words))
	case len(out.Wrong) < maxWrong:
		out.Wrong = append(out.Wrong, w)
	default:
		out.WrongLeftOut++
	}
}

// verdict is the error that a measurement ends with, nil if all is well.
func (e *evaluation) verdict(out evalJSON) error {
	if len(out.Broken) > 0 {
		list := make([]string, len(out.Broken))
		for i, b := range out.Broken {
			list[i] = "  " + b.Case + ": " + b.Reason
		}
		return fmt.Errorf("%s could not be measured and left out:\n%s", model.Count(len(list), "case"), strings.Join(list, "\n"))
	}
	if out.Baseline != nil && len(out.Baseline.Worse) > 0 {
		return fmt.Errorf("worse than the baseline:\n  %s", strings.Join(out.Baseline.Worse, "\n  "))
	}
	return nil
}

// print prints the figures for a person.
func (e *evaluation) print(out evalJSON) {
	t, g, c := e.out(), out.Gate, out.Citation
	if g.Cases > 0 {
		e.wrapf("%s, %s, %s%s", model.Count(g.Cases, "case"), model.Count(g.Bad, "bad hunk"), model.Count(g.Good, "good hunk"), beside(out.Figures))
		e.chart("", []bar{{"caught", g.Caught, g.Bad}, {"right kind of flag", g.Kind, g.Bad}, {"at the right place", g.Token, g.Bad},
			{"flagged without cause", g.False, g.Good}})
		e.remarks(g)
		e.kinds("bad hunks", g.BadKinds)
		var good []bar
		for _, k := range slices.Sorted(maps.Keys(g.GoodKinds)) {
			good = append(good, bar{k, g.GoodKinds[k].False, g.GoodKinds[k].Good})
		}
		e.chart("good hunks, flagged without cause", good)
		e.languages(g.Languages)
	}
	if c.Rows > 0 {
		t.linef("%s", model.Count(c.Rows, "citation"))
		e.chart("", []bar{{"judged rightly", c.Right, c.Rows}, {"bad ones accepted", c.FalseAccept, c.Bad}, {"good ones refused", c.FalseReject, c.Good}})
		var rows []bar
		for _, k := range slices.Sorted(maps.Keys(c.Kinds)) {
			rows = append(rows, bar{k, c.Kinds[k].Right, c.Kinds[k].Rows})
		}
		e.chart("judged rightly", rows)
	}
	if b := out.Baseline; b != nil {
		t.linef("against the baseline: %d worse, %d better", len(b.Worse), len(b.Better))
		for _, s := range b.Better {
			t.linef("  better: %s", s)
		}
	}
}

// beside says what stood beside the cases.
func beside(f measure.Figures) string {
	if f.Noise == 0 {
		return ""
	}
	return fmt.Sprintf(", %s of unrelated talk beside each (seed %d)", model.Count(f.Noise, "line"), f.Seed)
}

// remarks says what is odd about a set or its flags.
func (e *evaluation) remarks(g measure.Gate) {
	for _, r := range []struct {
		n    int
		what string
	}{
		{g.Beside, "kinds of flags on bad hunks that no label asks for"}, {g.Unshown, "labels whose words no hunk has"},
		{g.Doubtful, "labels whose words several hunks have; the first counts"}, {g.Unlabelled, "hunks that no label is about"},
		{g.Stray, "of these carry a flag"},
	} {
		if r.n > 0 {
			e.wrapf("  %d %s", r.n, r.what)
		}
	}
}

// kinds prints the bad hunks by their kinds. Where there is room, the flags' kind and place stand beside.
func (e *evaluation) kinds(title string, of map[string]measure.Tally) {
	if e.width > 0 && e.width < wideTable {
		var rows []bar
		for _, k := range slices.Sorted(maps.Keys(of)) {
			rows = append(rows, bar{k, of[k].Caught, of[k].Bad})
		}
		e.chart(title+", caught", rows)
		return
	}
	rows := [][]string{{title, "caught", "kind", "place", ""}}
	for _, k := range slices.Sorted(maps.Keys(of)) {
		t := of[k]
		rows = append(rows, []string{k, fmt.Sprintf("%d/%d", t.Caught, t.Bad), fmt.Sprint(t.Kind), fmt.Sprint(t.Token),
			e.bar(t.Caught, t.Bad, min(fullBar, e.width-wideTable/2))})
	}
	e.out().linef("")
	e.out().table("  ", rows)
}

// languages prints both figures by language, if there are several.
func (e *evaluation) languages(of map[string]measure.Tally) {
	if len(of) < 2 {
		return
	}
	rows := [][]string{{"language", "caught", "without cause"}}
	for _, k := range slices.Sorted(maps.Keys(of)) {
		rows = append(rows, []string{k, fmt.Sprintf("%d/%d", of[k].Caught, of[k].Bad), fmt.Sprintf("%d/%d", of[k].False, of[k].Good)})
	}
	e.out().linef("")
	e.out().table("  ", rows)
	e.out().linef("")
}

// bar is one figure of a chart.
type bar struct {
	name  string
	n, of int
}

// The widths of charts in cells: wideTable is that from which a table has all its columns.
const (
	wideTable = 72
	fullBar   = 30
	leastBar  = 6
	indent    = 4
)

// chart prints figures below each other, each with its share and, on a terminal, as a bar.
func (e *evaluation) chart(title string, rows []bar) {
	if title != "" && len(rows) > 0 {
		e.out().linef("")
		e.out().linef("  %s", title)
	}
	name, count := 0, 0
	for _, r := range rows {
		name, count = max(name, ansi.StringWidth(r.name)), max(count, len(fmt.Sprintf("%d/%d", r.n, r.of)))
	}
	left := e.width - 2 - name - 2 - count - 2 - len("100%") - 2
	for _, r := range rows {
		share := "   -"
		if r.of > 0 {
			share = fmt.Sprintf("%3d%%", 100*r.n/r.of)
		}
		line := fmt.Sprintf("  %-*s  %*s  %s", name, shown(r.name), count, fmt.Sprintf("%d/%d", r.n, r.of), share)
		switch bar := e.bar(r.n, r.of, min(fullBar, e.width-indent)); {
		case bar == "":
		case left < leastBar: // on a row of its own
			line += "\n" + strings.Repeat(" ", indent) + bar
		default:
			line += "  " + e.bar(r.n, r.of, min(fullBar, left))
		}
		fmt.Fprintln(e.Stdout, line)
	}
}

// bar draws a share. A part that is not nothing has a cell, and one that is not all lacks one: the bar
// must not say that all is well where it is not. Without a terminal there is none.
func (e *evaluation) bar(n, of, width int) string {
	if width < 4 || of == 0 || e.width == 0 {
		return ""
	}
	full, empty := "█", "·"
	if e.ascii {
		full, empty = "#", "."
	}
	cells := width * n / of
	if n > 0 {
		cells = max(cells, 1)
	}
	return strings.Repeat(full, cells) + strings.Repeat(empty, width-cells)
}
