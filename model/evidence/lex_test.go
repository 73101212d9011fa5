package evidence

import (
	"strings"
	"testing"
)

// keys lists the keys of a text's tokens, parts in brackets.
func keys(text string) string {
	l := newLexer()
	var out []string
	for _, t := range l.read(text) {
		k := string(l.key(t))
		if t.part {
			k = "(" + k + ")"
		}
		out = append(out, k)
	}
	return strings.Join(out, " ")
}

func TestTokens(t *testing.T) {
	cases := []struct{ in, want string }{
		{"Run the Tests, running test.", "wrun wthe wtest wrun wtest"},
		{"npm pnpm", "wnpm wpnpm"},
		{"port 6379 (was 15)", "wport n6379 wwas n15"},
		{"25,000 lines, 1,5 s and 1,2,3", "n25000 wlin n1.5 ws wand n1 n2 n3"},
		{"v2.14.0 and 16.3", "n2.14.0 wand n16.3"},
		{"80ms 80 milliseconds 20% 20 percent", "n80 wms n80 wms n20 w% n20 w%"},
		{"three moderators", "n3 wmoderator"},
		{"at 5 am, 5pm, 17:00 UTC or 17 Uhr", "wat (n5) t05:00 (wam) t17:00 t17:00 wutc wor (n17) t17:00 (wuhr)"},
		{"2026-10-30", "d2026-10-30 (d2026-10) (d--10-30) (d--10)"},
		{"late Oct 2026.", "(wlat) d2026-10 (d--10) (woct) (n2026)"},
		{"30 October 2026", "(n30) d2026-10-30 (d2026-10) (d--10-30) (d--10) (woctob) (n2026)"},
		{"Oct 30th", "(woct) d--10-30 (d--10) (n30)"},
		{"it may be", "wit wmay wbe"},
		{"since May", "wsinc (wmay) d--05"},
		{"2026年10月30日に", "(n2026) d2026-10-30 (d2026-10) (d--10-30) (d--10) (c年) (n10) (c月) (n30) (c日)"},
		{"config/shipping.toml", "iconfig/shipping.toml (ishipping.toml) (iconfig) (wconfig) (wship) (wtoml)"},
		{"./src/a.go:12", "isrc/a.go (ia.go) (isrc) (wsrc) n12"},
		{"npm/pnpm and/or 24/7", "wnpm wpnpm wand wor n24 n7"},
		{"https://x.example.com/a?b=c.", "ux.example.com/a?b=c (ix.example.com)"},
		{"me@x.test @scope/pkg", "mme@x.test (ix.test) i@scope/pkg"},
		{"vpn2.harbour.internal:51820", "ivpn2.harbour.internal (wvpn) (wharbour) (winternal) n51820"},
		{"--cold -Werror - x", "i--cold i-werror wx"},
		{"$HOME SAVE_FORMAT=1 $75 75€", "ihome isave_format (wsav) (wformat) n1 w$ n75 n75 w€"},
		{"G-40 site-b in-memory", "ig-40 (wg) (n40) isite-b (wsit) (wb) (iin-memory) win wmemor"},
		{"user's don't", "wuser wdon't"},
		{"e.g. this.That node.js", "we.g wthis wthat inode.js (wnod)"},
		{"毎秒1.2メートル", "c毎秒 n1.2 cメートル"},
		{"充電に戻す", "c充電 c戻"},
		{"Отчёт отчёта", "wотч wотч"},
		{"twenty-five, treinta y cinco, vingt et un, двадцать один", "(itwenty-five) n25 n35 n21 n21"},
		{"fünfundzwanzig soixante-dix dix-sept", "n25 (isoixante-dix) n70 (idix-sept) n17"},
		{"3e-4 14k 1e5bd310", "n0.0003 n14000 i1e5bd310"},
		{"half past seven", "(whalf) t07:30 (t19:30) (wpast) (n7)"},
		{"half past seven in the evening", "(whalf) t19:30 (wpast) (n7) (win) (wthe) (weven)"},
		{"a las diez de la noche", "(wa) t22:00 (wlas) (n10) (wde) (wla) (wnoch)"},
		{"5 h du matin, 19h30, à sept heures du soir", "(n5) t05:00 (wh) (wdu) (wmatin) t19:30 wà (n7) t19:00 (wh) (wdu) (wsoir)"},
		{"in ten hours, dans 10 heures", "win n10 wh wdan n10 wh"},
		{"at noon", "wat wnoon (t12:00)"},
		{"下午三点到5点", "(c下午) (n3) t15:00 c点到 n5 c点"},
		{"十五分ごと、朝六時、三時間、十分な", "n15 c分 (c朝) (n6) t06:00 (c時) n3 c時間 c十分"},
		{"第三课 四川 一个", "c第 n3 c课 c四川 c一个"},
		{"", ""},
	}
	for _, c := range cases {
		if got := keys(c.in); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}
