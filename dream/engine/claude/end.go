package claude

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Codes of the service that mean something of their own.
const (
	statusLogin      = 401
	statusDenied     = 403
	statusUnknown    = 404
	statusLimit      = 429
	statusOverloaded = 529
)

// Signs by which an error without a code is told.
var (
	notLoggedIn  = regexp.MustCompile(`(?i)not logged in|please run /login|invalid api key|oauth token|authentication_error`)
	noCredit     = regexp.MustCompile(`(?i)credit balance|usage credits`)
	limitReached = regexp.MustCompile(`(?i)\blimit reached\b|\bhit your [\w' -]*limit\b|\brate.?limit|\busage limit\b|\bspend limit\b`)
	unreachable  = regexp.MustCompile(`(?i)connection|ECONN\w+|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|network|certificate|fetch failed`)
	tooLong      = regexp.MustCompile(`(?i)prompt is too long|context (?:window|limit)`)
	badOption    = regexp.MustCompile(`(?i)unknown option|invalid option|argument|error: option`)
	// resetsAt is an old way to say when a limit ends, resetsIn that it is said in words.
	resetsAt = regexp.MustCompile(`\|(\d{9,11})\b`)
	resetsIn = regexp.MustCompile(`(?i)\bresets?\b`)
)

// verdict says what the end of a run means. The code alone proves nothing, in either direction, and
// neither does the result: it is "success" also for a request that was refused.
func (s *stream) verdict(status error, model string) error {
	code := exitCode(status)
	switch r := s.result; {
	case r == nil && code == 0:
		return s.without("claude ended without a result")
	case r == nil:
		return s.broken(status)
	case r.IsError || strings.HasPrefix(r.Subtype, "error"):
		return s.failed(*r, model)
	case code != 0:
		return s.without("claude gave a result and then ended with " + ending(status))
	case r.Rounds != nil && *r.Rounds == 0:
		return errNothing
	}
	return nil
}

// without is an error of a run that says nothing of its own about what happened.
func (s *stream) without(what string) error {
	if words := s.lastWords(); words != "" {
		return s.known(words, fmt.Errorf("%s and said: %s", what, words))
	}
	return fmt.Errorf("%s and said nothing; run it again, and see what `claude -p hello` says", what)
}

// known gives the error of a text that is known by its words, else the one that is there.
func (s *stream) known(words string, other error) error {
	switch {
	case notLoggedIn.MatchString(words):
		return loginRefused(words)
	case limitReached.MatchString(words):
		return s.limit(words)
	}
	return other
}

// broken is the error of a run that ended in the middle: no result, and a code.
func (s *stream) broken(status error) error {
	if name := signalled(status); name != "" {
		return fmt.Errorf("claude was ended by a signal (%s) and not by this program; run it again", name)
	}
	words := s.lastWords()
	if !s.started && badOption.MatchString(words) {
		return fmt.Errorf("claude does not take its options (%s); update it with `claude update`, or look which claude is first in PATH", words)
	}
	return s.without("claude ended with " + ending(status))
}

// failed is the error of a run whose result says so.
func (s *stream) failed(r result, model string) error {
	words := r.said()
	switch {
	case strings.HasSuffix(r.Subtype, "max_turns") || r.Reason == "max_turns":
		return turnsError(s.job.Limits.Turns)
	case strings.HasSuffix(r.Subtype, "max_budget_usd") || r.Reason == "budget_exhausted":
		return fmt.Errorf("claude reached the limit of $%s at $%.2f and stopped; dream with fewer sessions, or with a cheaper model",
			strconv.FormatFloat(s.job.Limits.Money, 'f', -1, 64), r.Cost)
	case strings.HasPrefix(r.Reason, "aborted"):
		return errors.New("claude was interrupted, and not by this program; run it again")
	case r.Reason == "prompt_too_long" || tooLong.MatchString(words):
		return fmt.Errorf("what was read is too long for the model (%s); dream with fewer sessions, or choose a model with more room", words)
	case r.Stop == "refusal":
		return fmt.Errorf("the model refused (%s); look at the notes and sessions of this run, or name another model with --model", words)
	case noCredit.MatchString(words):
		return fmt.Errorf("the account has no credit left (%s); add some, or log in with a subscription: start claude and type /login", words)
	case r.Status != nil && *r.Status > 0:
		return s.status(*r.Status, words, model)
	case r.APIError != "" || strings.HasPrefix(words, "API Error") && unreachable.MatchString(words):
		return fmt.Errorf("claude cannot reach the service (%s); look at the network, at the proxy and at ANTHROPIC_BASE_URL", words)
	}
	return s.known(words, fmt.Errorf("claude: %s", words))
}

