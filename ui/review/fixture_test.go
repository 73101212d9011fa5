package review

import (
	"fmt"
	"strings"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

var noon = time.Date(2026, 11, 29, 14, 2, 0, 0, time.UTC)

func text(s string) model.File { return model.File{Mode: 0o644, Data: []byte(s)} }

// shop is a dream over a small memory that does one of everything: changed, grouped, new, deleted,
// emptied, renamed, mode, binary, linked.
func shop() model.Review {
	staging := "# Staging\n\n" + strings.Repeat("Deploys go through the staging cluster first.\n", 4)
	base := model.Tree{
		"MEMORY.md":    text("# Project memory\n\n- [Testing](testing.md): real database\n- [Old CI](old-ci.md): Jenkins\n- [Staging](staging.md): deploys\n"),
		"testing.md":   text("# Testing\n\nRun tests with `npm test`; the suite needs a local Redis on port 6379.\n\nMocks are forbidden.\n\nKeep this.\nKeep that.\nKeep on.\nEnd.\n"),
		"old-ci.md":    text("# Old CI\n\nJenkins runs every night.\n"),
		"staging.md":   text(staging),
		"drafts.md":    text("a draft\n"),
		"hook.md":      text("run me\n"),
		"pic.bin":      text("GIF\x00\x1b[31m\a\xff\n"),
		"shared.md":    {Mode: 0o644, Data: []byte("shared\n"), Links: 2},
		"vendors.md":   text("one\ntwo\n"),
		"untouched.md": text("as it is\n"),
	}
	proposed := model.Tree{}
	for p, f := range base {
		proposed[p] = f
	}
	proposed["MEMORY.md"] = text("# Project memory\n\n- [Testing](testing.md): real database, pnpm\n- [Deploys](deploys.md): staging first\n")
	proposed["testing.md"] = text("# Testing\n\nRun tests with `pnpm test` (project moved from npm to pnpm in late Oct 2026).\n\nMocks are forbidden, fakes are not.\n\nKeep this.\nKeep that.\nKeep on.\nThe end.\n")
	delete(proposed, "old-ci.md")
	delete(proposed, "staging.md")
	proposed["deploys.md"] = text(strings.Replace(staging, "first", "first, always", 1))
	proposed["drafts.md"] = text("")
	proposed["db.md"] = text("# Database\n\nPostgres 16 on port 5432.\n")
	proposed["hook.md"] = model.File{Mode: 0o755, Data: base["hook.md"].Data}
	proposed["pic.bin"] = text("GIF\x00\x1b[32m longer \a\xff\n")
	proposed["shared.md"] = text("shared by two\n")
	return judged(review("20261129-1402", base, proposed))
}

// review puts two trees together as a dream's review.
func review(id string, base, proposed model.Tree) model.Review {
	return model.Review{
		Proposal: model.Proposal{
			ID: id, Store: model.Store{ID: "shop", Name: "shop"}, Origin: model.OriginModel, Engine: "claude",
			Created: noon, Base: base, Proposed: proposed,
			Report: []string{"12 sessions read, 18 lines left out"},
		},
		Changes: hunk.Diff(base, proposed),
		State:   model.ReviewPending,
	}
}

// judged gives the review of shop the evidence that a check would.
func judged(r model.Review) model.Review {
	r.Check.Hunks = map[string]model.Evidence{}
	said := model.Source{
		Session: "5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5", Line: 3, Trust: model.TrustUser,
		Time: noon.AddDate(0, 0, -28), Text: "we moved to pnpm last week and dropped redis",
	}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			ev := model.Evidence{Why: "moved to pnpm"}
			for i, l := range h.Added {
				at := strings.Index(l, "late Oct 2026")
				if at < 0 {
					continue
				}
				span := model.Span{Line: i, Start: at, End: at + len("late Oct 2026")}
				why := `nobody says a month; "last week" gives no day`
				ev.Flags = append(ev.Flags, model.Flag{Kind: "unsourced", Token: "late Oct 2026", Line: h.NewStart + i, Reason: why, At: span})
				ev.Citations = []model.Citation{{Source: said, Verdict: model.Supported}}
				ev.Claims = []model.Claim{
					{Kind: "date", Token: "late Oct 2026", At: span, Support: model.Unsourced, Reason: why},
					{Kind: "identifier", Token: "pnpm", Support: model.Cited, Source: said},
					{Kind: "identifier", Token: "npm", Support: model.Kept},
				}
			}
			if c.Path == "db.md" {
				ev.Flags = []model.Flag{{Kind: "untrusted", Token: "5432", Reason: "only a tool's output says it"}}
				ev.Citations = []model.Citation{{Source: model.Source{Session: "gone", Line: 9}, Verdict: model.Missing, Reason: "the session is gone"}}
			}
			r.Check.Hunks[h.ID] = ev
		}
	}
	r.Check.Audit = []model.Finding{{Rule: "orphan", Severity: model.Warning, Path: "db.md", Message: "no line of the index names it"}}
	return r
}

