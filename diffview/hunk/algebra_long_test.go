//go:build algebra

package hunk

import (
	"math/rand/v2"
	"os"
	"testing"
)

// TestGitApplyLong is TestGitApply for 200,000 random changes, 1,000 files to a run of git.
func TestGitApplyLong(t *testing.T) {
	taken, left := 0, 0
	for batch := range uint64(200) {
		a, b := 0, 0
		t.Run("", func(t *testing.T) { a, b = agree(t, rand.New(rand.NewPCG(13, batch)), 1000, 1) })
		if t.Failed() {
			t.Fatalf("batch %d", batch)
		}
		taken, left = taken+a, left+b
	}
	t.Logf("200000 changes, %d hunks taken, %d left", taken, left)
}

// TestMergeFileLong is TestMergeFile for 20,000 random texts, each of them a run of git.
func TestMergeFileLong(t *testing.T) {
	if os.Getenv("GIT_DIR") != "" {
		t.Skip("a git folder is named in the environment")
	}
	mergeFiles(t, rand.New(rand.NewPCG(17, 19)), 20_000)
}
