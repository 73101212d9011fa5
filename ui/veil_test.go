package ui_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"dreamgate/memory/secret"
	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// Secrets of the tests, put together here so that no scanner takes this file for a leak: a token that
// tells itself, and a password that only the word before it tells.
var (
	token    = "glpat-" + "xQ7rT2mN9kL4wZ8yB5vC"
	password = "vC1dF6g" + "H3jP0sA"
)

// leaky is a memory with secrets wherever a note can hold one.
func leaky() model.Memory {
	t := maps.Clone(shop().Tree)
	t["MEMORY.md"] = file("# Index\n- [Deploy](deploy.md) — token " + token + "\n- the password: " + password + " is old\n")
	t["deploy.md"] = file("---\nname: Deploy\ndescription: with " + token + "\ntype: project\ndb_password: " + password + "\n---\n" +
		"Log in with `" + token + "`.\n\n- " + password + " opens the door\n\n-----BEGIN " + "PRIVATE KEY-----\nMIIabcdefg\nhijklmnop\n-----END " + "PRIVATE KEY-----\nend\n")
	m := shop()
	return memoryOf(m.Store, t, []model.Finding{{Rule: "secret", Severity: model.Error, Path: "deploy.md", Line: 8, Message: "It holds " + token + "."}})
}

func veiled(t *testing.T, f *fake) *uitest.Scenario {
	t.Helper()
	d := f.deps()
	d.Secrets = secret.Hidden
	return uitest.New(t, d)
}

var secrets = []string{token, token[6:], password, "MIIabcdefg", "hijklmnop"}

// TestSecretsOfAMemory: no pane and no list shows one, at any size, and what is not secret is shown.
func TestSecretsOfAMemory(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 40}, {40, 14}} {
		s := veiled(t, newFake(leaky())).Size(size[0], size[1])
		s.Misses(secrets...)
		for _, key := range []string{"tab", "tab", "tab", "v", "a", "esc", "j", "k", "tab", "enter"} {
			s.Press(key).Misses(secrets...)
		}
	}
	veiled(t, newFake(leaky())).Size(200, 60).Sees("glpat-[masked]", "opens the door", "db_password: [masked]......")
}

// leak is a proposal that brings both secrets in and takes a key out.
func leak() model.Review {
	m := leaky()
	proposed := maps.Clone(m.Tree)
	proposed["deploy.md"] = file(replace(string(m.Tree["deploy.md"].Data), "opens the door", "and api_key: "+token+"2 open the door", "hijklmnop\n", ""))
	p := model.Proposal{ID: "p1", Store: m.Store, Origin: model.OriginModel, Created: today, Base: m.Tree, Proposed: proposed,
		Report: []string{"read " + token}, Check: model.Check{Hunks: map[string]model.Evidence{}, Audit: []model.Finding{{Path: "deploy.md", Message: "has " + token}}}}
	r := reviewOf(p)
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			e := model.Evidence{Why: "they said " + password, Citations: []model.Citation{{Verdict: model.Supported, Reason: token,
				Source: model.Source{Session: "s", Line: 3, Text: "my token is " + token + " and the password is " + password}}}}
			for i, line := range h.Added {
				if at := strings.Index(line, token); at >= 0 {
					e.Flags = append(e.Flags, model.Flag{Kind: "secret", Token: token, Reason: "has " + token, At: model.Span{Line: i, Start: at, End: at + len(token)}})
					e.Claims = append(e.Claims, model.Claim{Token: token, Reason: "is " + token})
				}
			}
			r.Check.Hunks[h.ID] = e
		}
	}
	return r
}

// TestSecretsOfAReview: the screen shows none, and what is previewed and committed is what was proposed.
func TestSecretsOfAReview(t *testing.T) {
	f := newFake(leaky())
	r := leak()
	f.reviews[r.Proposal.ID] = r
	f.fail["Commit"] = errors.New("git says " + token)
	s := veiled(t, f).Press("r").Misses(secrets...)
	for _, key := range []string{"n", "n", "u", "[", "s", "s", "v", "j", "esc", "]", "s", "v", "G", "s", "p", "S", "p", "w", "y", "y", "y", "y", "y", "y", "b", "esc"} {
		s.Press(key).Misses(secrets...)
	}
	s.Sees("glpat-[masked]")
	s.Press("C").Misses(secrets...).Press("y", "enter").Misses(secrets...)
	delete(f.fail, "Commit")
	got := f.reviews["p1"].Proposal.Proposed["deploy.md"].Data
	if !strings.Contains(string(got), token) || !strings.Contains(string(got), password) {
		t.Error("what is kept is masked")
	}
}

// TestSecretsOfRuns: steps, files and reports of runs pass the same way.
func TestSecretsOfRuns(t *testing.T) {
	f := newFake(leaky())
	f.runs = []model.Run{{ID: "1", Store: leaky().Store, Engine: "command", State: model.RunRunning, Started: today, Last: "wrote " + token,
		Log: []string{"asked for the", "password: " + password, "wrote " + token}, Files: []string{token + ".md"}, Report: []string{token}}}
	s := veiled(t, f).Press("t").Sees("wrote").Misses(secrets...)
	for _, key := range []string{"enter", "d", "l"} {
		s.Press(key).Misses(secrets...)
	}
}
