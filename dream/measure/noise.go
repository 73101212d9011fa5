package measure

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"dreamgate/memory/transcript"
)

// noiseSession is the number of lines of one session of noise.
const noiseSession = 5000

// Noise writes sessions of so many lines below dir and returns them. They talk about things that nobody
// has ever heard of, in the words in which people talk about their own: nearly every short number, many
// versions, dates and paths stand somewhere in them. The same seed makes the same lines.
func Noise(ctx context.Context, dir string, lines int, seed int64) ([]transcript.File, error) {
	folder := filepath.Join(dir, "noise")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the noise: %w", err)
	}
	rnd := rand.New(rand.NewSource(seed))
	for n := 0; n < lines; n += noiseSession {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := writeNoise(folder, rnd, min(noiseSession, lines-n)); err != nil {
			return nil, fmt.Errorf("make the noise: %w", err)
		}
	}
	files, _, err := transcript.Files([]string{folder})
	return files, err
}

// writeNoise writes one session.
func writeNoise(folder string, rnd *rand.Rand, lines int) error {
	name := fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", rnd.Uint32(), rnd.Intn(1<<16), rnd.Intn(1<<12), rnd.Intn(1<<12), rnd.Int63n(1<<48))
	f, err := os.OpenFile(filepath.Join(folder, name+".jsonl"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	s := speaker{rnd: rnd, at: noiseFrom.Add(time.Duration(rnd.Int63n(int64(noiseSpan))))}
	for range lines {
		s.at = s.at.Add(time.Duration(5+rnd.Intn(300)) * time.Second)
		line, err := s.line()
		if err != nil {
			f.Close()
			return err
		}
		w.Write(line)
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// The time in which the noise is said: before, during and after whatever a case speaks of.
var noiseFrom = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

const noiseSpan = 4 * 365 * 24 * time.Hour

// speaker talks without end.
type speaker struct {
	rnd *rand.Rand
	at  time.Time
	// topic is what the talk is about just now, and tongue the language that it is in.
	topic  string
	tongue tongue
	turn   int
}

// line is the next line of the session.
func (s *speaker) line() ([]byte, error) {
	if s.turn == 0 { // a talk goes on for a while, then it is about something else
		s.turn, s.topic, s.tongue = 4+s.rnd.Intn(30), s.name(), tongues[s.rnd.Intn(len(tongues))]
	}
	s.turn--
	type block struct {
		Type    string `json:"type"`
		Text    string `json:"text,omitempty"`
		ID      string `json:"tool_use_id,omitempty"`
		Content string `json:"content,omitempty"`
	}
	var who string
	var content any
	switch k := s.rnd.Intn(10); {
	case k < 3:
		who, content = "user", s.say(1+s.rnd.Intn(3))
	case k < 7:
		who, content = "assistant", []block{{Type: "text", Text: s.say(1 + s.rnd.Intn(4))}}
	default:
		who, content = "user", []block{{Type: "tool_result", ID: "toolu_" + strconv.Itoa(s.rnd.Intn(1e6)), Content: s.output()}}
	}
	return json.Marshal(map[string]any{
		"type": who, "timestamp": s.at.UTC().Format(time.RFC3339), "message": map[string]any{"role": who, "content": content},
	})
}

// say is some sentences about the topic.
func (s *speaker) say(sentences int) string {
	out := make([]string, sentences)
	for i := range out {
		out[i] = s.fill(s.tongue.sentences[s.rnd.Intn(len(s.tongue.sentences))])
	}
	return strings.Join(out, " ")
}

// output is what a tool prints.
func (s *speaker) output() string {
	var b strings.Builder
	for range 1 + s.rnd.Intn(6) {
		b.WriteString(s.fill(printed[s.rnd.Intn(len(printed))]) + "\n")
	}
	return b.String()
}

// fill puts words in the places that a sentence leaves for them: S the topic, T a thing of it, N a
// number, V a version, D a date, H an hour, P a path, U a unit.
func (s *speaker) fill(form string) string {
	var b strings.Builder
	for form != "" {
		before, rest, ok := strings.Cut(form, "{")
		b.WriteString(before)
		if !ok {
			break
		}
		b.WriteString(s.word(rest[0]))
		form = rest[2:]
	}
	return b.String()
}

// word is what stands in one place.
func (s *speaker) word(place byte) string {
	switch place {
	case 'S':
		return s.topic
	case 'T':
		return s.tongue.things[s.rnd.Intn(len(s.tongue.things))]
	case 'V':
		return fmt.Sprintf("%d.%d.%d", s.rnd.Intn(24), s.rnd.Intn(30), s.rnd.Intn(12))
	case 'D':
		return s.at.AddDate(0, 0, -s.rnd.Intn(400)).Format(time.DateOnly)
	case 'H':
		return fmt.Sprintf("%02d:%02d", s.rnd.Intn(24), 5*s.rnd.Intn(12))
	case 'P':
		return fmt.Sprintf("%s/%s-%d.%s", s.topic, s.name(), s.rnd.Intn(100), []string{"go", "ts", "yaml", "md", "sql"}[s.rnd.Intn(5)])
	case 'U':
		return units[s.rnd.Intn(len(units))]
	}
	// short numbers are as common as they are among people
	return strconv.Itoa(s.rnd.Intn([]int{12, 100, 100, 1000, 10000}[s.rnd.Intn(5)]))
}

// name is a word that there is not.
func (s *speaker) name() string {
	pick := func(of []string) string { return of[s.rnd.Intn(len(of))] }
	return pick(starts) + pick(middles) + pick(ends)
}
