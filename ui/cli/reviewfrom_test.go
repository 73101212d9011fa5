package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// TestReviewFrom makes a review of a patch, from a file and from a pipe, and writes nothing by itself.
func TestReviewFrom(t *testing.T) {
	shop, folder := proposedShop(t)
	before := tree(t, shop)
	base, err := memory.ReadTree(t.Context(), shop)
	if err != nil {
		t.Fatal(err)
	}
	proposed, err := memory.ReadTree(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	patch := string(hunk.Unified(base, hunk.Diff(base, proposed)))
	file := filepath.Join(write(t, t.TempDir(), map[string]string{"x.patch": patch}), "x.patch")
	r := call(t, true, "review", "--from", file, "--memory", shop)
	if r.code != 0 || len(r.screens) != 1 || r.screens[0].Review == "" {
		t.Fatalf("exit %d, %v\n%s", r.code, r.screens, r.err)
	}
	same(t, "the memory", before, tree(t, shop))
	want(t, 0, "review", "discard", r.screens[0].Review)
	r = answering(t.Context(), t, strings.NewReader(patch), "review", "--from", "-", "--memory", shop)
	id, _, ok := strings.Cut(r.out, " waits for a review")
	if r.code != 0 || !ok {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json", id)
	if n := len(hunksOf(shown.checkJSON)); n != 3 || shown.State != model.ReviewPending {
		t.Errorf("%d hunks, %s", n, shown.State)
	}
	want(t, 0, "review", "apply", id, "--accept-all")
	same(t, "the memory", tree(t, folder), tree(t, shop))
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{1, "block 1 of \"MEMORY.md\", line ", []string{"review", "--from", file, "--memory", shop}},
		{1, "read the patch", []string{"review", "--from", file + ".not", "--memory", shop}},
		{2, "stands alone", []string{"review", "--from", file, id}},
	} {
		if r := call(t, true, c.args...); r.code != c.code || !strings.Contains(r.err, c.says) {
			t.Errorf("%v: exit %d, %q", c.args, r.code, r.err)
		}
	}
}

// TestReviewFromReserved: what is never written is said when the patch is read, and never a surprise at the write.
func TestReviewFromReserved(t *testing.T) {
	shop, _ := proposedShop(t)
	const lock = "--- /dev/null\n+++ b/.consolidate-lock\n@@ -0,0 +1 @@\n+1\n"
	const note = "--- /dev/null\n+++ b/hours.md\n@@ -0,0 +1 @@\n+Open from nine.\n"
	const says = "left out: .consolidate-lock (it is the agent's own lock)"
	from := func(patch string) result {
		return answering(t.Context(), t, strings.NewReader(patch), "review", "--from", "-", "--memory", shop)
	}
	if r := from(lock); r.code != 2 || !strings.Contains(r.err, says) {
		t.Errorf("the lock alone: exit %d\n%s%s", r.code, r.out, r.err)
	}
	r := from(lock + note)
	id, _, ok := strings.Cut(r.out, " waits for a review")
	if r.code != 0 || !ok {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	contains(t, call(t, false, "review", "show", id).out, says)
	want(t, 0, "review", "apply", id, "--accept-all")
	if read(t, filepath.Join(shop, "hours.md")) != "Open from nine.\n" {
		t.Error("the note of the patch is not written")
	}
}
