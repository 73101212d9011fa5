package offline

import "testing"

// TestSeam: no word stands twice where a new one comes in, in any language.
func TestSeam(t *testing.T) {
	for _, c := range []struct{ line, old, new, want string }{
		{"It waits 30 seconds.", "30", "45 seconds", "It waits 45 seconds."},
		{"It waits 30 s.", "30", "45 s", "It waits 45 s."},
		{"It waits 30 s.", "30", "45 seconds", "It waits 45 seconds."},
		{"It waits 30 seconds.", "30", "45 s", "It waits 45 s."},
		{"It waits 30 seconds.", "30", "45", "It waits 45 seconds."},
		{"It waits 30 seconds.", "30 seconds", "45 s", "It waits 45 s."},
		{"It waits 1 minute at most.", "1", "5 minutes", "It waits 5 minutes at most."},
		{"It waits 5 min at most.", "5", "7 minutes", "It waits 7 minutes at most."},
		{"Er wartet 1 Tag.", "1", "3 Tage", "Er wartet 3 Tage."},
		{"Espera 6301 segundos.", "6301", "5120 segundos", "Espera 5120 segundos."},
		{"Ждёт 21 секунду.", "21", "30 секунд", "Ждёт 30 секунд."},
		{"Таймаут 30 с.", "30", "45 секунд", "Таймаут 45 секунд."},
		{"超时是 30 秒。", "30", "45 秒", "超时是 45 秒。"},
		{"超时30秒后失败", "30", "45秒", "超时45秒后失败"},
		{"タイムアウトは 30 秒です", "30", "45 秒", "タイムアウトは 45 秒です"},
		{"Timeout in seconds: 30", "30", "45 seconds", "Timeout in seconds: 45"},
		{"The timeout is 30.", "30", "45 seconds", "The timeout is 45 seconds."},
		{"Uploads stop at 20 MB.", "20", "50 MB", "Uploads stop at 50 MB."},
		{"We build with Go 1.22.", "1.22", "Go 1.23", "We build with Go 1.23."},
		{"It is Lego 1.22.", "1.22", "go 1.23", "It is Lego go 1.23."},
		{"It listens on port 8080.", "8080", "port 9090", "It listens on port 9090."},
		// It counts something else: the line is not the one that was meant, or nobody can tell.
		{"It tries 30 times.", "30", "45 seconds", ""},
		{"It waits 30 ms.", "30", "45 minutes", ""},
		{"It waits 30 ms.", "30", "45 m", ""},
		{"It takes 30 months.", "30", "45 minutes", ""},
		{"It stops at 30 %.", "30", "45 seconds", ""},
	} {
		spans := mentions(c.line, c.old)
		if len(spans) != 1 {
			t.Fatalf("%q in %q: %v", c.old, c.line, spans)
		}
		got := ""
		if s, with, ok := seam(c.line, spans[0], c.new); ok {
			got = c.line[:s.from] + with + c.line[s.to:]
		}
		if got != c.want {
			t.Errorf("%q, from %s to %s: %q, want %q", c.line, c.old, c.new, got, c.want)
		}
	}
}
