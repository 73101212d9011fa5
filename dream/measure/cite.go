package measure

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/check"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// row is one labelled citation, a line of cases.jsonl.
type row struct {
	ID         string `json:"id"`
	Transcript string `json:"transcript"`
	Line       int    `json:"line"`
	Claim      string `json:"claim"`
	Supported  *bool  `json:"supported"`
	Kind       string `json:"kind"`
}

// fault says what a row lacks, "" if it is whole.
func (r row) fault() string {
	switch {
	case r.Transcript == "" || !filepath.IsLocal(r.Transcript):
		return fmt.Sprintf("transcript %q names no file beside it", r.Transcript)
	case r.Claim == "":
		return "it has no claim"
	case r.Supported == nil:
		return "it does not say whether the claim is supported"
	case r.Kind == "":
		return "it has no kind"
	}
	return ""
}

// maxRow bounds a line of cases.jsonl, in bytes.
const maxRow = 8 << 20

// measure judges the citations of a file, one after the other.
func (c *Citation) measure(ctx context.Context, file, temp string, opt Options) (broken []Broken, err error) {
	f, err := memory.OpenPlain(file)
	if err != nil {
		return nil, fmt.Errorf("read the citations: %w", err)
	}
	defer f.Close()
	plain := map[string]transcript.File{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxRow)
	for n := 1; lines.Scan() && ctx.Err() == nil; n++ {
		data := unmarked(lines.Bytes())
		if len(bytes.TrimSpace(data)) == 0 {
			continue
		}
		var r row
		err := json.Unmarshal(data, &r)
		if why := r.fault(); err == nil && why != "" {
			err = errors.New(why)
		}
		if err == nil {
			err = c.judge(ctx, r, filepath.Dir(file), temp, plain, opt)
		}
		if err != nil {
			broken = append(broken, Broken{fmt.Sprintf("%s:%d", rowsFile, n), err.Error()})
		}
	}
	if err := lines.Err(); err != nil {
		return broken, fmt.Errorf("read the citations: %w", err)
	}
	return broken, nil
}

// judge judges one citation. The sessions that were read are kept in plain, without the mark.
func (c *Citation) judge(ctx context.Context, r row, dir, temp string, plain map[string]transcript.File, opt Options) error {
	f, ok := plain[r.Transcript]
	if !ok {
		at, err := transcript.At(filepath.Join(dir, r.Transcript))
		if err != nil {
			return err
		}
		files, err := unmarkedSessions([]transcript.File{at}, temp)
		if err != nil {
			return err
		}
		f = files[0]
		plain[r.Transcript] = f
	}
	verdict, _, err := check.Cite(ctx, f, r.Line, r.Claim, time.UTC)
	if err != nil {
		return err
	}
	accepted := verdict == model.Supported
	c.add(r.Kind, *r.Supported, accepted)
	if accepted != *r.Supported {
		what := "refused"
		if accepted {
			what = "accepted"
		}
		opt.Wrong(Wrong{Case: r.ID, What: what, Path: fmt.Sprintf("%s:%d", r.Transcript, r.Line), Kind: r.Kind, Words: r.Claim, Flags: []string{}})
	}
	return nil
}

// ReadFigures reads what a measurement printed as JSON.
func ReadFigures(r io.Reader) (Figures, error) {
	var f Figures
	if err := json.NewDecoder(r).Decode(&f); err != nil {
		return f, err
	}
	if len(f.list()) == len(Figures{}.list()) && f.Gate.Bad+f.Gate.Good+f.Citation.Rows == 0 {
		return f, errors.New("it holds no figures")
	}
	return f, nil
}
