package talk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Fault is what went wrong with a service or on the way to it. Its message says what to do.
type Fault struct {
	// Service is what people call it, Address where it is; Key and Base name the variables that
	// change that.
	Service, Address, Key, Base string
	// HasKey says that a key was sent, Model which model was asked for.
	HasKey bool
	Model  string
	// Status is the code of the answer, 0 if there was none.
	Status int
	// Words are the service's own, not yet printable.
	Words string
	// After is how long the service asks to be left alone; 0 if it does not say.
	After time.Duration
	// Broken says that the connection broke off in the middle of an answer.
	Broken bool
	// Err is what happened instead of an answer.
	Err error
}

// StatusOverloaded is the code of a service that has too much to do.
const StatusOverloaded = 529

// Unwrap returns what happened instead of an answer.
func (f *Fault) Unwrap() error { return f.Err }

// Error says what happened and what to do.
func (f *Fault) Error() string {
	switch {
	case f.Status != 0:
		return f.status()
	case f.Broken:
		return fmt.Sprintf("the connection to %s broke off in the middle of an answer%s; run it again", f.Service, because(f.Err))
	}
	return fmt.Sprintf("%s cannot be reached at %s%s; look whether it runs, at the network, and at %s",
		f.Service, bare(f.Address), because(f.Err), f.Base)
}

// status is the message for an answer that is an error.
func (f *Fault) status() string {
	said := ""
	if words := firstLine(f.Words); words != "" {
		said = ": " + words
	}
	switch s := f.Status; {
	case s == http.StatusUnauthorized && !f.HasKey:
		return fmt.Sprintf("%s asks for a key%s; set %s", f.Service, said, f.Key)
	case s == http.StatusUnauthorized:
		return fmt.Sprintf("%s does not know the key in %s%s; set one that is valid", f.Service, f.Key, said)
	case s == http.StatusForbidden:
		return fmt.Sprintf("%s forbids this to the key in %s%s; look at what its account may use", f.Service, f.Key, said)
	case s == http.StatusPaymentRequired:
		return fmt.Sprintf("%s wants to be paid first%s", f.Service, said)
	case s == http.StatusNotFound:
		return fmt.Sprintf("%s knows no model %q, or its address %s is wrong%s; name another with --model, or set %s",
			f.Service, f.Model, bare(f.Address), said, f.Base)
	case s == http.StatusRequestEntityTooLarge:
		return fmt.Sprintf("the conversation is too long for %s%s; dream with fewer sessions", f.Service, said)
	case s == http.StatusTooManyRequests:
		return fmt.Sprintf("a limit of %s is reached%s; %s", f.Service, said, f.when())
	case s == StatusOverloaded || s == http.StatusServiceUnavailable:
		return fmt.Sprintf("%s has too much to do (%d)%s; %s", f.Service, s, said, f.when())
	case s >= 500:
		return fmt.Sprintf("%s has trouble of its own (%d)%s; run it again later", f.Service, s, said)
	}
	return fmt.Sprintf("%s refused the request (%d)%s", f.Service, f.Status, said)
}

// when says when to try again.
func (f *Fault) when() string {
	if after := f.After.Round(time.Second); after > 0 {
		return fmt.Sprintf("run it again in %s, as it asks", after)
	}
	return "run it again later"
}

// because is the cause of a broken connection in short: the whole error names the request, which
// everybody knows.
func because(err error) string {
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err
	}
	var op *net.OpError
	switch {
	case err == nil:
		return ""
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return " (it was closed)"
	case errors.Is(err, context.DeadlineExceeded):
		return " (it took too long)"
	case errors.As(err, &op) && op.Err != nil:
		err = op.Err
	}
	return " (" + cut(err.Error(), 200) + ")"
}

// bare is an address without what may be a secret in it.
func bare(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "the address that is set"
	}
	return u.Scheme + "://" + u.Host + u.Path
}

// Lost is the fault of an answer that did not come, or not whole. begun says that some of it did.
func (f Fault) Lost(err error, begun bool) *Fault {
	f.Err, f.Broken = err, begun
	return &f
}

// Unended is the fault of an answer that stops without its end. begun says that there was some of it:
// what never begins is no service of this kind.
func (f Fault) Unended(begun bool) *Fault {
	if begun {
		return f.Lost(errors.New("the end of the answer is missing"), true)
	}
	return f.Lost(errors.New("what answers there is no such service"), false)
}

// Answered is the fault of an answer that is an error.
func (f Fault) Answered(status int, words string, h http.Header) *Fault {
	f.Status, f.Words = status, strings.TrimSpace(cut(words, maxWords))
	f.After, _ = retryAfter(h)
	return &f
}
