package memory

import "testing"

func mkfifo(t *testing.T, _ string) {
	t.Helper()
	t.Skip("no pipes here")
}
