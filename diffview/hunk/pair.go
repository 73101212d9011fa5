package hunk

const (
	// pairCells bounds the table in which the lines of a hunk are matched.
	pairCells = 2500
	// pairBytes is how much of a line is looked at to match it.
	pairBytes = 2000
)

// Pairs matches the removed lines of a hunk with the added lines that carry on their text, in order:
// each pair holds an index into removed and one into added. Hunks too large to match have no pairs.
func Pairs(removed, added []string) [][2]int {
	n, m := len(removed), len(added)
	if n == 0 || m == 0 || n*m > pairCells {
		return nil
	}
	if n == 1 && m == 1 {
		// Nothing to choose; Words decides whether they are alike.
		return [][2]int{{0, 0}}
	}
	a, b := wordBags(removed), wordBags(added)
	// best[i][j] is the highest sum of likeness for the lines from i and j on.
	score, best := make([][]float64, n), make([][]float64, n+1)
	best[n] = make([]float64, m+1)
	for i := n - 1; i >= 0; i-- {
		score[i], best[i] = make([]float64, m), make([]float64, m+1)
		for j := m - 1; j >= 0; j-- {
			score[i][j] = a[i].like(b[j])
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if s := score[i][j]; s >= alike {
				best[i][j] = max(best[i][j], s+best[i+1][j+1])
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case score[i][j] >= alike && best[i][j] == score[i][j]+best[i+1][j+1]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// wordBags counts the words of each line.
func wordBags(lines []string) []bag {
	bags := make([]bag, len(lines))
	for i, line := range lines {
		b := bag{weight: map[[2]string]int{}}
		for _, w := range parse(line[:min(len(line), pairBytes)]).words {
			b.weight[[2]string{w}] += len(w)
			b.total += len(w)
		}
		bags[i] = b
	}
	return bags
}
