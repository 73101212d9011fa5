//go:build unix

package vhs

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/vhs/lexer"
	"github.com/charmbracelet/vhs/parser"
	"github.com/charmbracelet/vhs/token"
)

var update = flag.Bool("update", false, "write the goldens anew")

// program is the built program; bin its folder.
var program, bin string

// stage is where the tapes are played. Its name is fixed because the screens show paths below it,
// and wrap them: a screen cannot be compared after the fact with the path taken out.
const stage = "/tmp/dreamgate-tapes"

func TestMain(m *testing.M) {
	flag.Parse()
	for _, v := range os.Environ() { // a hook that runs the tests has GIT_DIR and its like set
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "dreamgate-vhs-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		bin, program = dir, filepath.Join(dir, "dreamgate")
		leave, err := alone()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer leave()
		if out, err := exec.Command("go", "build", "-o", program, "..").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// alone waits until no other test plays on the stage.
func alone() (leave func(), err error) {
	f, err := os.OpenFile(stage+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		f.Close()
		return nil, err
	}
	return func() {
		_ = os.RemoveAll(stage)
		f.Close()
	}, nil
}

// TestTapes plays every tape.
func TestTapes(t *testing.T) {
	tapes, err := filepath.Glob("*.tape")
	if err != nil || len(tapes) == 0 {
		t.Fatalf("no tapes: %v", err)
	}
	for _, name := range tapes {
		t.Run(strings.TrimSuffix(name, ".tape"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p := parser.New(lexer.New(string(text)))
			commands := p.Parse()
			for _, e := range p.Errors() {
				t.Errorf("%s:%s", name, e)
			}
			if t.Failed() {
				return
			}
			play(t, name, commands)
		})
	}
}

// player plays one tape.
type player struct {
	*testing.T
	term   *terminal
	golden string
	// apart says that paths are longer here than in the goldens: the tape is played, and its screens
	// are not compared.
	apart bool
	want  []string // the screens of the golden
	got   []string
}

// play runs the commands of a tape in a shell, as VHS does, in a folder and a home of its own.
func play(t *testing.T, name string, commands []parser.Command) {
	p := &player{T: t, golden: strings.TrimSuffix(name, ".tape") + ".txt"}
	if data, err := os.ReadFile(p.golden); err == nil {
		p.want = parts(string(data))
	}
	home := filepath.Join(stage, strings.TrimSuffix(name, ".tape"))
	p.must(os.RemoveAll(home))
	p.must(os.MkdirAll(home, 0o700))
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	if real, err := filepath.EvalSymlinks(home); err != nil || real != home {
		p.apart = true // such as /private/tmp
	}
	p.term = run(t, shell(t, home, commands))
	p.must(p.term.wait(regexp.MustCompile(`>$`), patience, p.term.line))
	for _, c := range commands {
		p.must(p.command(c))
		if t.Failed() {
			return
		}
	}
	p.compare()
}

func (p *player) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// shell is the shell of VHS: a bare prompt, and the program on its path. It starts in home.
func shell(t *testing.T, home string, commands []parser.Command) *exec.Cmd {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("tapes are played in bash, which is not here")
	}
	cmd := exec.Command(bash, "--noprofile", "--norc", "+o", "history")
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "TMPDIR=" + home,
		"TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8", "TZ=UTC", "PS1=> "}
	for _, c := range commands {
		if c.Type == token.ENV {
			cmd.Env = append(cmd.Env, c.Options+"="+c.Args)
		}
	}
	return cmd
}

// keys are the bytes that a terminal sends.
var keys = map[parser.CommandType]string{
	token.ENTER: "\r", token.ESCAPE: "\x1b", token.TAB: "\t", token.SPACE: " ", token.BACKSPACE: "\x7f",
	token.UP: "\x1b[A", token.DOWN: "\x1b[B", token.RIGHT: "\x1b[C", token.LEFT: "\x1b[D",
	token.PAGE_UP: "\x1b[5~", token.PAGE_DOWN: "\x1b[6~", token.DELETE: "\x1b[3~", token.INSERT: "\x1b[2~",
}

