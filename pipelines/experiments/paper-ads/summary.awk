# Means over seeds, with the least and the most: awk -F, -v columns='NAME NAME% ...' -f summary.awk TABLE
# The table has the columns search, seed and round; empty cells are left out and counted.
NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	n = split(columns, name, " ")
	line = sprintf("%-16s %5s %5s", "search", "round", "seeds")
	for (c = 1; c <= n; c++) {
		scale[c] = sub(/%$/, "", name[c]) ? 100 : 1
		line = line sprintf("  %-26s", name[c])
	}
	print line
	next
}
{
	row = $at["search"] SUBSEP $at["round"]
	seeds[row]++
	if (!(row in seen)) { seen[row] = ++n_rows; rows[n_rows] = row }
	for (c = 1; c <= n; c++) {
		cell = $at[name[c]]
		if (cell == "") { none[row, c]++; continue }
		value = cell * scale[c]
		if (!count[row, c]++ || value < least[row, c]) least[row, c] = value
		if (count[row, c] == 1 || value > most[row, c]) most[row, c] = value
		sum[row, c] += value
	}
}
END {
	for (r = 1; r <= n_rows; r++) {
		split(rows[r], part, SUBSEP)
		line = sprintf("%-16s %5s %5d", part[1], part[2], seeds[rows[r]])
		for (c = 1; c <= n; c++) {
			k = count[rows[r], c]
			if (k == 0) text = "-"
			else text = sprintf("%.2f (%.2f to %.2f)%s", sum[rows[r], c] / k, least[rows[r], c], most[rows[r], c], none[rows[r], c] ? " n=" k : "")
			line = line sprintf("  %-26s", text)
		}
		sub(/ +$/, "", line)
		print line
	}
}
