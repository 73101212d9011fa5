package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/memory/project"
	"dreamgate/model"
)

// memoryFlag adds --memory to a command.
func memoryFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "memory", "", "the memory `DIR`: its folder, the project's, or a name as projects lists it")
}

// find returns the store that a word means, if it may be opened.
func (a *app) find(ctx context.Context, word string) (model.Store, error) {
	s, err := a.look(ctx, word)
	if err == nil {
		err = project.Refusal(s)
	}
	return s, err
}

// refused reports whether a store of a list is left out until the user says yes to it, and says so
// beside the output.
func (a *app) refused(s model.Store) bool {
	err := project.Refusal(s)
	if err != nil {
		text{w: a.Stderr}.linef("dreamgate: left out: %s", err)
	}
	return err != nil
}

// look returns the store that a word means: a directory, or the name of a folder of the agent's.
func (a *app) look(ctx context.Context, word string) (model.Store, error) {
	if word != "" && !strings.ContainsRune(word, filepath.Separator) {
		dir := filepath.Join(a.parts.Library.Config, "projects", word, "memory")
		if st, err := os.Stat(dir); err == nil && st.IsDir() {
			return a.parts.Library.Find(ctx, dir)
		}
	}
	abs, err := filepath.Abs(word)
	if err != nil {
		return model.Store{}, fmt.Errorf("find %s: %w", word, err)
	}
	store, err := a.parts.Library.Find(ctx, abs)
	if err == nil {
		return store, nil
	}
	if named, ok := a.named(ctx, word); ok {
		return named, nil
	}
	if s := project.Plain(abs); a.folders && a.parts.Desk.Knows(s) {
		return s, nil
	}
	if _, missing := os.Stat(abs); errors.Is(missing, os.ErrNotExist) {
		return model.Store{}, fmt.Errorf("find a memory: there is neither a folder %s nor one memory of this name; dreamgate projects lists them", word)
	}
	return model.Store{}, err
}

// named looks a store up by the short name that is shown for it, if only one has it.
func (a *app) named(ctx context.Context, word string) (found model.Store, ok bool) {
	stores, err := a.parts.Library.Stores(ctx)
	if err != nil {
		return found, false
	}
	for _, s := range stores {
		if s.Name == word || s.ID == word {
			if ok {
				return model.Store{}, false
			}
			found, ok = s, true
		}
	}
	return found, ok
}

// onStore is what a command does that is about one store and takes no words: the parts are built, and
// the store is the one that its flag names.
func (a *app) onStore(flag *string, do func(context.Context, model.Store) error) func(*cobra.Command, []string) error {
	return a.onStoreWith(flag, func(ctx context.Context, s model.Store, _ []string) error { return do(ctx, s) })
}

// onStoreWith is onStore for a command that takes words.
func (a *app) onStoreWith(flag *string, do func(context.Context, model.Store, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, list []string) error {
		ctx := cmd.Context()
		if err := a.build(ctx, nil); err != nil {
			return err
		}
		s, err := a.one(ctx, *flag)
		if err != nil {
			return err
		}
		return do(ctx, s, list)
	}
}

// one returns the store that a command means, and says beside what the command prints what is wrong with
// its place.
func (a *app) one(ctx context.Context, word string) (model.Store, error) {
	s, err := a.locate(ctx, word)
	if err == nil {
		text{w: a.Stderr}.warned(s)
	}
	return s, err
}

// locate finds the store that a command is about: the one named, else the one of the working directory, else
// the only one there is.
func (a *app) locate(ctx context.Context, word string) (model.Store, error) {
	if word != "" {
		return a.find(ctx, word)
	}
	if s, ok := a.here(ctx); ok {
		return s, project.Refusal(s)
	}
	stores, err := a.parts.Library.Stores(ctx)
	if err != nil {
		return model.Store{}, err
	}
	stores = slices.DeleteFunc(stores, a.refused)
	switch len(stores) {
	case 0:
		return model.Store{}, fmt.Errorf("there is no memory below %s; name one with --memory DIR", a.parts.Library.Config)
	case 1:
		return stores[0], nil
	}
	rows := make([][]string, len(stores))
	for i, s := range stores {
		rows[i] = []string{s.Name, where(s)}
	}
	if i, ok, err := a.picked(ctx, "memory", rows); ok || err != nil {
		return stores[max(i, 0)], err
	}
	return model.Store{}, usage("there are %d memories: name one with --memory (dreamgate projects lists them)", len(stores))
}

