package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"dreamgate/dream"
	"dreamgate/dream/engine"
	"dreamgate/model"
)

// bounds are the flags that say how far a run may go.
type bounds struct {
	caps    dream.Caps
	secrets secretFlag
}

// add adds the flags.
func (b *bounds) add(f *pflag.FlagSet) {
	f.IntVar(&b.caps.Limits.Turns, "max-turns", 0, "end a run with a model after `N` of its answers (100)")
	f.Float64Var(&b.caps.Limits.Money, "max-cost", 0, "end a run with a model that has cost so many US `DOLLARS` (3), where its price is known")
	f.DurationVar(&b.caps.Time, "max-time", 0, "end a run after a `TIME` such as 10m (30m)")
	f.Var(&b.secrets, "secrets", "the `RULE` for notes with a secret if the engine leaves this machine: stop, leave-out or send")
}

// check refuses bounds that are none.
func (b *bounds) check() error {
	if b.caps.Limits.Turns < 0 || b.caps.Limits.Money < 0 || b.caps.Time < 0 {
		return usage("a bound of a run is more than nothing")
	}
	if b.caps.Time > 0 && b.caps.Time < time.Second {
		return usage("--max-time %s: give at least a second", b.caps.Time)
	}
	return nil
}

// able finds an engine that can be used. A name that there is none of, or a program that is missing, is a wrong
// call; what an engine lacks on this machine is an error.
func (a *app) able(name string, program []string) (engine.Engine, error) {
	e, err := a.known(name, program)
	if err != nil {
		return nil, err
	}
	switch why := e.About().Why; {
	case why == "":
		return e, nil
	case e.About().Way == model.WayProgram && program == nil:
		return nil, usage("the engine %s cannot be used: %s", name, why)
	default:
		return nil, fmt.Errorf("the engine %s cannot be used: %s", name, why)
	}
}

// known finds an engine, also one that cannot be used.
func (a *app) known(name string, program []string) (engine.Engine, error) {
	e, err := a.parts.Dreams.Named(name)
	switch {
	case err != nil && program == nil:
		return nil, usage("%w; any program is one with --engine command -- PROGRAM ARGS...", err)
	case err != nil:
		return nil, usage("%w", err)
	}
	return e, nil
}

// secretFlag is a model.SecretRule on the command line.
type secretFlag model.SecretRule

var secretWords = []string{model.SecretsStop: "stop", model.SecretsLeaveOut: "leave-out", model.SecretsSend: "send"}

// String is the word for the rule.
func (s *secretFlag) String() string { return secretWords[*s] }

// Type is shown by nobody: the usage names the words.
func (s *secretFlag) Type() string { return "string" }

// Set takes a word.
func (s *secretFlag) Set(word string) error {
	for i, w := range secretWords {
		if w == word {
			*s = secretFlag(i)
			return nil
		}
	}
	return fmt.Errorf("it is one of %s", strings.Join(secretWords, ", "))
}
