package keymap

import "unicode/utf8"

// latin maps the letters of keyboards that are not Latin to what a US keyboard has on the same keys. A letter that
// two of them have in different places is that of the more common one. Keys that give a sign of ASCII on such a
// keyboard mean that sign.
var latin = layout(
	// Russian (ЙЦУКЕН), and what Ukrainian and Belarusian have besides.
	"йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`",
	"ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ", "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~",
	"ії"+"єґў", "s]"+"'\\o", "ІЇ"+"ЄҐЎ", "S}"+"\"|O",
	// Greek.
	"ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm",
	"ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ", "ERTYUIOPASDFGHJKLZXCVBNM",
	// Hebrew and Arabic, which have no capitals.
	"קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,.",
	"ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظ", "qwertyuiop[]asdfghjkl;'zxcvnm,./",
	// Georgian.
	"ქწერტყუიოპასდფგჰჯკლზხცვბნმ", "qwertyuiopasdfghjklzxcvbnm", "ჭღთშჟძჩ", "WRTSJZC",
	// Korean (two sets).
	"ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", "qwertyuiopasdfghjklzxcvbnm", "ㅃㅉㄸㄲㅆㅒㅖ", "QWERTOP",
	// Thai (Kedmanee).
	"ๆไำพะัีรนยบลฟหกดเ้่าสวงผปแอิืทมใฝ", "qwertyuiop[]asdfghjkl;'zxcvbnm,./",
	"๐ฎฑธํ๊ณฯญฤฆฏโฌ็๋ษศซฉฮฺ์ฒฬฦ", "QERTYUIOPASDFGHJKL:CVBN<>?",
)

// layout pairs letters with those on the same keys.
func layout(pairs ...string) map[rune]rune {
	m := map[rune]rune{}
	for i := 0; i < len(pairs); i += 2 {
		to := []rune(pairs[i+1])
		for j, from := range []rune(pairs[i]) {
			if _, taken := m[from]; !taken {
				m[from] = to[j]
			}
		}
	}
	return m
}

// position is what a US keyboard has on the key of a letter, "" for what is on a US keyboard itself.
func position(key string) string {
	r, n := utf8.DecodeRuneInString(key)
	if to, ok := latin[r]; ok && n == len(key) {
		return string(to)
	}
	return ""
}

// text reports whether letters are text in a context: then none of them means a key elsewhere.
func text(c Context) bool { return parents[c] == "" && c != Global && c != Confirm && c != Leaving }
