package ui_test

import (
	"testing"
)

// TestFindInReview: while the bar is shown n and N lead from place to place, and no key decides.
func TestFindInReview(t *testing.T) {
	f := pending(moved())
	s := scenario(t, f).Press("r", "/").Sees("find /_").Type("npm").Sees("find /npm_  1/2", "▸▸npm◂◂").
		Press("enter").Sees("esc ends", "decisions off", "n next").
		Press("n").Sees("2/2").Press("n").Sees("1/2").Press("N").Sees("2/2").
		Press("y").Sees("esc ends the search; decisions are off").
		Press("A", "C", "b", "e", "a").Sees("0/3 decided", "decisions are off").
		Press("j").Sees("find /npm").Press("esc").Misses("find /", "▸").
		Press("y").Sees("1/3 decided")
	if len(f.reviews["p1"].Decisions) != 1 {
		t.Errorf("saved: %v", f.reviews["p1"].Decisions)
	}
	// What is typed does nothing else, a paste is typed, and keys of one read are as good as single ones.
	s.Type("/qdyA").Stays().Sees("find /qdyA_", "found nowhere").Press("ctrl+c").Stays().Sees("1/3 decided").
		Press("/").Paste("two lines").Sees("1/1").Press("enter", "q").Sees("1/3 decided").Press("q").Sees("Topics")
	// The bar fits a small screen, and a review that is read anew begins without it.
	small := scenario(t, pending(moved()))
	small.Size(40, 12).Type("r").Type("/pnpm").Press("enter").Sees("/pnpm  1/1 · esc ends · decisions off").
		Press("?").Sees("Keys: found").Press("esc").Sees("/pnpm").Press("R").Misses("/pnpm")
}
