package claude

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// maxDenied is how many calls that came to nothing are named one by one.
const maxDenied = 5

// call is a call of a tool.
type call struct{ tool, path string }

// calls are those of a run.
type calls struct {
	dir string
	// open are those whose result is not there yet, by their id.
	open map[string]call
	// denied are the ids of calls that were not allowed; refused and strange are sentences about these
	// and about calls of tools that there are not.
	denied           map[string]bool
	refused, strange []string
	// made counts all calls, changed files that were written; reasons says that CHANGES.md was.
	made, changed int
	reasons       bool
}

func newCalls(dir string) calls {
	return calls{dir: dir, open: map[string]call{}, denied: map[string]bool{}}
}

// called takes a call and says in a line what it is about to do.
func (c *calls) called(b block) string {
	c.made++
	made := c.read(b.Name, b.Input)
	if len(c.open) < maxCalls {
		c.open[b.ID] = made
	}
	switch b.Name {
	case "Read":
		return "reads " + made.path
	case "Grep":
		return "looks for " + pattern(b.Input)
	case "Glob":
		return "lists " + pattern(b.Input)
	case "Edit", "Write":
		return "" // told when it is done
	}
	if !slices.Contains(tools, b.Name) && len(c.strange) < maxCalls {
		c.strange = append(c.strange, shorten(b.Name))
	}
	return ""
}

// read is what a call is about, its path as seen from the scratch folder where it lies there.
func (c *calls) read(tool string, input json.RawMessage) call {
	var in struct {
		File string `json:"file_path"`
		Path string `json:"path"`
	}
	decode(input, &in)
	path := orElse(in.File, in.Path)
	if rel, err := filepath.Rel(c.dir, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(rel) {
		path = rel
	}
	return call{tool: shorten(tool), path: shorten(filepath.ToSlash(path))}
}

func pattern(input json.RawMessage) string {
	var in struct {
		Pattern string `json:"pattern"`
	}
	decode(input, &in)
	return shorten(in.Pattern)
}

// deny takes a call that was not allowed.
func (c *calls) deny(d denial) {
	if d.ID != "" && c.denied[d.ID] || len(c.denied) >= maxCalls {
		return
	}
	made, ok := c.open[d.ID]
	if !ok {
		made = c.read(d.Tool, d.Input)
	}
	c.denied[d.ID] = true
	c.refused = append(c.refused, strings.TrimSpace(made.tool+" "+made.path))
}

// results takes the results of calls.
func (s *stream) results(line []byte) {
	var u said
	if !decode(line, &u) {
		return
	}
	for _, b := range blocks(u.Message.Content) {
		made, ok := s.open[b.ToolID]
		if b.Type != "tool_result" || !ok {
			continue // also words that the program itself puts in
		}
		delete(s.open, b.ToolID)
		switch {
		case s.denied[b.ToolID]:
			s.tell(model.Event{Text: "denied: " + made.tool + " " + made.path})
		case b.Failed:
			s.tell(model.Event{Text: strings.TrimSpace(made.tool+" "+made.path) + " came to nothing: " + shorten(text(b.Content))})
		case made.tool == "Edit" || made.tool == "Write":
			s.wrote(made)
		}
	}
}

// wrote tells of a file that was changed.
func (s *stream) wrote(made call) {
	s.changed++
	s.reasons = s.reasons || made.path == engine.ChangesFile
	e := model.Event{Text: "wrote " + made.path, Tokens: s.tokens}
	if made.tool == "Edit" {
		e.Text = "changed " + made.path
	}
	if rel, ok := strings.CutPrefix(made.path, engine.MemoryDir+"/"); ok {
		e.File = rel
	}
	// The index is brought in line when the rest is done.
	if !s.pruned && e.File == model.IndexName {
		s.pruned, e.Stage = true, model.StagePrune
	}
	s.tell(e)
}

// remarks are what the report says of calls that came to nothing.
func (c *calls) remarks() []string {
	var said []string
	if n := len(c.refused); n > 0 {
		said = append(said, "claude was denied "+model.Count(n, "call")+": "+some(c.refused))
	}
	if n := len(c.strange); n > 0 {
		said = append(said, "claude called "+model.Count(n, "tool")+" that it does not have: "+some(c.strange))
	}
	return said
}

// some names the first of a list.
func some(list []string) string {
	text := strings.Join(list[:min(len(list), maxDenied)], "; ")
	if more := len(list) - maxDenied; more > 0 {
		text += "; and " + model.Number(more) + " more"
	}
	return text
}
