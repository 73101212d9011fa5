package project

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"dreamgate/memory/pid"
	"dreamgate/model"
)

// running is a session of the agent that runs now, and whose memory it uses.
type running struct {
	model.OpenSession
	start start
}

// sessionRecord is what the agent writes of itself while it runs.
type sessionRecord struct {
	PID     int    `json:"pid"`
	Session string `json:"sessionId"`
	Cwd     string `json:"cwd"`
	Status  string `json:"status"`
	// Start is when the process began, as the system counts: a number of clock ticks on Linux.
	Start string `json:"procStart"`
	// Domain names the space of process numbers that the pid is of.
	Domain string `json:"pidDomain"`
}

// running lists the sessions that run now. The agent takes its record away when it ends; one that was
// killed leaves it behind, so the process is looked for. A record has the name of its process: one that names
// another was not written by the agent.
func (l *Library) running(s *settings) []running {
	if l.Config == "" {
		return nil
	}
	dir := filepath.Join(l.Config, "sessions")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var list []running
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" || !e.Type().IsRegular() {
			continue
		}
		data, ok := readSmall(dir, e.Name())
		var r sessionRecord
		if !ok || json.Unmarshal(data, &r) != nil || e.Name() != strconv.Itoa(r.PID)+".json" || !filepath.IsAbs(r.Cwd) || !r.alive() {
			continue
		}
		list = append(list, running{
			model.OpenSession{Session: r.Session, PID: r.PID, Cwd: r.Cwd, Status: r.Status}, l.start(s, r.Cwd),
		})
	}
	slices.SortFunc(list, func(a, b running) int { return cmp.Compare(a.PID, b.PID) })
	return list
}

// alive reports whether the process of a record runs, and is the one that wrote it. A pid of another
// container says nothing here: the process may run, or any other may have its number.
func (r sessionRecord) alive() bool {
	if r.PID <= 0 || !sameSpace(r.Domain) || !pid.Exists(r.PID) {
		return false
	}
	began := pid.Ticks(r.PID)
	return began == "" || r.Start == "" || began == r.Start
}

// active sets which of the sessions that run now use a store.
func active(s *model.Store, all []running) {
	s.Open = nil
	of := *s
	if s.Kind == model.KindTeam { // the sessions of the whole
		of.Dir = filepath.Dir(s.Dir)
	}
	for _, r := range all {
		if r.start.uses(&of) || of.Slug == "" && slices.Contains(s.Projects, r.start.owner) {
			s.Open = append(s.Open, r.OpenSession)
		}
	}
}
