// Rules writes the table of rules that package secret embeds, from the gitleaks module that go.mod
// pins. Run it in its own folder after a new version was fetched there:
//
//	go get github.com/zricethezav/gitleaks/v8@latest && go mod tidy && go run . && go test .
//
// What the table leaves out is what a line of text cannot answer: rules and exceptions that ask for
// the path of a file or for a commit.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"
	"github.com/zricethezav/gitleaks/v8/regexp"
)

// The shape of the table; package secret has its other half.
type (
	table struct {
		Version string  `json:"version"`
		Notice  string  `json:"notice"`
		Allow   []allow `json:"allow"`
		Rules   []rule  `json:"rules"`
	}
	rule struct {
		ID       string   `json:"id"`
		Regex    string   `json:"regex"`
		Group    int      `json:"group,omitempty"`
		Entropy  float64  `json:"entropy,omitempty"`
		Keywords []string `json:"keywords"`
		Allow    []allow  `json:"allow,omitempty"`
	}
	allow struct {
		// On is what the expressions look at: "" for the secret, "match" or "line".
		On      string   `json:"on,omitempty"`
		All     bool     `json:"all,omitempty"`
		Regexes []string `json:"regexes,omitempty"`
		Words   []string `json:"words,omitempty"`
	}
)

func main() {
	if err := write("../rules.json"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(path string) error {
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		return fmt.Errorf("load the rules: %w", err)
	}
	t := table{Version: version(), Notice: "Rules of gitleaks, MIT, Copyright (c) 2019 Zachary Rice; see LICENSE.gitleaks.",
		Allow: allowed(d.Config.Allowlists)}
	for _, r := range d.Config.Rules {
		if r.Regex == nil || r.Path != nil || r.SkipReport || len(r.RequiredRules) > 0 {
			continue
		}
		// Without a keyword every line would have to be matched.
		if len(r.Keywords) == 0 {
			fmt.Fprintln(os.Stderr, "left out, for it has no keyword:", r.RuleID)
			continue
		}
		slices.Sort(r.Keywords)
		t.Rules = append(t.Rules, rule{r.RuleID, r.Regex.String(), r.SecretGroup, r.Entropy, r.Keywords, allowed(r.Allowlists)})
	}
	slices.SortFunc(t.Rules, func(a, b rule) int { return cmp.Compare(a.ID, b.ID) })
	data, err := json.MarshalIndent(t, "", " ")
	if err != nil {
		return fmt.Errorf("encode the table: %w", err)
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// allowed keeps the exceptions that a line can answer.
func allowed(lists []*config.Allowlist) (out []allow) {
	for _, l := range lists {
		all := l.MatchCondition == config.AllowlistMatchAnd
		if len(l.Regexes)+len(l.StopWords) == 0 || all && len(l.Paths)+len(l.Commits) > 0 {
			continue
		}
		slices.Sort(l.StopWords)
		out = append(out, allow{l.RegexTarget, all, sources(l.Regexes), l.StopWords})
	}
	return out
}

func sources(list []*regexp.Regexp) (out []string) {
	for _, r := range list {
		out = append(out, r.String())
	}
	return out
}

// version is the one that go.mod pins.
func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, m := range info.Deps {
		if m.Path == "github.com/zricethezav/gitleaks/v8" {
			return m.Version
		}
	}
	return ""
}
