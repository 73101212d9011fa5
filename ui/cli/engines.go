package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"dreamgate/dream"
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
	f.Var(&b.secrets, "secrets", "what becomes of notes with a secret if the engine leaves this machine: `stop`, leave-out or send")
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

// secretFlag is a dream.SecretRule on the command line.
type secretFlag dream.SecretRule

var secretWords = []string{dream.SecretsStop: "stop", dream.SecretsLeaveOut: "leave-out", dream.SecretsSend: "send"}

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
