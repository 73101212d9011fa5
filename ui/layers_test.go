package ui_test

import (
	"errors"
	"testing"

	"dreamgate/model"
)

func TestLayers(t *testing.T) {
	f := newFake(shop())
	f.layers = model.Layers{
		Injected: model.Injected{Dir: "/home/ann/src/shop", Tokens: 900, Files: []model.Instruction{
			{Path: "/home/ann/src/shop/CLAUDE.md", Kind: model.InstructionProject, Bytes: 3600, Tokens: 900}}},
		Remarks: []string{"one transcript could not be read"},
	}
	scenario(t, f).Sees("L layers").Press("L").
		Sees("Layers of shop", "~/src/shop/CLAUDE.md", "900 tok", "5 notes", "one transcript", "q back").
		Size(40, 12).Press("G").Sees("one transcript").Press("g").Sees("Injected").
		Size(120, 40).Press("R").Sees("Layers of shop", "900 tok").
		Press("L").Sees("Topics 5").
		Press("L", "?").Sees("leave the layers").Press("esc", "esc").Sees("Topics 5").
		Press("q").Quits()
}

func TestLayersThatCannotBeRead(t *testing.T) {
	f := newFake(shop())
	f.fail["Layers"] = errors.New("the disk is gone")
	scenario(t, f).Press("L").Sees("could not be looked at: the disk is gone").Press("esc").Sees("Topics 5")
}
