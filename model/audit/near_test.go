package audit

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"dreamgate/model"
)

// two makes a memory of two notes.
func two(fileA, bodyA, fileB, bodyB string) model.Tree {
	name := func(file string) string { return strings.TrimSuffix(file, ".md") }
	return tree(fileA, front(name(fileA), "d", bodyA), fileB, front(name(fileB), "d", bodyB))
}

func TestNearDuplicates(t *testing.T) {
	const text = "Deploy with the script of the release manager, never on a Friday afternoon, and watch the error graph for ten minutes."
	yes := []string{"near-duplicate b.md:0"}
	for _, c := range []struct {
		name, a, b string
		want       []string
		says       string
	}{
		{"equal", text, text, yes, "both say the same in the same words"},
		{"another order and signs", text, "- " + strings.ReplaceAll(text, ", ", ",\n- "), yes, ""},
		{"a word more", text, text + " Quietly.", yes, "only this one says “quietly”"},
		{"another word", text, strings.Replace(text, "afternoon", "evening", 1), yes, "the other says “afternoon”, only this one “evening”"},
		{"half of it new", text, strings.Replace(text, "and watch the error graph for ten minutes", "then tell support which customers will see new menus", 1), nil, ""},
		{"one form, two figures", "Robot 17 stands in hall 4, runs the conveyor firmware and is cleaned by the night shift.",
			"Robot 23 stands in hall 6, runs the conveyor firmware and is cleaned by the night shift.", nil, ""},
		{"too short", "Deploy on Monday.", "Deploy on Monday.", nil, ""},
		{"all of it within", "Dynamic shadows are limited to four lights.", "Shadows are baked.\n\n* Dynamic shadows are limited to four lights\n", []string{"near-duplicate a.md:0"}, "stands in b.md as well"},
		{"equal and short", "Dynamic shadows are limited to four lights.", "Dynamic shadows are limited to four lights.", yes, "stands in a.md as well"},
		{"more than what is within", "Dynamic shadows are limited to four lights.\nAsk Kim.", "Dynamic shadows are limited to four lights.\nShadows are baked.", nil, ""},
		{"without blanks", "部署必须由发布经理在周五之前完成，并观察错误图表。", "部署必须由发布经理在周五之前完成，并观察错误图表！", yes, ""},
	} {
		check(t, c.name, two("a.md", c.a, "b.md", c.b), []string{ruleDuplicate}, c.want, c.says)
	}
	check(t, "each called by its own", two("cart-oder.md", strings.ReplaceAll(text, "script", "oder"), "cart-elbe.md", strings.ReplaceAll(text, "script", "elbe")),
		[]string{ruleDuplicate}, nil, "")
}

// TestNearFindsAll holds the shortcut against the comparison of all pairs.
func TestNearFindsAll(t *testing.T) {
	rng := rand.New(rand.NewSource(7))
	m := model.Tree{}
	texts := map[string][]string{}
	for i := range 120 {
		var words []string
		if i%3 > 0 { // some are edits of those before
			words = append(words, texts[fmt.Sprintf("n%03d.md", i-1)]...)
			for range rng.Intn(5) {
				words[rng.Intn(len(words))] = word(rng.Intn(400))
			}
		} else {
			for range 12 + rng.Intn(20) {
				words = append(words, word(rng.Intn(60)))
			}
		}
		p := fmt.Sprintf("n%03d.md", i)
		texts[p] = words
		m[p] = model.File{Mode: 0o644, Data: []byte(front("name "+word(1000+i), "d", strings.Join(words, " ")))}
	}
	_, _, found := Tree(m, now)
	named := map[string]bool{}
	for _, f := range found {
		if f.Rule == ruleDuplicate {
			named[f.Path] = true
		}
	}
	pairs := 0
	for i := range 120 {
		a := fmt.Sprintf("n%03d.md", i)
		like := false
		for j := range i {
			like = like || share(texts[a], texts[fmt.Sprintf("n%03d.md", j)]) >= nearShare
		}
		if like {
			pairs++
		}
		if like != named[a] {
			t.Errorf("%s: named %v, and it is like one before: %v", a, named[a], like)
		}
	}
	if pairs < 10 {
		t.Errorf("only %d pairs to find", pairs)
	}
}

