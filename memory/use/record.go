package use

import (
	"bytes"
	"encoding/json"
	"errors"
	"hash/fnv"
	"time"
)

// mayRead reports whether a raw line may hold a read. It looks for bytes that no such record can be
// without and nine lines in ten do not have, and decodes nothing.
func mayRead(line []byte) bool {
	switch {
	case !bytes.Contains(line, markdown):
		return false
	case bytes.Contains(line, recalledType):
		return true
	}
	// The list of tools that a session has names the tool as well, in far longer lines.
	return bytes.Contains(line, readTool) && bytes.Contains(line, assistant) && bytes.Contains(line, filePath)
}

var (
	markdown     = []byte(".md")
	recalledType = []byte(`"relevant_memories"`)
	readTool     = []byte(`"Read"`)
	assistant    = []byte(`"assistant"`)
	filePath     = []byte(`"file_path"`)
	cwdKey       = []byte(`"cwd"`)
	stampKey     = []byte(`"timestamp"`)
)

// record is what is wanted of a line. Parts that may be of several shapes are decoded by themselves.
type record struct {
	Type       string          `json:"type"`
	UUID       string          `json:"uuid"`
	Timestamp  string          `json:"timestamp"`
	Cwd        string          `json:"cwd"`
	Session    string          `json:"sessionId"`
	Message    json.RawMessage `json:"message"`
	Attachment json.RawMessage `json:"attachment"`
}

// found is one read in a line.
type found struct {
	path, cwd, id, session string
	at                     time.Time
	// recalled is set for what was attached to a prompt.
	recalled bool
}

// decode takes what it can of a value: a key of another type is passed over, and only what is no JSON
// is refused.
func decode(data []byte, v any) bool {
	err := json.Unmarshal(data, v)
	var other *json.UnmarshalTypeError
	return err == nil || errors.As(err, &other)
}

// parse returns the reads that a line holds; none of what is torn or is no record of the agent.
func parse(line []byte) []found {
	var r record
	if !decode(line, &r) {
		return nil
	}
	base := found{cwd: r.Cwd, session: r.Session, at: stamp(r.Timestamp)}
	switch r.Type {
	case "assistant":
		return calls(r.Message, base)
	case "attachment":
		return recalls(r, base)
	}
	return nil
}

// calls are the calls of the Read tool in a message.
func calls(message json.RawMessage, base found) (out []found) {
	var m struct {
		Content json.RawMessage `json:"content"`
	}
	var blocks []json.RawMessage
	if !decode(message, &m) || !decode(m.Content, &blocks) {
		return nil
	}
	for _, raw := range blocks {
		var b struct {
			Type  string `json:"type"`
			ID    string `json:"id"`
			Name  string `json:"name"`
			Input struct {
				Path string `json:"file_path"`
			} `json:"input"`
		}
		if decode(raw, &b) && b.Type == "tool_use" && b.Name == "Read" && b.Input.Path != "" {
			one := base
			one.path, one.id = b.Input.Path, b.ID
			out = append(out, one)
		}
	}
	return out
}

// recalls are the notes that were attached to a prompt: a list of objects with a path, or of paths.
func recalls(r record, base found) (out []found) {
	var a struct {
		Type     string            `json:"type"`
		Memories []json.RawMessage `json:"memories"`
	}
	if !decode(r.Attachment, &a) || a.Type != "relevant_memories" {
		return nil
	}
	base.recalled, base.id = true, r.UUID
	for _, raw := range a.Memories {
		var m struct {
			Path     string `json:"path"`
			FilePath string `json:"file_path"`
			Filename string `json:"filename"`
		}
		one := base
		if json.Unmarshal(raw, &one.path) != nil && decode(raw, &m) {
			for _, p := range []string{m.Path, m.FilePath, m.Filename} {
				if one.path == "" {
					one.path = p
				}
			}
		}
		if one.path != "" {
			out = append(out, one)
		}
	}
	return out
}

// origin returns the working directory and the time that a line names, if it does.
func origin(line []byte) (cwd string, at time.Time) {
	if !bytes.Contains(line, cwdKey) && !bytes.Contains(line, stampKey) {
		return "", at
	}
	var r struct {
		Cwd       string `json:"cwd"`
		Timestamp string `json:"timestamp"`
	}
	if !decode(line, &r) {
		return "", at
	}
	return r.Cwd, stamp(r.Timestamp)
}

// stamp reads a time, zero if there is none that can be read.
func stamp(text string) time.Time {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

// millis is a time as the cache keeps it, 0 for none.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// number stands for a name, so that the cache holds none.
func number(names ...string) uint64 {
	h := fnv.New64a()
	for _, n := range names {
		h.Write([]byte(n)) // it never fails (hash.Hash)
		h.Write([]byte{0})
	}
	return h.Sum64()
}
