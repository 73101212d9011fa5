package reality

import (
	"regexp"
	"strings"
	"sync"
)

// A single word in code is the name of a script, a dependency or a package manager if the words around it
// say so: by itself it may be anything.
var (
	scriptAfter = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^\s*(?:npm |pnpm |yarn |make |just |package |build )?(?:scripts?|targets?|recipes?|脚本|目标|スクリプト|ターゲット|skript|target)(?:[^\w-]|$)`)
	})
	scriptBefore = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:\b(?:npm|pnpm|yarn|package)[ -]scripts?|\b(?:make|just)[ -]?(?:target|recipe|ziel)s?|\b(?:npm-)?skript|脚本|スクリプト)\s*$`)
	})
	usedBefore = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:\b(?:uses?|using|used|via|on|upon|with|through|librar(?:y|ies)|packages?|modules?|crates?|dependenc(?:y|ies)|dependency on|depends? on|import(?:s|ed)?|from|to|by|the|verwenden|nutzen|mit|bibliothek|abhängigkeit|paket)|使用|依赖|用|库|ライブラリ|依存)[ :]*$`)
	})
	usedAfter = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^\s*(?:(?:v?\d[\w.]*\s+)?(?:librar(?:y|ies)|packages?|modules?|crates?|dependenc(?:y|ies)|bibliothek|paket)\b|(?:is|was|handles|provides|does|validates|parses|renders)\b|库|包|を使|に依存|ライブラリ)`)
	})
	managerBefore = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:\b(?:uses?|using|with|via|through|from|to|is|verwenden|nutzen|mit|verwaltet)|使用|用|是|は|で)[ :]*$`)
	})
	packagesSaid = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)package[ -]manager|packages|dependenc|install|lock ?file|paketmanager|pakete|abhängigkeit|包管理|依赖|安装|パッケージ|依存`)
	})
	spokenManager = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:npm|pnpm|yarn|bun|poetry|uv|pipenv)\b`)
	})
	moduleName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:@[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._-]*|(?:github\.com|gitlab\.com|bitbucket\.org|golang\.org/x|google\.golang\.org|gopkg\.in|k8s\.io|go\.uber\.org)/[A-Za-z0-9._~/-]+)$`)
	})
	packageName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)
	})
)

// named reads a single word of code by what stands around it.
func named(text, before, behind string) []Claim {
	if !packageName().MatchString(text) && !strings.Contains(text, ":") {
		return nil
	}
	if scriptAfter().MatchString(behind) || scriptBefore().MatchString(before) {
		return []Claim{{Kind: KindScript, Token: text, name: text}}
	}
	if managers[text] {
		if managerBefore().MatchString(before) && packagesSaid().MatchString(before+behind) {
			return []Claim{{Kind: KindManager, Token: text, name: text}}
		}
		return nil
	}
	if packageName().MatchString(text) && (usedBefore().MatchString(before) || usedAfter().MatchString(behind)) {
		return []Claim{{Kind: KindDependency, Token: text, name: text, weak: true}}
	}
	return nil
}

// module reads a token as the name of a module that cannot be anything else: one with its host, or with
// its scope.
func module(token string) (Claim, bool) {
	if !moduleName().MatchString(token) {
		return Claim{}, false
	}
	// Paths of a host are addresses as well: only what the project knows is a dependency.
	return Claim{Kind: KindDependency, Token: token, name: token, weak: true}, true
}

// spoken finds package managers that plain words speak of as such.
func spoken(text string, from, to int) []word {
	if !packagesSaid().MatchString(text) {
		return nil
	}
	var out []word
	for _, at := range spokenManager().FindAllStringIndex(text[from:to], -1) {
		a, b := from+at[0], from+at[1]
		if managerBefore().MatchString(text[:a]) {
			out = append(out, word{a, b, false, []Claim{{Kind: KindManager, Token: text[a:b], name: text[a:b]}}})
		}
	}
	return out
}
