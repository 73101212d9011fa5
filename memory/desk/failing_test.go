//go:build unix

package desk

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// TestFailsAnywhere has each operation on the disk fail once while something is proposed, decided, carried out or
// discarded: it says so or does without, nothing is half done, and a second try goes all the way.
func TestFailsAnywhere(t *testing.T) {
	broken := errors.New("input/output error")
	for what, do := range dying {
		if what == "supersede" {
			continue // a proposal whose place in the queue cannot be told stands beside the others
		}
		t.Run(what, func(t *testing.T) {
			for n := 1; ; n++ {
				s := quickScene(t, n)
				id := "none"
				if what != "propose" {
					id = s.propose(model.OriginRules, map[string]string{"tone.md": "four\n", "rule.md": "", "sub/new.md": "new\n"})
				}
				old, count := s.tree(), 0
				s.desk.fault = func(string, string) error {
					if count++; count == n {
						return broken
					}
					return nil
				}
				err := do(s.desk, s.st, id)
				at := fmt.Sprintf("%s, op %d fails: %v", what, n, err)
				if errors.Is(err, memory.ErrMoved) {
					t.Fatalf("%s: a disk that fails is told as a change of somebody else", at)
				}
				s.desk = New(func() time.Time { return now })
				s.afterKill(at, what, id, old, err != nil)
				os.RemoveAll(s.base)
				if count < n {
					t.Logf("%d operations failed", n-1)
					return
				}
			}
		})
	}
}
