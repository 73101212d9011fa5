package talk

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Asking again: how often, how long at most is waited when a service says for how long, and how long
// where it does not.
const (
	Retries = 2
	MaxWait = time.Minute
	// minWait grows with each try.
	minWait = time.Second
)

// retryAfter reads how long a service wants to be left alone.
func retryAfter(h http.Header) (time.Duration, bool) {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil && ms >= 0 && ms < 1e12 {
		return time.Duration(ms * float64(time.Millisecond)), true
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(text, 64); err == nil && s >= 0 && s < 1e9 {
		return time.Duration(s * float64(time.Second)), true
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at)), true
	}
	return 0, false
}

// Patience reports whether an answer that is an error is worth another try, and says in a line why
// one waits. Longer than MaxWait nobody waits: the message then says for how long the service wants
// to be left alone.
func Patience(r *http.Response) (again bool, why string) {
	s := r.StatusCode
	if s != http.StatusRequestTimeout && s != http.StatusConflict && s != http.StatusTooManyRequests && s < 500 {
		return false, ""
	}
	after, told := retryAfter(r.Header)
	switch {
	case told && after > MaxWait:
		return false, ""
	case told:
		return true, fmt.Sprintf("the service answered with %d and asks to wait %s", s, after.Round(time.Second))
	}
	return true, fmt.Sprintf("the service answered with %d; asking again", s)
}

// Patient asks again where an error may pass. hear is told of each wait.
type Patient struct {
	Next http.RoundTripper
	Hear func(Piece)
	// pause is minWait outside of tests.
	pause time.Duration
}

// RoundTrip sends a request, up to three times.
func (p Patient) RoundTrip(r *http.Request) (*http.Response, error) {
	pause := p.pause
	if pause == 0 {
		pause = minWait
	}
	for try := 0; ; try++ {
		if try > 0 && r.GetBody != nil {
			body, err := r.GetBody()
			if err != nil {
				return nil, err
			}
			r = r.Clone(r.Context())
			r.Body = body
		}
		res, err := p.Next.RoundTrip(r)
		wait, why := pause<<try, "the service cannot be reached; asking again"
		if err == nil {
			again := false
			if again, why = Patience(res); !again {
				return res, nil
			}
			if after, told := retryAfter(res.Header); told {
				wait = after
			}
		}
		if try == Retries || r.Context().Err() != nil || r.Body != nil && r.GetBody == nil {
			return res, err
		}
		p.Hear(Piece{Text: why})
		if res != nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // the connection is used again
			res.Body.Close()
		}
		select {
		case <-time.After(wait):
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
}
