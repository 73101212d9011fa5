package model

import "testing"

// TestAgeSaysByWhat: each source of an age has its words.
func TestAgeSaysByWhat(t *testing.T) {
	for a, want := range map[Age]string{
		{Source: AgeModified}: "by its own stamp", {Source: AgeCommit, Commit: "0123456789"}: "by commit 0123456", {Source: AgeCommit}: "by commit ",
		{Source: AgeMtime}: "by the file's time", {Source: AgeUnknown}: "", {}: "",
	} {
		if got := a.By(); got != want {
			t.Errorf("%+v: %q, want %q", a, got, want)
		}
	}
}
