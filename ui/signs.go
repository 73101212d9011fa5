package ui

import (
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// signs are what the help says of the signs of a screen. Words speak for themselves.
func signs(c keymap.Context, m style.Marks) []helpLine {
	switch c {
	case keymap.Picker:
		return []helpLine{
			{keys: "near", text: "the index is nearly as long as what the agent loads of it"},
			{keys: "cut", text: "it is longer, and the rest is not loaded"},
			{keys: m.Finding, text: "what the audit found"},
		}
	case keymap.Browse, keymap.Preview:
		return []helpLine{
			{keys: m.Here, text: "the session that the note came from can be read"},
			{keys: m.Going, text: "it can still be read, but the agent deletes it within days"},
			{keys: m.Gone, text: "it is gone"},
			{keys: m.Unknown, text: "the note does not say which session it came from"},
			{keys: "12d~", text: "an age by the file's time alone; without ~ by the note's stamp or its commit"},
			{keys: m.Yes + " " + m.No + "2 " + m.Unknown, text: "all that the note names is in the project; two things are gone; it cannot be said of some"},
			{keys: m.Finding, text: "what the audit found"},
			{keys: "7r " + m.None, text: "sessions read the note seven times; never"},
		}
	case keymap.Review, keymap.Selecting, keymap.Found, keymap.Rules, keymap.Commit:
		return []helpLine{
			{keys: m.Undecided + " " + m.Accepted + " " + m.Rejected + " " + m.Part, text: "undecided, accepted, rejected; a file with some of each"},
			{keys: m.Added + " " + m.Deleted + " " + m.Emptied + " " + m.Renamed, text: "a file that is new, deleted, emptied, renamed"},
			{keys: m.Finding + "2", text: "two flags: words in doubt, for which a reason stands under the hunk"},
			{keys: m.Doubt + " " + m.NoSource, text: "in the text, behind words in doubt; behind words that nothing at all says"},
			{keys: m.Yes, text: "words that are borne out, and by what; kept: they stood there before"},
		}
	case keymap.Findings:
		return []helpLine{
			{keys: severityMark(m, model.Error), text: "an error: something is lost or cannot be read"},
			{keys: severityMark(m, model.Warning), text: "a warning"},
			{keys: severityMark(m, model.Info), text: "advice"},
		}
	case keymap.Tasks:
		return []helpLine{
			{keys: m.Running, text: "at work"},
			{keys: m.Yes, text: "done"},
			{keys: m.No, text: "failed or cancelled: nothing was changed"},
		}
	}
	return nil
}
