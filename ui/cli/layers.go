package cli

import (
	"context"
	"os"
	"time"

	"github.com/muesli/termenv"
	"github.com/spf13/cobra"

	"dreamgate/model"
	"dreamgate/ui/layers"
	"dreamgate/ui/style"
)

// layersWidth is that of the printed rows, in cells.
const layersWidth = 110

// layers prints the four layers of a memory.
func (a *app) layers() *cobra.Command {
	var memory string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "layers",
		Short: "Print what a session is given of a memory, and the notes, pages and transcripts behind it",
		Long: "Layers prints the instruction files and the index that every session of the project is given, with an estimate of their\n" +
			"tokens; the notes, those of them that were never read, and those that the project contradicts; folders of pages that link to\n" +
			"each other, held against the sources that they name; and the transcripts, with what the agent removes next.",
		Args: args(cobra.NoArgs),
		RunE: a.onStore(&memory, func(ctx context.Context, s model.Store) error {
			m, err := a.parts.Library.Open(ctx, s)
			if err != nil {
				return err
			}
			if m, err = a.parts.Library.Look(ctx, m); err != nil {
				return err
			}
			l, err := a.parts.Library.Layers(ctx, m)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(shapeLayers(m, l))
			}
			a.printLayers(m, l)
			return nil
		}),
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// layersJSON is the answer of layers.
type layersJSON struct {
	Path string `json:"path"`
	model.Layers
}

// shapeLayers makes the answer: what there is none of is an empty list in it.
func shapeLayers(m model.Memory, l model.Layers) layersJSON {
	l.Findings, l.Remarks, l.Pages = list(l.Findings), list(l.Remarks), list(l.Pages)
	return layersJSON{Path: m.Store.Dir, Layers: l}
}

// printLayers prints what the screen shows, without its colours.
func (a *app) printLayers(m model.Memory, l model.Layers) {
	st := style.New(style.Options{Profile: termenv.Ascii, ASCII: a.ascii || !style.UTF8(os.Getenv)})
	p := layers.New(layers.Options{Styles: st, Home: os.Getenv("HOME"), Zone: time.Local})
	p.Open(m)
	p.Set(l)
	out := a.out()
	out.linef("%s  %s", m.Store.Name, where(m.Store))
	out.linef("")
	for _, row := range p.Text(layersWidth) {
		out.linef("%s", row)
	}
}
