package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/agent"
	"dreamgate/model"
)

// hookCommand shows the hooks of the agent that call this program, and puts them in or takes them out.
func (a *app) hookCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "Show, install or remove the agent's hooks that call this program",
		Long: "Three hooks make the agent call dreamgate: recall --hook before each prompt, extract --hook and dream --auto at the\n" +
			"end of a session. None of them writes a memory: the first adds notes to the prompt, the others leave proposals.",
		Args: args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			return usage("name what to do: dreamgate hook print, install or remove")
		},
	}
	cmd.AddCommand(a.hookPrint(), a.hookChange(true), a.hookChange(false))
	return cmd
}

// hookPrint prints what install would put in, and what a timer takes instead.
func (a *app) hookPrint() *cobra.Command {
	var memory string
	var only []string
	cmd := &cobra.Command{
		Use:   "print",
		Short: "Print the hooks, a line for cron and a unit for systemd",
		Args:  args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			hooks, err := chosen(only)
			if err != nil {
				return err
			}
			if err := a.build(cmd.Context(), nil); err != nil {
				return err
			}
			exe, err := self()
			if err != nil {
				return err
			}
			text, err := agent.With(nil, exe, hooks)
			if err != nil {
				return err
			}
			out := a.out()
			out.linef("For %s (dreamgate hook install puts it in):", filepath.Join(home(a.parts.Library.Config), "settings.json"))
			out.linef("")
			out.body(text)
			s, err := a.one(cmd.Context(), memory)
			if err != nil && memory != "" {
				return err
			}
			a.printTimers(exe, orElse(s.Dir, "DIR"))
			return nil
		},
	}
	memoryFlag(cmd, &memory)
	onlyFlag(cmd, &only)
	return cmd
}

// printTimers prints what dreams of a memory without a session that ends.
func (a *app) printTimers(exe, dir string) {
	out := a.out()
	// To cron a % is the end of the line, to systemd the begin of a name of its own.
	call := exe + " dream --auto --memory " + model.ShellWord(dir)
	out.linef("")
	out.linef("For crontab -e, once an hour; the gates decide whether it dreams:")
	out.linef("")
	out.linef("17 * * * * %s >/dev/null", strings.ReplaceAll(call, "%", `\%`))
	out.linef("")
	out.linef("For systemd: ~/.config/systemd/user/dreamgate.service and dreamgate.timer,")
	out.linef("then systemctl --user enable --now dreamgate.timer")
	out.linef("")
	unit := strings.ReplaceAll(strings.Trim(exe, "'"), "%", "%%")
	out.body([]byte("[Unit]\nDescription=Propose a better memory\n\n[Service]\nType=oneshot\nExecStart=" +
		fmt.Sprintf("%q dream --auto --memory %q", unit, strings.ReplaceAll(dir, "%", "%%")) +
		"\n\n[Timer]\nOnCalendar=hourly\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n"))
}

// hookChange puts the hooks in, or takes them out.
func (a *app) hookChange(install bool) *cobra.Command {
	var yes bool
	var only []string
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Put the hooks into the agent's user settings, after a yes",
		Long: "Shows what would change in the settings, asks, keeps the old ones as a backup, and writes. What stands there\n" +
			"already stays as it is, also what you have added to a hook of ours.",
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			hooks, err := chosen(only)
			if err != nil {
				return err
			}
			return a.changeHooks(cmd.Context(), cmd.InOrStdin(), yes, func(s *agent.Settings, exe string) ([]byte, error) {
				if install {
					return agent.With(s.Text, exe, hooks)
				}
				return s.Without(exe)
			})
		},
	}
	if install {
		onlyFlag(cmd, &only)
	} else {
		cmd.Use, cmd.Short = "remove", "Take the hooks out of the agent's user settings, after a yes"
		cmd.Long = "Takes out what hook install puts in, and nothing else: what is yours stays, byte for byte."
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

// changeHooks shows a change of the settings, asks for a yes, and writes it.
func (a *app) changeHooks(ctx context.Context, in io.Reader, yes bool, change func(*agent.Settings, string) ([]byte, error)) error {
	if err := a.build(ctx, nil); err != nil {
		return err
	}
	exe, err := self()
	if err != nil {
		return err
	}
	s, err := agent.Open(a.parts.Library.Config)
	if err != nil {
		return err
	}
	text, err := change(s, exe)
	if err != nil {
		return fmt.Errorf("%s is left as it is: %w", home(s.Path), err)
	}
	out := a.out()
	if agent.Off(text) {
		out.linef("These settings turn all hooks off (disableAllHooks): as long as they do, none is called.")
	}
	if string(text) == string(s.Text) {
		out.linef("%s is as it should be: there is nothing to change", home(s.Path))
		return nil
	}
	a.showChange(s.Path, s.Text, text)
	if !yes {
		if err := a.ask(ctx, in, "Write this?", "written"); err != nil {
			return err
		}
	}
	backup, err := s.Write(ctx, text, a.clock())
	if err != nil {
		return err
	}
	if text == nil {
		out.linef("removed, as only the hooks were in it: %s", home(s.Path))
	} else {
		out.linef("written: %s", home(s.Path))
	}
	if backup != "" {
		out.linef("as it was: %s", home(backup))
	}
	out.linef("A session that runs takes it up at its next start.")
	return nil
}

// showChange prints the difference between two texts of a file.
func (a *app) showChange(path string, old, text []byte) {
	name := filepath.Base(path)
	base := model.Tree{}
	if old != nil {
		base[name] = model.File{Mode: 0o600, Data: old}
	}
	proposed := model.Tree{}
	if text != nil {
		proposed[name] = model.File{Mode: 0o600, Data: text}
	}
	a.out().linef("%s", home(path))
	a.out().body(hunk.Unified(base, hunk.Diff(base, proposed)))
}

// ask waits for a yes, upon which something is done ("written"). Without somebody to ask the answer is no.
func (a *app) ask(ctx context.Context, in io.Reader, question, done string) error {
	if !a.Terminal {
		return usage("nobody is there to say yes; with --yes it is %s", done)
	}
	fmt.Fprintf(a.Stdout, "%s [y/N] ", question)
	line, err := under(ctx, func() (string, error) {
		line, _ := bufio.NewReader(in).ReadString('\n')
		return line, nil
	})
	if err != nil {
		return err
	}
	if answer := strings.ToLower(strings.TrimSpace(line)); answer == "y" || answer == "yes" {
		return nil
	}
	return errors.New("nothing was " + done)
}

// onlyFlag adds --only.
func onlyFlag(cmd *cobra.Command, to *[]string) {
	cmd.Flags().StringSliceVar(to, "only", nil, "only the hooks `NAME,...`: recall, extract, dream")
}

// chosen are the hooks that --only names, all without it.
func chosen(only []string) ([]agent.Hook, error) {
	if len(only) == 0 {
		return agent.Hooks, nil
	}
	var hooks []agent.Hook
	known := map[string]bool{}
	for _, h := range agent.Hooks {
		name, _, _ := strings.Cut(h.Verb, " ")
		known[name] = true
		if slices.Contains(only, name) {
			hooks = append(hooks, h)
		}
	}
	for _, name := range only {
		if !known[name] {
			return nil, usage("--only %s: there is recall, extract and dream", name)
		}
	}
	return hooks, nil
}

// self is how a shell calls this program.
func self() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	if dir := filepath.Dir(exe); filepath.Base(dir) == "exe" && strings.Contains(dir, "go-build") {
		return "", errors.New("this program is one of go run, and gone when it ends: go build it, and call that one")
	}
	return model.ShellWord(exe), nil
}
