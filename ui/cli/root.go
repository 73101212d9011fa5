package cli

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/model"
)

const about = `dreamgate shows what a coding agent remembers in its Markdown notes and whether it still holds. It lets a
dream propose a better memory on a copy, shows each change beside its evidence, and commits what you accept.`

// root is the command without a name: the screen.
func (a *app) root() *cobra.Command {
	var engine, memory string
	cmd := &cobra.Command{
		Use:           "dreamgate [DIR] [--engine command -- PROGRAM ARGS...]",
		Short:         "See what an agent remembers, and decide what it may remember",
		Long:          about,
		Version:       a.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          args(cobra.ArbitraryArgs),
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if a.theme != "" && !slices.Contains(themes, a.theme) {
				return usage("--theme is %s, not %q", strings.Join(themes, ", "), a.theme)
			}
			a.stdin = bufio.NewReader(cmd.InOrStdin()) // one for all that is asked: what it has read ahead is lost to another one
			a.Progress = a.Progress && !a.spoken       // a bar is drawn over itself
			return a.setClock()
		},
		RunE: func(cmd *cobra.Command, list []string) error {
			dirs, command, err := splitOffer(cmd, list, engine)
			if err != nil {
				return err
			}
			if memory != "" && len(dirs) > 0 {
				return usage("DIR and --memory mean the same: give one of them")
			}
			if memory != "" {
				dirs = []string{memory}
			}
			return a.screen(cmd, dirs, command)
		},
	}
	cmd.SuggestionsMinimumDistance = 2 // an exchange of two letters is two edits
	cmd.SetVersionTemplate("dreamgate {{.Version}}\n")
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage("%w; see %s --help", err, c.CommandPath())
	})
	engineFlag(cmd, &engine)
	memoryFlag(cmd, &memory)
	global := cmd.PersistentFlags()
	global.StringVar(&a.now, "now", "", "take this `DATE` or time for now")
	global.StringVar(&a.theme, "theme", "", "colours of the screen: `THEME`, one of "+strings.Join(themes, ", "))
	global.BoolVar(&a.ascii, "ascii", false, "draw the screen with ASCII only")
	global.BoolVar(&a.spoken, "accessible", false, "hold reviews by questions and answers, line by line: no screen, no drawing, no colours")
	global.BoolVar(&a.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	cmd.AddCommand(a.demo(), a.projects(), a.audit(), a.show(), a.search(), a.recall(), a.context(), a.layers(), a.forget(), a.edit(), a.auto(a.dream()), a.extract(), a.hookCommand(), a.config(), a.doctor(), a.gates(), a.tasks(), a.carryRun(),
		a.check(), a.cite(), a.eval(), a.archive(), a.review(), a.history(), a.blame(), a.undo())
	cmd.SetHelpCommand(a.help())
	return cmd
}

// help is cobra's own, but for a command that there is not: the root takes any word for a directory. Of what
// --json prints it knows the fields.
func (a *app) help() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command] | help json [command]",
		Short: "Help about any command, or about what it prints with --json",
		RunE: func(cmd *cobra.Command, list []string) error {
			if len(list) > 0 && list[0] == "json" {
				return a.jsonHelp(list[1:])
			}
			about, rest, err := cmd.Root().Find(list)
			if err != nil || len(rest) > 0 {
				return usage("there is no command %q; see dreamgate --help", strings.Join(list, " "))
			}
			return about.Help()
		},
	}
}

// completion adds cobra's command of that name, once the output is known; called without a shell, or
// with one that there is not, it fails as any other that is called wrongly.
func completion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion"})
	if err != nil || cmd == root {
		return
	}
	cmd.Args = nil
	var shells []string
	for _, c := range cmd.Commands() {
		c.Args = args(cobra.NoArgs)
		shells = append(shells, c.Name())
	}
	cmd.RunE = func(*cobra.Command, []string) error {
		return usage("name the shell: %s", strings.Join(shells, ", "))
	}
}

// engineFlag adds --engine to a command that opens the screen.
func engineFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "engine", "", "offer this `ENGINE` for dreams as well: command, with its program after --")
}

// splitOffer is splitCommand for the commands that open the screen: it offers the other engines anyway.
func splitOffer(cmd *cobra.Command, list []string, engine string) (before, command []string, err error) {
	if engine != "" && engine != "command" {
		return nil, nil, usage("--engine %s: only command is offered beside those that are there anyway", engine)
	}
	return splitCommand(cmd, list, engine)
}

// splitCommand parts the arguments at "--": what follows is the program of the command engine.
func splitCommand(cmd *cobra.Command, list []string, engine string) (before, command []string, err error) {
	before = list
	if at := cmd.ArgsLenAtDash(); at >= 0 {
		before, command = list[:at], list[at:]
	}
	switch {
	case engine == "command" && len(command) == 0:
		return nil, nil, usage("--engine command needs a program: --engine command -- PROGRAM ARGS...")
	case engine != "command" && len(command) > 0:
		return nil, nil, usage("a program after -- needs --engine command")
	}
	return before, command, nil
}

// screen opens the screen on a directory, or on the choice of memories.
func (a *app) screen(cmd *cobra.Command, dirs, command []string) error {
	ctx := cmd.Context()
	if len(dirs) > 1 {
		return usage("one directory at most, not %d", len(dirs))
	}
	a.obeys = a.Terminal
	if err := a.build(ctx, command); err != nil {
		return err
	}
	var at Start
	if len(dirs) == 1 {
		store, err := a.look(ctx, dirs[0])
		if err != nil {
			return a.unknown(cmd, dirs[0], err)
		}
		if at.Dir = store.Dir; store.Untrusted {
			at.Dir = a.asked(store, dirs[0])
		} else if _, err := a.recover(ctx, store); err != nil {
			return err
		}
	}
	if !a.Terminal && !a.spoken {
		return a.report(ctx, at.Dir)
	}
	if at.Dir == "" {
		at.Here, _ = os.Getwd() // without one the list is shown
	}
	return a.openScreen(ctx, at)
}

// asked is the folder of the project by which the screen finds a memory again that it has to ask about.
func (a *app) asked(s model.Store, word string) string {
	if abs, err := filepath.Abs(word); err == nil {
		if info, err := os.Stat(abs); err == nil && info.IsDir() {
			return abs
		}
	}
	return s.Projects[0] // a place is in doubt only because a project names it
}

// unknown explains a first argument that is no directory: most often a misspelt command.
func (a *app) unknown(cmd *cobra.Command, word string, err error) error {
	if _, e := os.Stat(word); e == nil {
		return err
	}
	like := cmd.SuggestionsFor(word)
	if len(like) == 0 {
		return usage("%q is neither a command nor a memory; see dreamgate --help", word)
	}
	return usage("%q is neither a command nor a memory; did you mean %s?", word, strings.Join(like, " or "))
}

// offer is said on a machine without a memory.
func (a *app) offer() {
	fmt.Fprintf(a.Stdout, "There is no memory below %s yet: an agent makes one in its first session.\n"+
		"To see the program at work on a sample: dreamgate demo\n"+
		"To open any folder that holds a %s: dreamgate DIR\n",
		model.PrintableLine(home(a.parts.Library.Config)), model.IndexName)
}
