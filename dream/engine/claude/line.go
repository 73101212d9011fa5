package claude

import (
	"bytes"
	"encoding/json"
	"errors"
)

// kind is the part of a line by which it is told what it is. It is not always the first.
type kind struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
}

// start is the line with which a run begins: what the program made of its arguments.
type start struct {
	Folder  string   `json:"cwd"`
	Tools   []string `json:"tools"`
	Mode    string   `json:"permissionMode"`
	Model   string   `json:"model"`
	Version string   `json:"claude_code_version"`
}

// said is a line with a part of a message, of the model or of the tools.
type said struct {
	Message message `json:"message"`
}

type message struct {
	ID    string `json:"id"`
	Model string `json:"model"`
	// Content is a text or a list of blocks.
	Content json.RawMessage `json:"content"`
	Usage   usage           `json:"usage"`
}

// synthetic is the model of a message that the program made itself.
const synthetic = "<synthetic>"

// block is a part of a message. ID and ToolID are the same for a call and for its result.
type block struct {
	Type   string          `json:"type"`
	Text   string          `json:"text"`
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Input  json.RawMessage `json:"input"`
	ToolID string          `json:"tool_use_id"`
	Failed bool            `json:"is_error"`
	// Content is a text or a list of blocks.
	Content json.RawMessage `json:"content"`
}

// usage counts tokens.
type usage struct {
	Input    int `json:"input_tokens"`
	Written  int `json:"cache_creation_input_tokens"`
	Cached   int `json:"cache_read_input_tokens"`
	Answered int `json:"output_tokens"`
}

func (u usage) total() int { return u.Input + u.Written + u.Cached + u.Answered }

// piece is a line with a piece of an answer that is being written.
type piece struct {
	Event struct {
		Type    string  `json:"type"`
		Message message `json:"message"`
		Usage   usage   `json:"usage"`
	} `json:"event"`
}

// denial is a call that was not allowed. The same is told twice: when it happens and in the result.
type denial struct {
	Tool  string          `json:"tool_name"`
	ID    string          `json:"tool_use_id"`
	Input json.RawMessage `json:"tool_input"`
}

// again is a line that says that a request failed and will be repeated.
type again struct {
	Attempt int     `json:"attempt"`
	Most    int     `json:"max_retries"`
	Wait    float64 `json:"retry_delay_ms"`
	// Status is nil if there was no answer at all.
	Status *int `json:"error_status"`
}

// limits is a line about what a subscription still allows.
type limits struct {
	Info struct {
		Status string `json:"status"`
		Resets int64  `json:"resetsAt"`
	} `json:"rate_limit_info"`
}

// result is the last line.
type result struct {
	Subtype string `json:"subtype"`
	IsError bool   `json:"is_error"`
	Words   string `json:"result"`
	Errors  []any  `json:"errors"`
	Reason  string `json:"terminal_reason"`
	Stop    string `json:"stop_reason"`
	// Status is nil if no answer of the service is to blame.
	Status   *int    `json:"api_error_status"`
	APIError string  `json:"api_error"`
	Cost     float64 `json:"total_cost_usd"`
	Usage    usage   `json:"usage"`
	// Models count all requests; Usage only those of the conversation itself.
	Models map[string]struct {
		Input    int `json:"inputTokens"`
		Written  int `json:"cacheCreationInputTokens"`
		Cached   int `json:"cacheReadInputTokens"`
		Answered int `json:"outputTokens"`
	} `json:"modelUsage"`
	Denials []denial `json:"permission_denials"`
	// Rounds is 0 if no model was asked.
	Rounds *int `json:"num_turns"`
}

func (r result) tokens() int {
	sum := 0
	for _, m := range r.Models {
		sum += m.Input + m.Written + m.Cached + m.Answered
	}
	return max(sum, r.Usage.total())
}

// decode reads a line as far as it has the shape that is looked for. A field of another shape stays at
// zero: versions differ, and nothing is decided by a field that is missing but what is safe.
func decode(data []byte, to any) bool {
	err := json.Unmarshal(data, to)
	return err == nil || errors.As(err, new(*json.UnmarshalTypeError))
}

// blocks are the parts of a message, and text is what they say.
func blocks(content json.RawMessage) []block {
	content = bytes.TrimSpace(content)
	var list []block
	if len(content) > 0 && content[0] == '"' {
		var text string
		if decode(content, &text) {
			return []block{{Type: "text", Text: text}}
		}
	}
	if !decode(content, &list) {
		return nil
	}
	return list
}

// text is what the parts of a content say.
func text(content json.RawMessage) string {
	for _, b := range blocks(content) {
		if b.Text != "" {
			return b.Text
		}
	}
	return ""
}
