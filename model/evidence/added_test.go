package evidence

import (
	"reflect"
	"testing"

	"dreamgate/model"
)

// kindsOf are the kinds of flags of a ruling.
func kindsOf(r Ruling) (out []string) {
	for _, f := range r.Flags {
		out = append(out, f.Kind)
	}
	return out
}

// TestAdded is about what a statement has beside what was said.
func TestAdded(t *testing.T) {
	cases := []struct {
		name, added, old string
		cited            int
		talk             []string
		want             []string
	}{
		{"a thing with an article", "Only smiths and the apprentice may light the forge.", "", 1,
			[]string{"u only smiths may light the forge"}, []string{flagUnsourced}},
		{"two words at the end", "The rule covers smiths and travelling tinkers.", "", 1,
			[]string{"u the rule covers smiths, and only smiths"}, []string{flagUnsourced}},
		{"a German noun", "Die Regel gilt für Schmiede und Kesselflicker.", "", 1,
			[]string{"u die Regel gilt für Schmiede"}, []string{flagUnsourced}},
		{"without blanks", "炉子由铁匠和木匠看管。", "", 1, []string{"u 炉子由铁匠看管"}, []string{flagUnsourced}},
		{"an exception", "Smiths light the forge at dawn, except in winter.", "", 1,
			[]string{"u smiths light the forge at dawn"}, []string{flagUnsourced}},
		{"the exception of the user", "Smiths light the forge at dawn, except in winter.", "", 1,
			[]string{"u smiths light the forge at dawn, but not in winter"}, nil},
		{"a thing of a thing", "Los herreros encienden la fragua y la oficina del puerto.", "", 1,
			[]string{"u los herreros encienden la fragua"}, []string{flagUnsourced}},
		{"an invented reason", "The forge was closed because nobody rents it.", "", 1, []string{"u we closed the forge"}, []string{flagUnsourced}},
		{"a reason in other words", "The forge was closed because nobody rents it.", "", 1,
			[]string{"u we closed the forge, there are no takers for such a large building"}, nil},
		{"a verb", "Clean the forge and sweep it.", "", 1, []string{"u clean the forge, then brush the floor"}, nil},
		{"of the same root", "The forge needs coal and measurement.", "", 1, []string{"u the forge needs coal, and measure it"}, nil},
		{"the name of a thing", "Label crates with the date and the name of the forge.", "", 1,
			[]string{"u label crates with date and forge"}, nil},
		{"somebody else", "Every week Juniper sweeps the forge.", "We asked Juniper for nails.", 1,
			[]string{"u every week the forge gets swept, and Okafor does that"}, nil},
		{"two things united", "Axes and saws cost 35 crowns.", "Axes cost 20 crowns. Saws cost 35 crowns.", 0,
			[]string{"u hello"}, []string{flagMerged}},
		{"united by the user", "Axes and saws cost 35 crowns.", "Axes cost 20 crowns. Saws cost 35 crowns.", 1,
			[]string{"u axes cost 35 crowns now, like the saws"}, nil},
		{"another colour", "Use blue paint on the anvil hooks.", "", 1, []string{"u red paint for the anvil hooks please"}, []string{flagNegation}},
		{"a German colour", "Die Haken bekommen blaue Farbe.", "", 1, []string{"u die Haken bekommen rote Farbe"}, []string{flagNegation}},
		{"the same colour", "Use red paint on the anvil hooks.", "", 1, []string{"u red paint for the anvil hooks, the blue tongs stay"}, nil},
		{"never, of some", "Oil is never put on forged nails.", "", 1, []string{"u no oil on the forged 90 mm nails"}, []string{flagMerged}},
		{"never, with a condition", "Nobody may light the forge without asking Ruth.", "", 1, []string{"u nobody may light the big forge unless they asked Ruth first"}, nil},
		{"never, of all", "Oil is never put on forged nails.", "", 1, []string{"u never put oil on forged nails, 90 mm ones rust less anyway"}, nil},
		{"children alone", "帽子は子供だけ無料。", "", 1, []string{"u 帽子は全員無料にして"}, []string{flagMerged}},
		{"children alone, as said", "帽子は子供だけ無料。", "", 1, []string{"u 帽子は子供だけ無料にして、入場は全員無料"}, nil},
		{"another order", "Orders are sorted by weight first and then by age.", "", 1, []string{"u sort orders by age, then by weight"}, []string{flagMerged}},
		{"the same order", "Orders are sorted by age first and then by weight.", "", 1, []string{"u sort orders by age, then by weight"}, nil},
		{"another order in German", "Erst die Kohle prüfen, dann das Eisen.", "", 1, []string{"u Eisen prüfen, danach die Kohle"}, []string{flagMerged}},
		{"worked out from", "Nobody sends the city, the forge guesses it from the postcode.", "", 1, []string{"u nobody sends the city, so we guess it from the postcode"}, nil},
		{"guessed", "The city comes from the postcode.", "", 1, []string{"u I guess the city comes from the postcode"}, []string{flagUnsourced}},
		{"counted from something", "The ferry leaves every 90 minutes.", "The ferry leaves every two hours.", 1,
			[]string{"u the ferry leaves every 90 minutes", "u the desk shuts 20 minutes before the ferry leaves"}, nil},
		{"a later value", "The ferry leaves every 90 minutes.", "The ferry leaves every two hours.", 1,
			[]string{"u the ferry leaves every 90 minutes", "u the ferry leaves every 45 minutes now"}, []string{flagStale}},
		{"it goes on", "The bellows is type 4.2 on the bench forge-b.", "The bellows is type 3.", 1,
			[]string{"u we moved the bellows to type 4.2, it stands on the bench forge-b"}, nil},
		{"the end of a month", "The lease of the forge ends on 31 March 2027.", "", 1, []string{"u the lease of the forge runs out at the end of March 2027"}, nil},
		{"no end of a month", "The lease of the forge ends on 30 March 2027.", "", 1, []string{"u the lease of the forge runs out at the end of March 2027"}, []string{"unsourced"}},
		{"none of it", "The move of the forge is on a Sunday and needs no downtime.", "", 1,
			[]string{"u the forge moves on a Sunday, 40 minutes of downtime are announced"}, []string{flagNegation}},
		{"none of it, as said", "The move of the forge is on a Sunday and needs no downtime.", "", 1,
			[]string{"u the forge moves on a Sunday, there is no downtime"}, nil},
		{"none of it any more", "The move of the forge needs no downtime.", "", 2,
			[]string{"u the move of the forge takes 40 minutes of downtime", "u we need no downtime for the move of the forge any more"}, nil},
		{"row and column", "Nails point to the row.", "", 1, []string{"u nails point to the column on this board"}, []string{flagNegation}},
	}
	for _, c := range cases {
		if got := kindsOf(ruling(c.added, c.old, c.cited, c.talk...)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestStranger needs an old text that is not the one which the statement takes the place of.
func TestStranger(t *testing.T) {
	said := model.Source{Session: "s", Line: 1, Trust: model.TrustUser, Time: wednesday, Text: "ladders get checked before each show from now on, Okafor does that"}
	for _, c := range []struct {
		added, old string
		want       []string
	}{
		{"Juniper checks the ladders before each show.", "The desk is run by Juniper.", []string{flagUnsourced}},
		{"Okafor checks the ladders before each show.", "The desk is run by Juniper.", nil},
		{"Juniper checks the ladders before each show.", "The ladders belong to Juniper.", nil},
		{"Check the ladders before each show.", "The desk is run by Juniper.", nil},
	} {
		pass := NewMatcher(Statements([]string{c.added}, func() string { return "en" })).Pass()
		pass.Read(said)
		b := Bench{Cited: []*Text{Read(said)}, Kept: []*Text{Read(model.Source{Path: "n.md", Text: c.old})}}
		if got := kindsOf(pass.Judge(0, b)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q after %q: got %v, want %v", c.added, c.old, got, c.want)
		}
	}
}

func TestAgain(t *testing.T) {
	for _, c := range []struct {
		added, note string
		want        bool
	}{
		{"Locks get graphite for oiling.", "- dials break\nLocks are oiled with graphite, not with soap.\nKeys hang outside.", true},
		{"Locks get graphite for oiling.", "Locks get graphite for oiling.", false},
		{"Locks get graphite for oiling.", "Locks are never oiled with graphite.", false},
		{"Locks get graphite for oiling.", "Locks on the cellar doors, gates and windows of all houses are oiled with graphite by Rafe.", false},
		{"Locks get graphite for oiling.", "---\ndescription: locks are oiled with graphite\n---\nKeys hang outside.", false},
		{"Keys rust.", "The keys rust.", false},
	} {
		pass := NewMatcher(Statements([]string{c.added}, nil)).Pass()
		pass.Read(model.Source{Path: "locks.md", Text: c.note, Trust: model.TrustUser})
		if _, words, got := pass.Again(0); got != c.want {
			t.Errorf("%q after %q: got %v %q", c.added, c.note, got, words)
		}
	}
}
