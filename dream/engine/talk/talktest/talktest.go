// Package talktest stands for the services in the tests of the engines that ask one: a server that goes
// by a script, the folder that a run works on, and what has to hold whatever the service's language.
package talktest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// Server answers each request with the next part of a script; the last part is repeated. Q is what of a
// request is looked at.
type Server[Q any] struct {
	*httptest.Server
	mu     sync.Mutex
	parts  []http.HandlerFunc
	bodies []Q
	heads  []http.Header
}

// Serve starts a server that is asked at one path only.
func Serve[Q any](t *testing.T, path string, parts ...http.HandlerFunc) *Server[Q] {
	t.Helper()
	s := &Server[Q]{parts: parts}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var q Q
		if err := json.Unmarshal(data, &q); err != nil || r.URL.Path != path {
			t.Errorf("%s: %v: %.200s", r.URL, err, data)
		}
		s.mu.Lock()
		s.bodies, s.heads = append(s.bodies, q), append(s.heads, r.Header)
		part := s.parts[0]
		if len(s.parts) > 1 {
			s.parts = s.parts[1:]
		}
		s.mu.Unlock()
		part(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// Asked are the requests so far.
func (s *Server[Q]) Asked() []Q {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bodies)
}

// Head is the head of the first request.
func (s *Server[Q]) Head() http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.heads[0].Clone()
}

// Fails answers with an error; head are pairs.
func Fails(status int, body string, head ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(head); i += 2 {
			w.Header().Set(head[i], head[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// Page answers with a page of the web.
func Page(status int, words string, head ...string) http.HandlerFunc {
	return Fails(status, "<html>"+words+"</html>", append([]string{"Content-Type", "text/html"}, head...)...)
}

// Breaks closes the connection in the midst of what begin writes.
func Breaks(begin func(http.ResponseWriter)) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		begin(w)
		if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
			c.Close()
		}
	}
}

// Elsewhere sends the request on to another place.
func Elsewhere(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://example.org/x?key=1", http.StatusTemporaryRedirect)
}

// Scratch is a folder as a run finds it.
func Scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for p, text := range map[string]string{
		"memory/MEMORY.md": "- [A](a.md)\n", "memory/a.md": "They use npm.\n", "AUDIT.md": "None.\n",
		"transcripts/s1.txt": "# s1 cwd=/w\n4\tuser\t2026-11-19T10:00:00Z\twe use pnpm now\n",
	} {
		p = filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Change and Reasons are the calls with which a model does its work on that folder, as the tests of both
// services write calls: "name {json}".
const (
	Change  = `edit {"path":"memory/a.md","old":"npm","new":"pnpm"}`
	Reasons = `write {"path":"CHANGES.md","text":"- a.md: pnpm [s1:4]"}`
)

// Changed fails the test unless that work was done.
func Changed(t *testing.T, dir string) {
	t.Helper()
	if data, err := os.ReadFile(filepath.Join(dir, "memory/a.md")); err != nil || string(data) != "They use pnpm.\n" {
		t.Errorf("the note: %q, %v", data, err)
	}
}

// Service is one kind of service under test.
type Service struct {
	// Engine asks a server at an address.
	Engine func(base string) engine.Engine
	// Serve starts one with a script, and says where it is and how often it was asked.
	Serve func(t *testing.T, parts ...http.HandlerFunc) (base string, asked func() int)
	// Work are the answers of a model that does the work, without those of before.
	Work []http.HandlerFunc
	// Begin writes the beginning of an answer, and Busy says that there is too much to do for 50 s.
	Begin func(http.ResponseWriter)
	Busy  http.HandlerFunc
}

// Run lets the engine dream against a script.
func (s Service) Run(ctx context.Context, t *testing.T, parts ...http.HandlerFunc) (o Outcome) {
	t.Helper()
	base, asked := s.Serve(t, parts...)
	o.Dir = Scratch(t)
	job := engine.Job{Dir: o.Dir, Prompt: "the prompt", Limits: engine.Limits{Money: 1}}
	o.Err = s.Engine(base).Run(ctx, job, func(e model.Event) { o.Heard = append(o.Heard, e) })
	o.Asked = asked()
	return o
}

// Outcome is what came of a run.
type Outcome struct {
	Dir   string
	Heard []model.Event
	Asked int
	Err   error
}

// Says reports whether the log has a piece of text.
func (o Outcome) Says(text string) bool {
	return slices.ContainsFunc(o.Heard, func(e model.Event) bool { return strings.Contains(e.Text, text) })
}

// Fault is a way to fail: what the error must say, and how often the service is asked until then.
type Fault struct {
	Name  string
	Part  http.HandlerFunc
	Want  string
	Times int
}

// Ends is a way to fail.
func Ends(name string, part http.HandlerFunc, want string, times int) Fault {
	return Fault{Name: name, Part: part, Want: want, Times: times}
}

// Faults holds that each has its message, which says what to do and never shows the secret.
func (s Service) Faults(t *testing.T, secret string, list []Fault) {
	t.Helper()
	for _, f := range append(list,
		Ends("cut for ever", Breaks(s.Begin), "broke off in the middle of an answer", 3),
		Ends("a page", Page(http.StatusOK, "hello"), "what answers there is no such service", 1),
		Ends("elsewhere", Elsewhere, "sends the request on to https://example.org/x, which is not followed", 1),
	) {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			o := s.Run(t.Context(), t, f.Part)
			if o.Err == nil || !strings.Contains(o.Err.Error(), f.Want) || secret != "" && strings.Contains(o.Err.Error(), secret) {
				t.Errorf("ended with %v, want %q", o.Err, f.Want)
			}
			if o.Asked != f.Times {
				t.Errorf("asked %d times, want %d", o.Asked, f.Times)
			}
		})
	}
}

// Mends holds that what passes is waited for, and that the run then goes on. What begins with a digit is a
// status, of which the log must tell.
func (s Service) Mends(t *testing.T, firsts map[string]http.HandlerFunc) {
	t.Helper()
	for name, first := range firsts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := s.Run(t.Context(), t, append([]http.HandlerFunc{first}, s.Work...)...)
			if o.Err != nil {
				t.Fatal(o.Err)
			}
			Changed(t, o.Dir)
			if name[0] >= '0' && name[0] <= '9' && !o.Says("answered with "+name) {
				t.Errorf("nothing says why it took longer: %+v", o.Heard)
			}
		})
	}
}

// Cancels holds that the end of the context ends the answer at once, in whatever state it is.
func (s Service) Cancels(t *testing.T) {
	t.Helper()
	cause := errors.New("enough")
	for name, part := range map[string]http.HandlerFunc{
		"silent": func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"in the middle": func(w http.ResponseWriter, r *http.Request) {
			s.Begin(w)
			<-r.Context().Done()
		},
		"while it waits": s.Busy,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(200*time.Millisecond, func() { cancel(cause) })
			began := time.Now()
			if o := s.Run(ctx, t, part); o.Err != cause || time.Since(began) > 10*time.Second {
				t.Errorf("ended with %v after %s", o.Err, time.Since(began))
			}
		})
	}
}
