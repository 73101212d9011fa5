package measure

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "freeze the figures as they are")

// today is the moment at which the tests stand.
var today = time.Date(2026, 12, 15, 12, 0, 0, 0, time.UTC)

// TestFrozen: no figure over the labelled cases is worse than it was when it was frozen. With lines of
// unrelated talk beside each case it is the same.
func TestFrozen(t *testing.T) {
	for _, c := range []struct {
		file  string
		noise int
	}{{"baseline.json", 0}, {"baseline-noise.json", 2000}} {
		t.Run(c.file, func(t *testing.T) { frozen(t, filepath.Join("testdata", "labelled"), c.file, c.noise) })
	}
}

// TestFrozenLong is the same with a hundred thousand lines, over some of the cases: nearly every short
// number stands somewhere in them.
func TestFrozenLong(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a million lines")
	}
	dir := t.TempDir()
	for _, name := range []string{"g004", "g012", "g023", "g030", "g038", "g048", "g063", "g072"} {
		from, err := filepath.Abs(filepath.Join("testdata", "labelled", gateDir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(filepath.Join(dir, gateDir, name), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	frozen(t, dir, "baseline-long.json", 100_000)
}

// frozen measures a folder and compares the figures with a file.
func frozen(t *testing.T, dir, file string, noise int) {
	got, broken, err := Run(t.Context(), dir, Options{Now: today, Noise: noise, Seed: 1,
		Wrong: func(w Wrong) { t.Logf("%s %s %s %s %v %q", w.What, w.Case, w.Path, w.Kind, w.Flags, w.Words) }})
	if err != nil || len(broken) > 0 {
		t.Fatal(err, broken)
	}
	file = filepath.Join("testdata", file)
	if *update {
		data, err := json.MarshalIndent(got, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	base, err := ReadFigures(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	worse, better, err := got.Against(base)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range worse {
		t.Errorf("worse: %s", w)
	}
	if len(better) > 0 {
		t.Logf("better, to be frozen with -update: %v", better)
	}
}
