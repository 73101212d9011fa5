package price

import (
	"math"
	"testing"
)

func TestCost(t *testing.T) {
	for _, c := range []struct {
		model string
		usage Usage
		want  float64
	}{
		{"claude-sonnet-5-5", Usage{In: 1e6, CacheWrite: 1e6, CacheRead: 1e6, Out: 1e6}, 14.6},
		{"claude-sonnet-4-5-20250929", Usage{In: 1000, Out: 1000}, 0.018},
		{"claude-haiku-5-5", Usage{In: 100_000, Out: 1000}, 0.0105},
		{"claude-haiku-5-5", Usage{In: 100_000, CacheRead: 1, Out: 1000}, 0.0525},
	} {
		r, ok := Of(c.model)
		if got := r.Cost(c.usage); !ok || math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%s: %v, %v, want %v", c.model, got, ok, c.want)
		}
	}
	for _, name := range []string{"", "qwen3", "claude-fable-9", "claude-sonnet-5-5-turbo"} {
		if _, ok := Of(name); ok {
			t.Errorf("%q has a price", name)
		}
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]int{"": 0, "word": 1, "five5": 2, "我们用": 3, "ab我": 2, "\xff\xff\xff\xff": 1} {
		if got := Tokens([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