// status is the error of an answer of the service.
func (s *stream) status(code int, words, model string) error {
	switch {
	case code == statusLogin:
		return loginRefused(words)
	case code == statusDenied:
		return fmt.Errorf("the service denies claude access (403: %s); look whether this account, and the place it is used from, may use the model", words)
	case code == statusUnknown:
		return fmt.Errorf("the service does not know the model %s, or this account may not use it (404: %s); name another with --model", orElse(model, "of claude's settings"), words)
	case code == statusLimit:
		return s.limit(words)
	case code == statusOverloaded:
		return fmt.Errorf("the service is overloaded (529: %s); run it again later", words)
	case code >= 500:
		return fmt.Errorf("the service has a fault of its own (%d: %s); run it again later", code, words)
	}
	return fmt.Errorf("the service refused the request (%d: %s)", code, words)
}

// limit is the error of a limit that is reached, with the time at which it ends where that is told.
func (s *stream) limit(words string) error {
	ends := s.resets
	if m := resetsAt.FindStringSubmatch(words); m != nil {
		if at, err := strconv.ParseInt(m[1], 10, 64); err == nil {
			ends, words = time.Unix(at, 0), strings.Replace(words, m[0], "", 1)
		}
	}
	when := "run it again later"
	switch {
	case !ends.IsZero():
		zone := s.job.Zone
		if zone == nil {
			zone = time.Local
		}
		when = "run it again after " + ends.In(zone).Format("2 Jan 15:04")
	case resetsIn.MatchString(words):
		when = "run it again then"
	}
	return fmt.Errorf("a limit of the account is reached (%s); %s", words, when)
}

func loginRefused(words string) error {
	if words == "" {
		words = "the service answered with 401"
	}
	return fmt.Errorf("claude is not logged in, or its login is refused (%s); start claude and type /login, or look at ANTHROPIC_API_KEY", words)
}

// turnsError says that a run used all of its turns.
type turnsError int

func (most turnsError) Error() string {
	return fmt.Sprintf("claude used all of its %d turns and did not come to an end; dream with fewer sessions", int(most))
}

// said is what the result says, in one line.
func (r result) said() string {
	if r.Words != "" {
		return shorten(r.Words)
	}
	for _, e := range r.Errors {
		if s, ok := e.(string); ok && s != "" {
			return shorten(s)
		}
	}
	return strings.ReplaceAll(orElse(r.Reason, orElse(r.Subtype, "it did not say why")), "_", " ")
}

// exitCode is 0 for a program that ended well.
func exitCode(status error) int {
	var exit *exec.ExitError
	switch {
	case status == nil:
		return 0
	case errors.As(status, &exit) && exit.ExitCode() > 0:
		return exit.ExitCode()
	}
	return -1
}

// ending names how a program ended.
func ending(status error) string {
	if code := exitCode(status); code > 0 {
		return fmt.Sprintf("code %d", code)
	}
	return status.Error()
}

// signals are those that a person or a system ends programs with, by the code that a program gives
// itself when it ends in good order because of one.
var signals = map[int]string{129: "hangup", 130: "interrupt", 137: "killed", 143: "terminated"}

// signalled is the signal that ended a program, "" if none did.
func signalled(status error) string {
	if name := signals[exitCode(status)]; name != "" {
		return name
	}
	if status != nil {
		if _, name, ok := strings.Cut(status.Error(), "signal: "); ok {
			return name
		}
	}
	return ""
}
