package archive

import (
	"context"
	"slices"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/check"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

// Input is what rests on sessions.
type Input struct {
	// Store is the id of the store.
	Store string
	// Going are the transcripts that are about to be removed.
	Going []transcript.File
	// Tree and Notes are the memory.
	Tree  model.Tree
	Notes []model.Note
	// Cited are the lines that accepted reviews cite; a session may be named by its start.
	Cited []evidence.Ref
	Now   time.Time
}

// Plan says which lines are worth keeping: those that accepted reviews cite, and of the session that a
// note came from those in which its claims stand. A session without any is left out. Nothing is written.
func Plan(ctx context.Context, in Input) ([]Kept, error) {
	_, known := list(in.Store)
	var out []Kept
	for _, f := range in.Going {
		if !plain(f.Session) {
			continue
		}
		lines, err := borne(ctx, in, f)
		if err != nil {
			return nil, err
		}
		for _, r := range in.Cited {
			if cites(r.Session, f.Session) {
				lines = append(lines, r.Line)
			}
		}
		var before []int
		if e := known.Sessions[f.Session]; e != nil {
			before = e.Lines
		}
		k := Kept{Session: f.Session, Path: f.Path, Lines: append(lines, before...)}
		slices.Sort(k.Lines)
		k.Lines = slices.Compact(k.Lines)
		for _, n := range k.Lines {
			if !slices.Contains(before, n) {
				k.New++
			}
		}
		if len(k.Lines) > 0 {
			out = append(out, k)
		}
	}
	return out, nil
}

// leastName is how much of a session's name says which one is meant, in bytes.
const leastName = 8

// cites reports whether a name, or the start of one, means a session.
func cites(name, session string) bool {
	return name == session || len(name) >= leastName && len(session) > len(name) && session[:len(name)] == name
}

// borne are the lines of a session in which claims stand of the notes that came from it: as the check
// finds them if each were proposed anew with nothing else to go on from.
func borne(ctx context.Context, in Input, f transcript.File) ([]int, error) {
	var lines []int
	for _, n := range in.Notes {
		file, ok := in.Tree[n.Path]
		if n.Session != f.Session || !ok || !file.Regular() {
			continue
		}
		proposed := model.Tree{n.Path: file}
		judged, _, err := check.Run(ctx, check.Input{Base: model.Tree{}, Proposed: proposed, Changes: hunk.Diff(model.Tree{}, proposed),
			Origin: model.OriginModel, Transcripts: []transcript.File{f}, Now: in.Now})
		if err != nil {
			return nil, err
		}
		for _, e := range judged.Hunks {
			for _, c := range e.Claims {
				if c.Source.Session == f.Session && c.Source.Line > 0 {
					lines = append(lines, c.Source.Line)
				}
			}
		}
	}
	return lines, nil
}
