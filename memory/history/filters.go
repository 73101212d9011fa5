package history

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// filter is a driver of git's that turns files into what is committed of them, as far as settings name
// programs for it: by the last part of their keys, the user's own and those of the repository.
type filter struct {
	user, repository map[string]string
}

// unfiltered returns settings for a look at the work tree, "key=value" each, by which no filter runs a
// program that the repository's settings name: to see whether a file differs git puts it through the
// filter that an attribute gives it. Filters from the user's settings, as most have Git LFS, stay.
func unfiltered(ctx context.Context, dir string) ([]string, error) {
	out, err := read(ctx, dir, "config", "--null", "--show-scope", "--get-regexp", `^filter\..*\.(clean|process)$`)
	var none *exec.ExitError
	if errors.As(err, &none) && none.ExitCode() == 1 {
		return nil, nil // no setting is of that name
	}
	if err != nil {
		return nil, err
	}
	var settings []string
	for name, f := range filters(out) {
		if len(f.repository) == 0 {
			continue
		}
		if strings.Contains(name, "=") {
			// The name of a setting on git's command line ends at the first such sign.
			return nil, fmt.Errorf("the repository has a filter of the name %q, which cannot be kept from running: remove it from its settings", name)
		}
		for key := range f.repository {
			settings = append(settings, "filter."+name+"."+key+"="+f.user[key])
		}
		// A filter that must run and has no program is an error.
		settings = append(settings, "filter."+name+".required=false")
	}
	return settings, nil
}

// filters reads records of a scope and, after it, "filter.<name>.<key>\n<value>". The last value of a key
// in each scope is the one that holds.
func filters(out string) map[string]filter {
	all := map[string]filter{}
	fields := strings.Split(out, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		key, value, _ := strings.Cut(fields[i+1], "\n")
		dot := strings.LastIndexByte(key, '.')
		name, key := strings.TrimPrefix(key[:max(dot, 0)], "filter."), key[dot+1:]
		f, ok := all[name]
		if !ok {
			f = filter{map[string]string{}, map[string]string{}}
			all[name] = f
		}
		switch fields[i] {
		case "system", "global", "command":
			f.user[key] = value
		default: // local, worktree, and whatever a later git knows
			f.repository[key] = value
		}
	}
	return all
}