// word makes a word of a number, in letters only.
func word(n int) string {
	return "w" + strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(n))
}

// share is the overlap of two lists of words, counted plainly.
func share(a, b []string) float64 {
	all, both := map[string]int{}, 0
	for _, w := range a {
		all[w] = 1
	}
	for _, w := range b {
		if all[w] == 1 {
			both++
			all[w] = 2
		} else if all[w] == 0 {
			all[w] = 3
		}
	}
	if len(all) == 0 {
		return 0
	}
	return float64(both) / float64(len(all))
}

func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		name, fileA, a, fileB, b string
		want                     bool
		says                     string
	}{
		{"a port", "redis.md", "Redis listens on port 6379.", "testing.md", "x\n\nRedis listens on port 6380.", true, "“Redis listens on port …” is 6380 here and 6379 in redis.md:7"},
		{"signs aside", "redis.md", "- **Redis** listens on port `6379`", "testing.md", "* Redis listens on port 6380, ", true, ""},
		{"a key and a value", "staging-host.md", "Staging host name: a1.example.com", "testing.md", "Staging host name: b1.example.com", true, ""},
		{"a name within the sentence", "setup.md", "The suite needs a Redis on port 6379", "testing.md", "The suite needs a Redis on port 6380", true, ""},
		{"a command", "tests.md", "Run the tests of the shop with `npm test`.", "setup.md", "Run the tests of the shop with `pnpm test`.", false, ""}, // "tests" is of many kinds
		{"a command with a subject", "build.md", "Run the build of the shop with `make all`.", "setup.md", "Run the build of the shop with `just all`.", true, ""},
		{"the same", "redis.md", "Redis listens on port 6379.", "testing.md", "Redis listens on port 6379.", false, ""},
		{"other units", "redis.md", "Redis answers within 5ms here.", "testing.md", "Redis answers within 5s here.", false, ""},
		{"two carts", "cart-oder.md", "Left wheel diameter is 200 here.", "cart-elbe.md", "Left wheel diameter is 210 here.", false, ""},
		{"two carts, named", "cart-oder.md", "Left wheel of the cart is 200 wide.", "cart-elbe.md", "Left wheel of the cart is 210 wide.", false, ""},
		{"two places", "redis-staging.md", "Redis listens on port 6379.", "redis-production.md", "Redis listens on port 6380.", false, ""},
		{"no subject", "one.md", "the limit stands at 10 here", "two.md", "the limit stands at 20 here", false, ""},
		{"what was", "redis.md", "Redis was listening on port 6379.", "testing.md", "Redis was listening on port 6380.", false, ""},
		{"a log", "redis.md", "Redis stands at commit 12 of the queue", "testing.md", "Redis stands at commit 13 of the queue", false, ""},
		{"two values", "redis.md", "Redis listens on port 6379 with 4 threads.", "testing.md", "Redis listens on port 6380 with 4 threads.", false, ""},
		{"a form", "redis.md", "Redis listens on port 6379.\nRedis keeps at most 10 dumps.", "testing.md", "Redis listens on port 6380.\nRedis keeps at most 20 dumps.", false, ""},
		{"code", "redis.md", "```\nRedis listens on port 6379\n```", "testing.md", "Redis listens on port 6380.", false, ""},
		{"without blanks", "缓存.md", "缓存服务器的端口是 `6379`", "测试.md", "缓存服务器的端口是 `6380`", true, ""},
	} {
		var want []string
		m := two(c.fileA, c.a, c.fileB, c.b)
		_, _, all := Tree(m, now)
		for _, f := range all {
			if f.Rule == ruleConflict {
				want = append(want, f.Message)
			}
		}
		if (len(want) == 1) != c.want || c.says != "" && !strings.Contains(strings.Join(want, ""), c.says) {
			t.Errorf("%s: %q", c.name, want)
		}
	}
	three := two("redis.md", "Redis listens on port 6379.", "testing.md", "Redis listens on port 6380.")
	three["x.md"] = tree("x.md", front("x", "d", "Redis listens on port 6381."))["x.md"]
	check(t, "three notes", three, []string{ruleConflict}, nil, "")
}
