package cli

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// window is the flag that says from when on sessions are gathered.
type window struct{ text string }

// add adds the flag.
func (w *window) add(f *pflag.FlagSet) {
	f.StringVar(&w.text, "since", "", "gather what was said since a `TIME` such as 7d, 12h or 2006-01-02, also what a dream has read, instead of\nwhat none has")
}

// from is the beginning of the window, the zero time without the flag.
func (w window) from(now time.Time) (time.Time, error) {
	text := strings.TrimSpace(w.text)
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return at, nil
		}
	}
	long, err := time.ParseDuration(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		var n int
		// A day is one of the calendar: an hour more or less in spring and autumn is none.
		if n, err = strconv.Atoi(days); err == nil && n > 0 {
			return now.AddDate(0, 0, -n), nil
		}
	}
	if err != nil || long <= 0 {
		return time.Time{}, usage("--since %q is neither a span (7d, 12h) nor a date (2006-01-02)", w.text)
	}
	return now.Add(-long), nil
}
