package cli

import (
	"testing"
	"time"
)

func TestWindow(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)
	for text, want := range map[string]time.Time{
		"": {}, "7d": now.AddDate(0, 0, -7), " 1d ": now.AddDate(0, 0, -1), "12h": now.Add(-12 * time.Hour), "90m": now.Add(-90 * time.Minute),
		"2026-11-01": time.Date(2026, 11, 1, 0, 0, 0, 0, time.Local), "2026-11-01T10:00:00Z": time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC),
	} {
		if got, err := (window{text}).from(now); err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"7", "d", "0d", "-3d", "-1h", "yesterday", "2026-13-01", "1.5d"} {
		if got, err := (window{text}).from(now); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}
