package dream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// runningDir is the folder below our state in which every run at work shows how it stands, for other
// programs and for the next start. Beside it another program leaves the wish that it be cancelled. No
// store has an id that begins with a dot.
const runningDir = ".running"

// Names in that folder, behind the id of a run.
const (
	runningExt = ".json"
	cancelExt  = ".cancel"
)

// How often a run looks whether somebody wants it cancelled, shows how it stands if that changed, and
// shows it although nothing changed: on another host the time of the file is the only sign of life.
const (
	wishEvery = 200 * time.Millisecond
	showEvery = 250 * time.Millisecond
	showLeast = time.Minute
)

// runningRecord is how a run stands, and in which program.
type runningRecord struct {
	Owner owner     `json:"owner"`
	Run   model.Run `json:"run"`
}

// show lets other programs see a run until hide is called. Without a state folder nobody sees it.
func (r *run) show() (hide func()) {
	root, err := ownState()
	if err != nil {
		return func() {}
	}
	root = root.Volatile() // what is shown of a run need not outlive the machine
	path := runningDir + "/" + r.snap.ID
	var last []byte
	var at time.Time
	write := func() {
		data, err := json.Marshal(runningRecord{Owner: self(), Run: r.snapshot()})
		if err != nil || string(data) == string(last) && time.Since(at) < showLeast {
			return
		}
		if root.Write(path+runningExt, data, 0o600) == nil {
			last, at = data, time.Now()
		}
	}
	write()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(wishEvery)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			if _, err := root.ReadFile(path + cancelExt); err == nil {
				_ = root.Remove(path + cancelExt)
				r.end(errCancelled)
				write()
			}
			if time.Since(at) >= showEvery {
				write()
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
		_, _ = root.Remove(path+runningExt), root.Remove(path+cancelExt)
		root.Close()
	}
}

// readRunning reads what the runs at work show, by their ids. What a program that is dead has left there
// becomes the record of a failed run.
func readRunning(now time.Time) map[string]model.Run {
	runs := map[string]model.Run{}
	root, err := ownState()
	if err != nil {
		return runs
	}
	defer root.Close()
	names, _ := root.Names(runningDir)
	for _, name := range names {
		path := runningDir + "/" + name
		if of, wish := strings.CutSuffix(name, cancelExt); wish && !slices.Contains(names, of+runningExt) {
			_ = root.Remove(path) // it came too late
		}
		f, err := root.ReadFile(path)
		id, shows := strings.CutSuffix(name, runningExt)
		if err != nil || !shows {
			continue
		}
		var rec runningRecord
		if json.Unmarshal(f.Data, &rec) != nil || rec.Run.ID != id {
			_ = root.Remove(path) // we write it in one step, so no run of ours is behind this
			continue
		}
		switch life := rec.Owner.life(); {
		case life == dead:
			if rec.Run.State != model.RunWaiting { // else nothing had begun
				bury(rec.Run, f.ModTime)
			}
			_, _ = root.Remove(path), root.Remove(runningDir+"/"+id+cancelExt)
		case life == alive || now.Sub(f.ModTime) < silentFor:
			rec.Run.Free = true
			runs[id] = rec.Run
		}
	}
	return runs
}

// bury writes the record of a run whose program was killed, unless it had come to its end and only not
// taken away what it shows.
func bury(m model.Run, last time.Time) {
	state, err := memory.FindState(m.Store.ID)
	if err != nil {
		return // its store is gone
	}
	defer state.Close()
	if _, err := state.ReadFile(recordDir + "/" + m.ID + ".json"); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	m.State, m.Ended, m.Note = model.RunFailed, last, noteKilled
	_ = writeRecord(state, m)
}

const noteKilled = "its program was killed; nothing was changed"

// look sees how the runs of other programs stand. One that is no longer shown has ended, and its record
// says how.
func (d *Dreamer) look() {
	gone, changed := d.compare(readRunning(d.wall()))
	for _, m := range gone {
		d.remember(m)
	}
	if changed {
		d.signal()
	}
}

// compare takes over how they stand now, and returns those that are gone.
func (d *Dreamer) compare(now map[string]model.Run) (gone []model.Run, changed bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.runs {
		delete(now, r.snap.ID) // never changes
	}
	for id, m := range now {
		if d.asked[id] && m.State == model.RunRunning {
			m.State = model.RunCancelling
			now[id] = m
		}
		was, known := d.others[id]
		changed = changed || !known || !reflect.DeepEqual(was, m)
	}
	for id, m := range d.others {
		if _, still := now[id]; !still {
			gone = append(gone, m)
		}
	}
	d.others = now
	return gone, changed || len(gone) > 0
}

// remember takes the record of a run of another program that has ended into the list. Of an extraction
// that found nothing there is none.
func (d *Dreamer) remember(m model.Run) {
	end, ok := recordOf(m)
	d.mu.Lock()
	defer d.mu.Unlock()
	if !ok {
		d.ended[m.ID] = Vanished(m)
		return
	}
	d.past = append([]model.Run{end}, slices.DeleteFunc(slices.Clone(d.past), func(p model.Run) bool { return p.ID == end.ID })...)
}

// recordOf reads the record of a run that was seen at work.
func recordOf(m model.Run) (end model.Run, ok bool) {
	state, err := memory.FindState(m.Store.ID)
	if err != nil {
		return end, false
	}
	defer state.Close()
	f, err := state.ReadFile(recordDir + "/" + m.ID + ".json")
	return end, err == nil && json.Unmarshal(f.Data, &end) == nil && end.ID == m.ID && end.State.Done()
}

// follow looks at the runs of other programs from time to time, until the Dreamer is closed: often as
// long as there are some.
func (d *Dreamer) follow() {
	tick := time.NewTicker(showEvery)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-tick.C:
		case <-d.ctx.Done():
			return
		}
		d.mu.Lock()
		idle := len(d.others) == 0
		d.mu.Unlock()
		if !idle || n%idleLooks == 0 {
			d.look()
		}
	}
}

// idleLooks is how many looks are spared where no other program has a run at work.
const idleLooks = 4

// cancelOther leaves the wish that a run of another program be cancelled where that looks for it.
func (d *Dreamer) cancelOther(id string) {
	d.mu.Lock()
	m, there := d.others[id]
	if there {
		d.asked[id] = true
		if m.State == model.RunRunning {
			m.State = model.RunCancelling
			d.others[id] = m
		}
	}
	d.mu.Unlock()
	if !there {
		return
	}
	if root, err := ownState(); err == nil {
		_ = root.Write(runningDir+"/"+id+cancelExt, []byte("cancel\n"), 0o600)
		root.Close()
	}
	d.signal()
}

// waitOther returns a run of another program when it is done.
func (d *Dreamer) waitOther(ctx context.Context, id string) (model.Run, error) {
	tick := time.NewTicker(wishEvery)
	defer tick.Stop()
	// One that has ended by now was known before, or there is none.
	d.mu.Lock()
	last, seen := d.others[id]
	if !seen {
		last, seen = d.ended[id]
	}
	d.mu.Unlock()
	for {
		d.look()
		i := slices.IndexFunc(d.Runs(), func(m model.Run) bool { return m.ID == id })
		if i >= 0 {
			last, seen = d.Runs()[i], true
		}
		switch {
		case i < 0 && !seen:
			return last, fmt.Errorf("there is no run %q", id)
		case i < 0:
			return Vanished(last), nil
		case last.State.Done():
			return last, nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return last, ctx.Err()
		}
	}
}
