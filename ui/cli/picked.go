package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
)

// picked lists for a person what may be meant, and has one of it chosen by its number: a script is told to name one instead,
// and so is who gives no answer. Ok is false then.
func (a *app) picked(ctx context.Context, what string, rows [][]string) (i int, ok bool, err error) {
	if !a.Terminal || a.stdin == nil {
		return 0, false, nil
	}
	for i := range rows {
		rows[i] = append([]string{strconv.Itoa(i + 1)}, rows[i]...)
	}
	beside := text{a.Stderr, a.accessible()}
	beside.table("", rows)
	in := bufio.NewReader(a.stdin)
	for {
		beside.linef("Which %s, 1 to %d? An empty line names none.", what, len(rows))
		line, err := under(ctx, func() (string, error) { return in.ReadString('\n') })
		switch word := strings.TrimSpace(line); {
		case ctx.Err() != nil:
			return 0, false, ctx.Err()
		case errors.Is(err, io.EOF), word == "":
			return 0, false, nil
		case err != nil:
			return 0, false, err
		default:
			if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(rows) {
				return n - 1, true, nil
			}
			beside.linef("%s is no number from 1 to %d.", quoted(word), len(rows))
		}
	}
}
