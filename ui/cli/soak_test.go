//go:build soak && linux

package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Run with: go test -tags soak -run TestSoak -timeout 20m ./ui/cli
//
// A person who dreams, reviews, edits and cancels for two hours does some two hundred of these rounds.
const soakRounds = 200

// footprint is what a process has that can grow.
type footprint struct {
	goroutines, files, children, temp int
	heap                              uint64
}

// stand counts it, after everything that is on its way out has gone.
func stand(t *testing.T, temp string) (s footprint) {
	t.Helper()
	for range 50 {
		runtime.GC()
		s = footprint{goroutines: runtime.NumGoroutine(), files: entries(t, "/proc/self/fd"), temp: entries(t, temp)}
		children, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/children", os.Getpid()))
		if err == nil {
			s.children = len(strings.Fields(string(children)))
		}
		if s.children == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.heap = m.HeapAlloc
	return s
}

func entries(t *testing.T, dir string) int {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// TestSoak: nothing grows, and nothing is left, however long the program is used.
func TestSoak(t *testing.T) {
	rounds := soakRounds
	if text := os.Getenv("SOAK_ROUNDS"); text != "" {
		rounds, _ = strconv.Atoi(text)
	}
	w := world(t)
	t.Chdir(w.Shop)
	rng := rand.New(rand.NewPCG(1, 2))
	temp := filepath.Join(w.Dir, "tmp")
	var first footprint
	began := time.Now()
	for round := range rounds {
		soakRound(t, w.Shop, rng, round)
		if round == rounds/10 {
			first = stand(t, temp)
		}
	}
	last := stand(t, temp)
	t.Logf("%d rounds in %s: from %+v to %+v", rounds, time.Since(began).Round(time.Second), first, last)
	if last.goroutines > first.goroutines+2 || last.files > first.files || last.children > 0 || last.temp > 0 {
		t.Errorf("something is left")
	}
	if last.heap > first.heap+first.heap/2+8<<20 {
		t.Errorf("the heap grows")
	}
}

// soakRound is what a person does in half a minute.
func soakRound(t *testing.T, memory string, rng *rand.Rand, round int) {
	t.Helper()
	done := func(r result, codes ...int) result {
		t.Helper()
		for _, c := range append(codes, 0) {
			if r.code == c {
				return r
			}
		}
		t.Fatalf("round %d: exit %d\n%s%s", round, r.code, r.out, r.err)
		return r
	}
	note := filepath.Join(memory, fmt.Sprintf("note-%d.md", round%7))
	text := fmt.Sprintf("---\nname: note-%d\ndescription: made in round %d\nmetadata:\n  type: project\n---\n\nPort %d is in use.\n", round%7, round, 1000+round)
	if err := os.WriteFile(note, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if rng.IntN(3) == 0 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(20+rng.IntN(200))*time.Millisecond)
		done(callWithin(ctx, t, false, "dream", "--engine", "command", "--", "/bin/sh", "-c", "echo more >> memory/build.md; sleep 60 & sleep 60"), 130, 1)
		cancel()
	}
	script := fmt.Sprintf("echo 'Seen in round %d.' >> memory/build.md; rm -f memory/note-%d.md; echo '- build.md: seen' > CHANGES.md", round, (round+3)%7)
	done(call(t, false, "dream", "--engine", "command", "--", "/bin/sh", "-c", script), 1)
	done(call(t, false, "dream"), 1)
	for _, p := range parsed[struct {
		Proposals []proposalJSON `json:"proposals"`
	}](t, listCode(t), "review", "list", "--json").Proposals {
		switch rng.IntN(4) {
		case 0:
			done(call(t, false, "review", "discard", p.ID), 1)
			continue
		case 1:
			done(call(t, false, "review", "refresh", p.ID), 1)
			continue
		}
		done(call(t, false, "review", "show", p.ID), 1, 3)
		done(call(t, false, "review", "accept", p.ID, "--all"), 1)
		done(call(t, false, "review", "apply", p.ID), 1, 2)
	}
	for _, args := range [][]string{{"audit"}, {"search", "Redis"}, {"recall", "which port"}, {"show"}, {"history"}, {"gates"}, {"layers"}} {
		done(call(t, false, args...), 1, 3)
	}
}

// listCode is what review list ends with now.
func listCode(t *testing.T) int {
	t.Helper()
	return call(t, false, "review", "list").code
}
