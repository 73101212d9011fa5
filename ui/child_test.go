package ui_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"dreamgate/model"
	"dreamgate/ui"
)

// childEnv makes the test binary run the screen in the place of the tests.
const childEnv = "DREAMGATE_UI_TEST_CHILD"

// child is the program of these tests: the screen on fakes. What it says after the screen is looked
// for by the parent.
func child(mode string) int {
	f := pending(moved())
	d := f.deps()
	d.Env = os.Getenv
	d.NoColor = false
	switch mode {
	case "panic":
		d.Dreams, d.CrashDir = broken{newFake()}, os.Getenv("CRASH_DIR")
	case "slow":
		d.Library = slow{f}
	}
	err := ui.Run(context.Background(), d)
	fmt.Printf("ENDED err=%v decided=%d edited=%d words=%d\r\n", err, len(f.reviews["p1"].Decisions), len(f.proposed), len(f.reviews["p1"].Shape.Edits))
	if errors.Is(err, ui.ErrInterrupted) {
		return 130
	}
	return 0
}

// slow never reads a memory, and saves nothing before the end.
type slow struct{ *fake }

func (slow) Stores(ctx context.Context) ([]model.Store, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}
