package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/memory"
	"dreamgate/memory/agent"
	"dreamgate/memory/kept"
	"dreamgate/model"
)

// doctor looks the machine over, mends what crashes left, and removes what is kept on request.
func (a *app) doctor() *cobra.Command {
	var memory, bring string
	var remove []string
	var yes, asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look over this machine, mend what a crash left, and show or remove what is kept",
		Long: "Finishes or undoes what a crash left of a commit, ends and deletes what it left of a dream, says what of this\n" +
			"machine stands in the way, and lists what dreamgate keeps outside of memories, and where. --remove takes a part\n" +
			"of that away: " + removableWords() + ", or, with --memory, all of one memory's. Notes are never removed.\n" +
			"A memory that is moved takes its reviews with it. Where only a copy of it is left, --bring names its old place.",
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if asJSON && len(remove) > 0 {
				return usage("--remove shows what goes and asks: leave --json out; without --remove it says what is kept")
			}
			kinds, whole, err := toRemove(remove, memory)
			if err != nil {
				return err
			}
			if bring != "" && (len(remove) > 0 || asJSON || memory == "") {
				return usage("--bring DIR brings the reviews of a memory that was in DIR to the --memory that goes on for it; it stands alone with that")
			}
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			if bring != "" {
				return a.bring(ctx, memory, bring)
			}
			d, err := a.examine(ctx, memory)
			switch {
			case err != nil:
				return err
			case len(remove) > 0:
				return a.removeKept(ctx, d, kinds, whole, func(question string) error {
					if yes {
						return nil
					}
					return a.ask(ctx, cmd.InOrStdin(), question, "removed")
				})
			case asJSON:
				return a.printJSON(d.shape())
			}
			a.printDoctor(d)
			return nil
		},
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().StringSliceVar(&remove, "remove", nil, "remove what is kept of the kinds `KIND,...`, after a yes")
	cmd.Flags().StringVar(&bring, "bring", "", "bring to the --memory the reviews, and what is kept, of one that was in `DIR`, where nothing is now")
	cmd.Flags().BoolVar(&yes, "yes", false, "remove without asking")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// bring brings to a memory what waits for one at another place.
func (a *app) bring(ctx context.Context, word, from string) error {
	s, err := a.find(ctx, word)
	if err != nil {
		return err
	}
	lines, err := a.parts.Desk.Bring(ctx, s, from)
	for _, l := range lines {
		a.out().linef("%s: %s", s.Name, l)
	}
	return err
}

// wholeMemory is the word for all that is kept of one memory.
const wholeMemory = "all"

func removableWords() string {
	var words []string
	for _, k := range kept.Removable() {
		words = append(words, string(k))
	}
	return strings.Join(words, ", ")
}

// toRemove reads the kinds that are to be removed.
func toRemove(words []string, memory string) (kinds []kept.Kind, whole bool, err error) {
	for _, w := range words {
		switch k := kept.Kind(w); {
		case w == wholeMemory && memory == "":
			return nil, false, usage("--remove all takes what is kept of one memory, also what waits for your decision: name it with --memory")
		case w == wholeMemory && len(words) > 1:
			return nil, false, usage("--remove all takes everything: name nothing beside it")
		case w == wholeMemory:
			whole = true
		case !slices.Contains(kept.Removable(), k):
			return nil, false, usage("--remove %s: there is %s, and all of one --memory", w, removableWords())
		default:
			kinds = append(kinds, k)
		}
	}
	return kinds, whole, nil
}

// doctoring is what a look over the machine found.
type doctoring struct {
	checks []healthCheck
	mended []string
	places []kept.Place
	// memories are the stores by their ids.
	memories map[string]model.Store
}

// healthCheck is one thing looked at. OK is also what is missing and not needed.
type healthCheck struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Says string `json:"says"`
}

// examine looks the machine over, or what belongs to one memory. The word for a memory may be the id of
// one that is no longer there: what is kept of it still is.
func (a *app) examine(ctx context.Context, word string) (d doctoring, err error) {
	d.memories = map[string]model.Store{}
	only := ""
	stores, err := a.parts.Library.Stores(ctx)
	if err != nil {
		d.checks = append(d.checks, healthCheck{"memories", false, err.Error()})
	}
	if word != "" && slices.Contains(memory.States(), word) {
		only = word
	} else if word != "" {
		s, err := a.find(ctx, word)
		if err != nil {
			return d, err
		}
		only, stores = s.ID, append(stores, s)
	}
	for _, s := range stores {
		d.memories[s.ID] = s
	}
	d.checks = append(d.checks, a.machine(stores)...)
	a.mend(ctx, &d, only)
	d.places, err = kept.Places()
	if err != nil {
		d.checks = append(d.checks, healthCheck{"what is kept", false, err.Error()})
	}
	d.odd(only)
	if only != "" {
		d.places = slices.DeleteFunc(d.places, func(p kept.Place) bool { return p.Store != only })
	}
	d.absent()
	return d, nil
}

