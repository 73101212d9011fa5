package style

import (
	"strings"
	"testing"
)

// BenchmarkWrap breaks a megabyte: a line of one word, of words, and of letters that are not ASCII.
func BenchmarkWrap(b *testing.B) {
	for name, text := range map[string]string{
		"solid": strings.Repeat("x", 1<<20), "words": strings.Repeat("word ", 1<<20/5), "accents": strings.Repeat("wördé ", 1<<20/8),
		"cjk": strings.Repeat("日本語", 1<<20/9), "thai": strings.Repeat("กำลัง ", 1<<20/16),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for range b.N {
				_ = Wrap(text, 80)
			}
		})
	}
}
