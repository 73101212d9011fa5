package model

// StoreKind says what sort of memory a store is.
type StoreKind string

// The kinds, spelled as JSON spells them. An ordinary memory is a project's, or any folder of notes.
const (
	KindMemory StoreKind = "memory"
	KindTeam   StoreKind = "team"
	KindAgent  StoreKind = "agent"
	// KindFolder is any folder that is reviewed against another one and holds no memory: no rule of
	// memories is held against it, and nothing of it is committed.
	KindFolder StoreKind = "folder"
)

// FolderPrefix begins the ids of folders that hold no memory: one that holds one later is another store.
const FolderPrefix = "folder-"

// OwnIndex reports whether a session is given the notes of such a store by an index of its own alone. The
// part that a team shares lies in a memory whose index may name them.
func (k StoreKind) OwnIndex() bool { return k != KindTeam }

// Scope says for whom the memory of an agent is kept.
type Scope string

// The scopes: of one user in all projects, of a project and checked in with it, of one user in one
// project.
const (
	ScopeUser    Scope = "user"
	ScopeProject Scope = "project"
	ScopeLocal   Scope = "local"
)

// The names of settings that bear on a store.
const (
	SettingFolder  = "memory folder"
	SettingAuto    = "auto memory"
	SettingCleanup = "transcripts kept"
)

// Setting is one value of the agent's settings, and who decided it.
type Setting struct {
	// Name is one of the constants above, Value what holds, as people write it. It is not yet
	// printable: it may come from a file of a project.
	Name  string `json:"name"`
	Value string `json:"value"`
	// Layer names what decided: "managed settings", "local settings", "project settings", "user
	// settings", the name of a variable of the environment, or "default".
	Layer string `json:"layer"`
	// File is where the layer's settings stand; "" for the environment and the default.
	File string `json:"file"`
	// Note is a sentence on what is odd about it; "" if nothing is.
	Note string `json:"note"`
}

// LayerDefault is the layer of a value that nobody set.
const LayerDefault = "default"

// OpenSession is a session of the agent that runs now.
type OpenSession struct {
	Session string `json:"session"`
	PID     int    `json:"pid"`
	Cwd     string `json:"cwd"`
	// Status is the agent's own word: busy, idle, or another.
	Status string `json:"status"`
}

// Move is a place to which the project of a store may have gone.
type Move struct {
	// Dir is the project's directory there.
	Dir string `json:"dir"`
	// Reason is what speaks for it, one sentence. There is no move without one.
	Reason string `json:"reason"`
}
