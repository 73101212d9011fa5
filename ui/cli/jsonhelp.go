package cli

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"dreamgate/dream"
	worlds "dreamgate/dream/measure/world"
	"dreamgate/model"
)

// The answers that have no type of their own where they are made.
type (
	citeJSON struct {
		Verdict model.Verdict `json:"verdict"`
		Reason  string        `json:"reason"`
	}
	configJSON struct {
		Path     string       `json:"path"`
		Exists   bool         `json:"exists"`
		Settings []settingRow `json:"settings"`
	}
	bookedJSON struct {
		Store    string         `json:"store"`
		Path     string         `json:"path"`
		Sessions []dream.Booked `json:"sessions"`
	}
	storesJSON struct {
		Stores []storeJSON `json:"stores"`
	}
	proposalsJSON struct {
		Proposals []proposalJSON `json:"proposals"`
	}
	notesJSON struct {
		Notes  []noteDetail `json:"notes"`
		Remote *remoteJSON  `json:"remote"`
	}
	runsJSON struct {
		Runs []runJSON `json:"runs"`
	}
	hitsJSON struct {
		Hits []hitJSON `json:"hits"`
		More bool      `json:"more"`
	}
)

// answer is what a command prints with --json. When says for which call it does, "" for the usual one.
type answer struct {
	command, when string
	value         any
}

// explained are the answers of all commands that have --json.
var explained = []answer{
	{"archive", "", archiveJSON{}},
	{"audit", "", auditJSON{}},
	{"blame", "", blameJSON{}},
	{"check", "", checkJSON{}},
	{"cite", "", citeJSON{}},
	{"config", "", configJSON{}},
	{"context", "", contextJSON{}},
	{"doctor", "", doctorJSON{}},
	{"dream", "", dreamJSON{}},
	{"dream", "--auto", autoJSON{}},
	{"dream", "--detach", runJSON{}},
	{"dream", "--dry-run", sendingJSON{}},
	{"dream", "--print-prompt", promptJSON{}},
	{"eval", "", evalJSON{}},
	{"eval", "--engine", worlds.Report{}},
	{"extract", "", runJSON{}},
	{"edit", "", editJSON{}},
	{"forget", "", forgetJSON{}},
	{"gates", "", gatesJSON{}},
	{"gates", "--sessions", bookedJSON{}},
	{"history", "", historyJSON{}},
	{"layers", "", layersJSON{}},
	{"projects", "", storesJSON{}},
	{"recall", "", recallJSON{}},
	{"review", "two folders", checkJSON{}},
	{"review", "--from", checkJSON{}},
	{"review", "--lay", laidJSON{}},
	{"review", "--range", rangeJSON{}},
	{"review accept", "", decidedJSON{}},
	{"review reject", "", decidedJSON{}},
	{"review undecide", "", decidedJSON{}},
	{"review undo", "", turnedJSON{}},
	{"review redo", "", turnedJSON{}},
	{"review apply", "", outcomeJSON{}},
	{"review apply", "--dry-run", previewJSON{}},
	{"review split", "", reshapedJSON{}},
	{"review join", "", reshapedJSON{}},
	{"review edit", "", reshapedJSON{}},
	{"review note", "", reshapedJSON{}},
	{"review unapply", "", unappliedJSON{}},
	{"review discard", "", discardedJSON{}},
	{"review list", "", proposalsJSON{}},
	{"review list", "--closed", closedListJSON{}},
	{"review show", "", reviewJSON{}},
	{"review refresh", "", refreshJSON{}},
	{"search", "", hitsJSON{}},
	{"show", "", notesJSON{}},
	{"show", "a note", noteDetail{}},
	{"tasks", "", runsJSON{}},
	{"undo", "", undoJSON{}},
}

// words are those that a field of a type may hold.
var wordsOf = map[reflect.Type][]any{
	reflect.TypeFor[model.Verdict]():      {model.Supported, model.Unsupported, model.Missing},
	reflect.TypeFor[model.Support]():      {model.Kept, model.Cited, model.Found, model.Derived, model.Unsourced},
	reflect.TypeFor[model.Severity]():     {model.Info, model.Warning, model.Error},
	reflect.TypeFor[model.ReviewState]():  {model.ReviewPending, model.ReviewUncommitted, model.ReviewClosed},
	reflect.TypeFor[model.Origin]():       {model.OriginModel, model.OriginRules, model.OriginPerson, model.OriginUndo, model.OriginImport},
	reflect.TypeFor[model.ChangeStatus](): {model.Modified, model.Added, model.Deleted, model.Emptied, model.Binary, model.ModeOnly},
	reflect.TypeFor[model.HunkKind]():     {model.HunkText, model.HunkAdded, model.HunkDeleted, model.HunkEmptied, model.HunkBinary, model.HunkMode},
	reflect.TypeFor[model.StoreKind]():    {model.KindMemory, model.KindTeam, model.KindAgent, model.KindFolder},
	reflect.TypeFor[model.Trust]():        {model.TrustUser, model.TrustAssistant, model.TrustTool},
	reflect.TypeFor[model.Status]():       {model.StatusOK, model.StatusNear, model.StatusCut, model.StatusMissing},
	reflect.TypeFor[model.Keeping]():      {model.KeptCommit, model.KeptBackup},
}