// massacre deletes 19 of 23 notes and their lines.
func massacre() model.Review {
	base, proposed := model.Tree{}, model.Tree{}
	index, left := "# Memory\n\n", "# Memory\n\n"
	for i := 1; i <= 23; i++ {
		name := fmt.Sprintf("fact-%02d.md", i)
		base[name] = text(fmt.Sprintf("UNIQUE-%02d\n", i))
		index += fmt.Sprintf("- [Fact](%s)\n", name)
		if i <= 4 {
			proposed[name] = base[name]
			left += fmt.Sprintf("- [Fact](%s)\n", name)
		}
	}
	base[model.IndexName], proposed[model.IndexName] = text(index), text(left)
	return review("20261129-1500", base, proposed)
}

// crowd is a review of n hunks in files of 50, every tenth flagged.
func crowd(n int) model.Review {
	base, proposed := model.Tree{}, model.Tree{}
	for f := 0; f*50 < n; f++ {
		var old, now strings.Builder
		for i := range min(50, n-f*50) {
			fmt.Fprintf(&old, "line %d of %d runs on port %d for the suite\nkept\nkept too\n", i, f, 6000+i)
			fmt.Fprintf(&now, "line %d of %d ran on port %d for the whole suite\nkept\nkept too\n", i, f, 7000+i)
		}
		name := fmt.Sprintf("topics/note-%03d.md", f)
		base[name], proposed[name] = text(old.String()), text(now.String())
	}
	r := review("20261129-1600", base, proposed)
	r.Check.Hunks = map[string]model.Evidence{}
	for _, c := range r.Changes {
		for i, h := range c.Hunks {
			ev := model.Evidence{Why: "measured again", Citations: []model.Citation{{Verdict: model.Supported, Source: model.Source{Session: "s", Line: i, Text: "it runs on another port"}}}}
			if i%10 == 9 {
				ev.Flags = []model.Flag{{Kind: "unsourced", Token: "port", Reason: "nobody says so", At: model.Span{Start: 0, End: 4}}}
			}
			r.Check.Hunks[h.ID] = ev
		}
	}
	return r
}

// hostile is a review of what notes may hold to break a screen: codes of a terminal, invisible and
// wide letters, and lines without end, in names, texts, reasons and cited lines.
func hostile() model.Review {
	esc := "\x1b]52;c;bWFyaw==\x07 \x1b[2J \x1bPq\x1b\\ \u009b31m \u202eright\u2066 zero\u200bwidth bell\a back\b\r return"
	wide := "日本語のメモ 한국어 ไทย 👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 e\u0301\u0302\u0303\tafter\ttabs "
	long := strings.Repeat("word and more ", 14_300)
	base := model.Tree{
		"e\x1b[31mvil\n.md": text("plain\n" + esc + "\nend\n"),
		"幅.md":              text(wide + "\n" + strings.Repeat("幅", 180) + "\n"),
		"long.md":           text(long + "AMOUNT=100\n"),
		"bad.md":            text("a\xff\xfeb\n"),
	}
	now := model.Tree{
		"e\x1b[31mvil\n.md": text("plain\n" + esc + " more\nend\n"),
		"幅.md":              text(wide + "!\n" + strings.Repeat("幅", 179) + "\n"),
		"long.md":           text(long + "AMOUNT=900\n"),
		"bad.md":            text("a\xff\xfec\n"),
	}
	r := review("hostile\x1b[2J", base, now)
	r.Proposal.Engine, r.Proposal.Store.Name = "eng\x1bine", "st\u202eore"
	r.Proposal.Report = []string{esc, wide}
	r.Check.Hunks = map[string]model.Evidence{}
	r.Check.Audit = []model.Finding{{Rule: "x", Severity: model.Error, Path: "e\x1b[31mvil\n.md", Line: 2, Message: esc}}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			src := model.Source{Session: esc, Line: 1, Trust: model.TrustTool, Time: noon, Text: wide + esc + long}
			r.Check.Hunks[h.ID] = model.Evidence{
				Why:       esc + long,
				Citations: []model.Citation{{Source: src, Verdict: model.Unsupported, Reason: esc}},
				Flags:     []model.Flag{{Kind: "k\x1bind", Token: wide, Reason: esc, At: model.Span{Start: 1, End: 5}}},
				Claims:    []model.Claim{{Token: esc, Support: model.Found, Source: model.Source{Path: "p\x1b", Line: 1}}, {Token: wide, Support: model.Kept}},
			}
		}
	}
	return r
}
