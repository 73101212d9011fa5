package search

import (
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// fullPanel is a panel of 200x60 with as many hits as it keeps.
func fullPanel() *Panel {
	p := New(Options{})
	p.SetSize(200, 60)
	p.Open("shop")
	p.input.SetValue("needle")
	p.Begin()
	text := strings.Repeat("words around it ", 8) + "needle" + strings.Repeat(" and behind", 8)
	at := strings.Index(text, "needle")
	p.most = 2 * MostHits
	for range p.most {
		p.Add(model.Hits{List: []model.Hit{{Session: "5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5", Line: 7, Trust: model.TrustUser, Text: text, Mark: [2]int{at, at + 6}}}})
	}
	p.typing = false
	return p
}

// BenchmarkKey is a key and the frame that comes of it.
func BenchmarkKey(b *testing.B) {
	p := fullPanel()
	for b.Loop() {
		p.Handle(keymap.Down)
		p.Render()
	}
}

// BenchmarkShow lays out the largest passage that is read.
func BenchmarkShow(b *testing.B) {
	p := fullPanel()
	var text model.Passage
	for i := range 91 {
		n := 2 << 10
		if i == 30 {
			n = 16 << 10
		}
		text.Lines = append(text.Lines, model.PassageLine{Line: i, Text: strings.Repeat("word 毎秒 needle ", n/18), Marks: [][2]int{{10, 20}}})
	}
	text.At = 30
	for b.Loop() {
		p.Show(p.hits[0], text)
		p.Render()
	}
}

// BenchmarkShowNote lays out as much of a note as is read.
func BenchmarkShowNote(b *testing.B) {
	p := fullPanel()
	var text model.Passage
	for i := range 4001 {
		text.Lines = append(text.Lines, model.PassageLine{Line: i + 1, Text: strings.Repeat("a line of a note ", 5)})
	}
	text.At = 2000
	for b.Loop() {
		p.Show(model.Hit{Path: "a.md", Line: 2001}, text)
		p.Render()
	}
}
