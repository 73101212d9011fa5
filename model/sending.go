package model

// SecretRule says what a run does with notes that hold a secret, if its engine leaves the machine.
type SecretRule int

// The rules. Who is not asked anything is not sent away.
const (
	// SecretsStop ends the run before anything is sent.
	SecretsStop SecretRule = iota
	// SecretsLeaveOut runs without those notes, which stay as they are, and says so.
	SecretsLeaveOut
	// SecretsSend sends them as they are.
	SecretsSend
)

// Sending is what a run would put before its engine, without anything having been sent.
type Sending struct {
	Engine Engine
	// Prompt is what a model is told; no engine of rules is told anything. Tools counts the tokens with which
	// it is told what it may do, 0 where that is the engine's own affair.
	Prompt string
	Tools  int
	// Files are those that it can read, in order of their paths.
	Files []SentFile
	// Sessions, Lines and LeftOut count what was gathered.
	Sessions, Lines, LeftOut int
	// Tokens is an estimate of all of it, Cost what a run would cost that reads all of it once; Cost
	// says something only if Priced, by the list prices of PriceDate.
	Tokens    int
	Cost      float64
	Priced    bool
	PriceDate string
	// Secrets are the places of secrets in the notes, "a.md:4 (github token)", whatever becomes of them.
	Secrets []string
	// Report are the remarks that the run itself would make.
	Report []string
}

// SentFile is one file that an engine can read.
type SentFile struct {
	Path         string
	Lines, Bytes int
	Tokens       int
	// Instead is why it holds but a word in the place of a note ("link to x"), "" if the note itself is there.
	Instead string
}

// Size adds up the files, and the prompt where one is told.
func (s Sending) Size() (lines, bytes int) {
	if s.Told() {
		lines, bytes = CountLines([]byte(s.Prompt)), len(s.Prompt)
	}
	for _, f := range s.Files {
		lines, bytes = lines+f.Lines, bytes+f.Bytes
	}
	return lines, bytes
}

// Told reports whether the engine is told the prompt.
func (s Sending) Told() bool { return s.Engine.Way != WayRules }

// Whither says where it goes, in one sentence without its end.
func (s Sending) Whither() string {
	switch e := s.Engine; {
	case e.Way == WayProgram:
		return "it is given to a program that may send all of it away"
	case e.Remote:
		return "the prompt and the list of files leave this machine first, the files as far as the model asks for them"
	case e.Way == WayService:
		return "it goes to a service on this machine, as far as the model asks for it"
	}
	return "it stays on this machine"
}

// CountLines counts lines, a last one without an end included.
func CountLines(data []byte) (n int) {
	for _, b := range data {
		if b == '\n' {
			n++
		}
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	return n
}