// here is the store of the working directory.
func (a *app) here(ctx context.Context) (model.Store, bool) {
	dir, err := os.Getwd()
	if err != nil {
		return model.Store{}, false
	}
	s, err := a.parts.Library.Find(ctx, dir)
	return s, err == nil
}

// many returns the stores that a reading command means: the one named, else all of the machine and
// the one of the working directory.
func (a *app) many(ctx context.Context, word string) ([]model.Store, error) {
	if word != "" {
		s, err := a.find(ctx, word)
		return []model.Store{s}, err
	}
	return a.everywhere(ctx)
}

// everywhere returns the stores of the machine and the one of the working directory.
func (a *app) everywhere(ctx context.Context) ([]model.Store, error) {
	stores, err := a.parts.Library.Stores(ctx)
	if err != nil {
		return nil, err
	}
	stores = slices.DeleteFunc(stores, a.refused)
	if s, ok := a.here(ctx); ok && !s.Untrusted {
		for _, other := range stores {
			if other.ID == s.ID {
				return stores, nil
			}
		}
		stores = append(stores, s)
	}
	return stores, nil
}

// open reads a store, after what a crash left of an apply was finished or undone and told.
func (a *app) open(ctx context.Context, s model.Store) (model.Memory, error) {
	if _, err := a.recover(ctx, s); err != nil {
		return model.Memory{}, err
	}
	return a.parts.Library.Open(ctx, s)
}

// recover finishes or undoes what a crash left in a store, and reports whether it said so beside the
// output.
func (a *app) recover(ctx context.Context, s model.Store) (told bool, err error) {
	lines, err := a.parts.Desk.Recover(ctx, s)
	a.tellRecovered(lines)
	if err != nil {
		return false, fmt.Errorf("look for what a crash left in %s: %w", s.Dir, err)
	}
	return len(lines) > 0, nil
}

// waiting lists the proposals of a store. One that cannot be read hides no other: it is named beside
// the output.
func (a *app) waiting(ctx context.Context, s model.Store) []model.ProposalInfo {
	infos, err := a.parts.Desk.List(ctx, s)
	if err != nil {
		text{w: a.Stderr}.linef("dreamgate: %s", err)
	}
	return infos
}

// proposal finds a proposal by its id or the start of it; without a word it is the only one that
// waits.
func (a *app) proposal(ctx context.Context, word, memory string) (model.Store, string, error) {
	return a.proposalOf(ctx, word, memory, whichever, "no proposal waits; dreamgate dream makes one")
}

// whichever lets every proposal be meant.
func whichever(model.ProposalInfo) bool { return true }

// candidate is a proposal that a word may mean, in its queue.
type candidate struct {
	store model.Store
	info  proposalJSON
}

// proposalOf is proposal among those that may be meant; none is said where no word names one and there is none.
func (a *app) proposalOf(ctx context.Context, word, memory string, may func(model.ProposalInfo) bool, none string) (model.Store, string, error) {
	list, now, err := a.candidates(ctx, word, memory, may)
	switch {
	case err != nil:
		return model.Store{}, "", err
	case len(list) == 1:
		a.tellOther(ctx, list[0].store, memory)
		return list[0].store, list[0].info.ID, nil
	case len(list) > 1:
		c, err := a.several(ctx, list)
		return c.store, c.info.ID, err
	case word == "":
		return model.Store{}, "", a.nothing(ctx, memory, none)
	case now != "":
		// What is named is a part of that; who means to carry it out should know what else is.
		return model.Store{}, "", fmt.Errorf("the review %s goes on as %s, with what was decided in it: name that one", word, now)
	}
	return model.Store{}, "", fmt.Errorf("there is no proposal %q; dreamgate review list shows those that wait", word)
}