// jsonHelp explains what --json prints: of one command its fields, without one what holds for all.
func (a *app) jsonHelp(words []string) error {
	out, name := a.out(), strings.Join(words, " ")
	if name == "" {
		out.linef("What --json prints is for programs. Fields are only ever added. A list is never null; a field that is marked \"if\" is left out")
		out.linef("where it is empty. Texts are verbatim, or, where they are not UTF-8, base64 and \"encoding\" says so. Times are RFC 3339.")
		out.linef("Every answer has a list \"recovered\" of sentences if the command finished or undid what a crash had left of an apply.")
		out.linef("On standard output there is one object, or nothing where the command fails before it has an answer; errors and remarks are")
		out.linef("lines on standard error, and the exit code says which it was.")
		out.linef("dreamgate help json COMMAND prints the fields of what a command prints:")
		for _, n := range answerNames() {
			out.linef("  %s", n)
		}
		return nil
	}
	found := false
	for _, n := range explained {
		if n.command != name {
			continue
		}
		if found {
			out.linef("")
		}
		found = true
		out.linef("%s", strings.TrimSpace("dreamgate "+n.command+" --json  "+n.when))
		out.fields("  ", reflect.TypeOf(n.value), nil)
	}
	if !found {
		return usage("there is no command %q with --json; dreamgate help json lists them", name)
	}
	return nil
}

func answerNames() (names []string) {
	for _, n := range explained {
		if !slices.Contains(names, n.command) {
			names = append(names, n.command)
		}
	}
	return names
}

// fields prints the fields of a type, one a line, those of a field below it.
func (t text) fields(indent string, of reflect.Type, within []reflect.Type) {
	of, _ = inside(of)
	if slices.Contains(within, of) {
		t.linef("%s(again as above)", indent)
		return
	}
	within = append(within, of)
	for i := range of.NumField() {
		f := of.Field(i)
		name, optional, shown := tagged(f)
		switch {
		case !shown:
		case name == "":
			t.fields(indent, f.Type, within[:len(within)-1])
		default:
			word := kindWord(f.Type)
			if optional {
				word += ", if there is any"
			}
			t.linef("%s%s: %s", indent, name, word)
			if elem, _ := inside(f.Type); isObject(elem) {
				t.fields(indent+"  ", elem, within)
			}
		}
	}
}

// tagged is the name of a field in JSON, "" for one that lends its own fields.
func tagged(f reflect.StructField) (name string, optional, shown bool) {
	name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" || !f.IsExported() && !f.Anonymous {
		return "", false, false
	}
	if name == "" && !f.Anonymous {
		name = f.Name
	}
	return name, strings.Contains(rest, "omit"), true
}

// inside is what a list, a map or a pointer holds; how says which of these it is.
func inside(of reflect.Type) (elem reflect.Type, how string) {
	for {
		switch of.Kind() {
		case reflect.Slice:
			of, how = of.Elem(), "list of "+how
		case reflect.Map:
			of, how = of.Elem(), "by name, "+how
		case reflect.Pointer:
			of, how = of.Elem(), how+"null or "
		default:
			return of, how
		}
	}
}

var textual = reflect.TypeFor[encoding.TextMarshaler]()

// isObject reports whether a type is an object in JSON.
func isObject(of reflect.Type) bool {
	return of.Kind() == reflect.Struct && of != reflect.TypeFor[time.Time]() && !of.Implements(textual)
}

// kindWord says what a field holds.
func kindWord(of reflect.Type) string {
	elem, how := inside(of)
	switch {
	case elem == reflect.TypeFor[time.Time]():
		return how + "time"
	case wordsOf[elem] != nil:
		var words []string
		for _, w := range wordsOf[elem] {
			words = append(words, fmt.Sprint(w))
		}
		return how + strings.Join(words, " | ")
	case elem.Implements(textual):
		return how + "text"
	case isObject(elem):
		return how + "object"
	}
	switch elem.Kind() {
	case reflect.Bool:
		return how + "true or false"
	case reflect.String:
		return how + "text"
	case reflect.Float32, reflect.Float64, reflect.Int, reflect.Int64, reflect.Uint8, reflect.Uint32:
		return how + "number"
	}
	return how + elem.Kind().String()
}