// command carries out one command of a tape. Those that only matter for a picture do nothing, and
// one that is not known fails: a tape must not be played in part.
func (p *player) command(c parser.Command) error {
	switch c.Type {
	case token.SET, token.OUTPUT, token.HIDE, token.SHOW, token.ENV, token.SLEEP:
		return nil
	case token.REQUIRE:
		if c.Args == "dreamgate" {
			return nil
		}
		_, err := exec.LookPath(c.Args)
		return err
	case token.TYPE:
		return p.term.press(strings.Split(c.Args, "")...)
	case token.CTRL:
		if len(c.Args) != 1 {
			return fmt.Errorf("the player knows no Ctrl+%s", c.Args)
		}
		return p.term.press(string(rune(c.Args[0] & 0x1f)))
	case token.WAIT:
		return p.wait(c)
	case token.SCREENSHOT:
		return p.picture()
	}
	key, ok := keys[c.Type]
	if !ok {
		return fmt.Errorf("the player does not know the command %s", c)
	}
	n, err := strconv.Atoi(c.Args)
	if err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	for range n {
		if err := p.term.press(key); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) wait(c parser.Command) error {
	scope, expr, _ := strings.Cut(c.Args, " ")
	if expr == "" {
		expr = ">$"
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return err
	}
	if scope == "Screen" {
		return p.term.wait(re, patience, p.term.screen)
	}
	return p.term.wait(re, patience, p.term.line)
}

// picture takes the next screen of the golden. The right screen is taken as soon as it stands; if it
// never does, what stood in the end is taken, to be compared.
func (p *player) picture() error {
	if i := len(p.got); !*update && !p.apart && i < len(p.want) {
		end := time.Now().Add(patience / 3)
		for masked(p.term.screen()) != p.want[i] && time.Now().Before(end) {
			time.Sleep(20 * time.Millisecond)
		}
	} else {
		p.term.settle(time.Second)
	}
	p.got = append(p.got, masked(p.term.screen()))
	return nil
}

// chance are names that are new at each run: of a commit, which holds the time it was made at, and
// the end of a proposal's.
var chance = regexp.MustCompile(`(\bcommit(?:ted)? |\brevert |\d{6}-\d{3}-)([0-9a-f]{40}|[0-9a-f]{6,12})\b`)

func masked(screen string) string {
	return chance.ReplaceAllStringFunc(screen, func(s string) string {
		m := chance.FindStringSubmatch(s)
		return m[1] + strings.Repeat("x", len(m[2]))
	})
}

// rule stands above each screen of a golden.
const rule = "──── screen "

func parts(golden string) []string {
	var out []string
	for _, part := range strings.Split("\n"+golden, "\n"+rule)[1:] {
		_, screen, _ := strings.Cut(part, "\n")
		out = append(out, screen+"\n")
	}
	if n := len(out); n > 0 {
		out[n-1] = strings.TrimSuffix(out[n-1], "\n")
	}
	return out
}

func (p *player) compare() {
	if p.apart {
		return
	}
	if *update {
		var b strings.Builder
		for i, s := range p.got {
			fmt.Fprintf(&b, "%s%d\n%s", rule, i+1, s)
		}
		p.must(os.WriteFile(p.golden, []byte(b.String()), 0o644))
		return
	}
	if len(p.got) != len(p.want) {
		p.Errorf("%s has %d screens, the tape takes %d; look at the tape, then run with -update", p.golden, len(p.want), len(p.got))
	}
	for i := range min(len(p.got), len(p.want)) {
		if p.got[i] != p.want[i] {
			p.Errorf("screen %d is not that of %s:\n%s", i+1, p.golden, difference(p.want[i], p.got[i]))
		}
	}
}

// difference shows the rows that differ.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var b strings.Builder
	for i := range max(len(w), len(g)) {
		var x, y string
		if i < len(w) {
			x = w[i]
		}
		if i < len(g) {
			y = g[i]
		}
		if x != y {
			fmt.Fprintf(&b, "%3d - %s\n    + %s\n", i+1, x, y)
		}
	}
	return b.String()
}