// candidates are the proposals that a word may mean; without one those of this folder's own memory, and where it belongs
// to none those of all. Now is the one as which the named one goes on.
func (a *app) candidates(ctx context.Context, word, memory string, may func(model.ProposalInfo) bool) (list []candidate, now string, err error) {
	stores, err := a.reviewed(ctx, memory)
	if err != nil {
		return nil, "", err
	}
	if word == "" && memory == "" {
		// What is done here is never done to another memory, only because nothing waits for this one.
		if here, ok := a.here(ctx); ok && here.Untrusted {
			return nil, "", project.Refusal(here)
		}
		if near, own := a.near(ctx, stores); own {
			stores = near
		}
	}
	for _, s := range stores {
		infos := a.waiting(ctx, s)
		for i, p := range infos {
			if strings.HasPrefix(p.ID, word) && may(p) {
				j := shapeProposal(s, p)
				j.Place, j.Queue = i+1, len(infos)
				list = append(list, candidate{s, j})
			}
			if word != "" && slices.ContainsFunc(p.Holds, func(old string) bool { return strings.HasPrefix(old, word) }) {
				now = p.ID
			}
		}
	}
	return list, now, nil
}

// near are those of some stores that the working directory belongs to: its memory, and the folder itself where that is
// reviewed. Own says that it belongs to any.
func (a *app) near(ctx context.Context, stores []model.Store) (near []model.Store, own bool) {
	here, known := a.here(ctx)
	dir, err := os.Getwd()
	for _, s := range stores {
		if known && s.ID == here.ID || err == nil && s.ID == project.Plain(dir).ID {
			near = append(near, s)
		}
	}
	return near, known || len(near) > 0
}

// tellOther names beside the output the memory that something is done in, where it is neither this folder's nor named.
func (a *app) tellOther(ctx context.Context, s model.Store, memory string) {
	if near, _ := a.near(ctx, []model.Store{s}); memory == "" && len(near) == 0 {
		text{w: a.Stderr}.linef("this is about the memory %s: %s", s.Name, home(s.Dir))
	}
}

// nothing says that no review may be meant, and where others wait, that they are not.
func (a *app) nothing(ctx context.Context, memory, none string) error {
	here, ok := a.here(ctx)
	if !ok || memory != "" {
		return errors.New(none)
	}
	stores, err := a.reviewed(ctx, "")
	if err != nil {
		return errors.New(none)
	}
	for _, s := range stores {
		if s.ID != here.ID && len(a.waiting(ctx, s)) > 0 {
			return fmt.Errorf("%s. This is about %s, the memory of this folder; dreamgate review list shows what waits for others", none, here.Name)
		}
	}
	return errors.New(none)
}

// several lists beside the output what may be meant, as review list does, and asks for one of them.
func (a *app) several(ctx context.Context, list []candidate) (candidate, error) {
	ps := make([]proposalJSON, len(list))
	for i, c := range list {
		ps[i] = c.info
	}
	if i, ok, err := a.picked(ctx, "review", a.proposalRows(ps)); ok || err != nil {
		return list[max(i, 0)], err
	}
	if !a.Terminal { // else they were listed to be asked for
		text{w: a.Stderr}.table("", a.proposalRows(ps))
	}
	return candidate{}, usage("%d proposals wait; name one by its id or the start of it, as in dreamgate review %s", len(list), list[0].info.ID)
}

// home shortens a path below the home directory for people.
func home(path string) string {
	dir, err := os.UserHomeDir()
	if err != nil || dir == "" || dir == string(filepath.Separator) {
		return path
	}
	if path == dir {
		return "~"
	}
	if rest, ok := strings.CutPrefix(path, dir+string(filepath.Separator)); ok {
		return "~" + string(filepath.Separator) + rest
	}
	return path
}