// mend finishes or undoes what crashes left in the memories that are there, of which one may have moved with the
// traces of a commit in it: the record of that lies under its old place.
func (a *app) mend(ctx context.Context, d *doctoring, only string) {
	for _, id := range slices.Sorted(maps.Keys(d.memories)) {
		s := d.memories[id]
		if s.Untrusted || only != "" && id != only {
			continue
		}
		lines, err := a.parts.Desk.Recover(ctx, s)
		for _, l := range lines {
			d.mended = append(d.mended, s.Name+": "+l)
		}
		if err != nil && s.Summary.Problem == "" {
			d.checks = append(d.checks, healthCheck{"crash", false, s.Name + ": " + err.Error()})
		}
	}
}

// absent tells of commits that were cut short in memories that are not there now.
func (d *doctoring) absent() {
	for _, p := range d.places {
		_, known := d.memories[p.Store]
		if _, left := p.Has(kept.Journal); left && !known {
			d.checks = append(d.checks, healthCheck{"crash", false, "a commit to a memory that is not there now was cut short: " + p.Dir})
		}
	}
}

// mostOdd bounds how many of them are named: a copy that went wrong may have spoiled every file.
const mostOdd = 20

// odd names what is in the place of files of ours.
func (d *doctoring) odd(only string) {
	odds := slices.DeleteFunc(kept.Odds(), func(o kept.Odd) bool { return only != "" && o.Store != only })
	for i, o := range odds {
		if i == mostOdd {
			d.checks = append(d.checks, healthCheck{"own files", false, fmt.Sprintf("%d more are not as they were left", len(odds)-i)})
			break
		}
		d.checks = append(d.checks, healthCheck{"own files", false, o.String()})
	}
}

// machine checks what this program needs around it.
func (a *app) machine(stores []model.Store) []healthCheck {
	list := []healthCheck{
		{"program", true, fmt.Sprintf("dreamgate %s, %s, %s/%s", a.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)},
		gitCheck(), memoriesCheck(a.parts.Library.Config, stores), settingsCheck(),
		folderCheck("state", memory.StateDir), folderCheck("cache", memory.CacheDir), a.hooksCheck(),
	}
	for _, e := range a.parts.Dreams.Engines() {
		says := orElse(e.About, "ready")
		if e.Why != "" {
			says = unneeded + e.Why
		}
		// No engine but the rules is needed.
		list = append(list, healthCheck{"engine " + e.Name, true, says})
	}
	return list
}

// unneeded begins what is said of a thing that is missing and needs not be there.
const unneeded = "not to be used here: "

func gitCheck() healthCheck {
	path, err := exec.LookPath("git")
	if err != nil {
		return healthCheck{"git", false, "it is not found: commits are kept as backups of ours only, and no badge knows who changed what"}
	}
	return healthCheck{"git", true, path}
}

func memoriesCheck(config string, stores []model.Store) healthCheck {
	if len(stores) == 0 {
		return healthCheck{"memories", true, "none below " + home(config) + " yet; dreamgate demo shows one"}
	}
	return healthCheck{"memories", true, model.Count(len(stores), "memory") + " of the agent in " + home(config)}
}

// settingsCheck reads our settings as every command and the screen do.
func settingsCheck() healthCheck {
	s, err := readSettings()
	switch {
	case err != nil:
		return healthCheck{"settings", false, strings.ReplaceAll(err.Error(), "\n", "; ")}
	case s.path == "":
		return healthCheck{"settings", false, "there is no home folder to read them from: set HOME or XDG_CONFIG_HOME"}
	case s.text == nil:
		return healthCheck{"settings", true, home(s.path) + " is not there: all is as it comes"}
	}
	return healthCheck{"settings", true, home(s.path)}
}

// folderCheck sees whether a folder of ours can be written.
func folderCheck(name string, find func() (string, error)) healthCheck {
	dir, err := find()
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".writable-*"); err == nil {
			f.Close()
			err = os.Remove(f.Name())
		}
	}
	if err != nil {
		return healthCheck{name, false, err.Error()}
	}
	return healthCheck{name, true, home(dir)}
}

// hooksCheck sees whether the agent's hooks call a program that is there.
func (a *app) hooksCheck() healthCheck {
	set, err := agent.Open(a.parts.Library.Config)
	if err != nil || len(set.Text) == 0 {
		return healthCheck{"hooks", true, "none: dreamgate hook print shows them"}
	}
	exe, _ := os.Executable()
	calls, err := agent.Programs(set.Text, model.ShellWord(exe))
	switch {
	case err != nil:
		return healthCheck{"hooks", false, home(set.Path) + ": " + err.Error()}
	case len(calls) == 0:
		return healthCheck{"hooks", true, "none: dreamgate hook print shows them"}
	case agent.Off(set.Text):
		return healthCheck{"hooks", false, "the agent's settings turn all hooks off (disableAllHooks)"}
	}
	for _, call := range calls {
		if _, err := exec.LookPath(unquoteShell(call)); err != nil {
			return healthCheck{"hooks", false, "the agent calls " + call + ", which is not there: dreamgate hook install mends that"}
		}
	}
	return healthCheck{"hooks", true, model.Count(len(calls), "hook") + " in " + home(set.Path)}
}

// unquoteShell reads one word of a shell as model.ShellWord writes it.
func unquoteShell(word string) string {
	if n := len(word); n > 1 && word[0] == word[n-1] && (word[0] == '\'' || word[0] == '"') {
		return strings.ReplaceAll(word[1:n-1], `'\''`, "'")
	}
	return word
}
