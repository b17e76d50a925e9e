# The contenders for people, whether the best found is beyond the noise, and which other is better: awk -F, -v metric=NAME
#   -v goal=max|min -v default_words=WORDS -f gain-words.awk -f say-confirmed.awk SUMMARY (of confirmed.awk)
#
# The best found is the one whose interval begins highest: when any gain is beyond the noise, its is.
NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
{
	n++
	for (column in at) cell[n, column] = $at[column]
	if ($1 ~ /^found_/) searched = 1
	if ($at["sd"] != "" && $at["repeats"] - $at["failed"] > 1) {
		repeated = 1
		if ($at["sd"] + 0 > 0) noise = 1
	}
}
# table: text[line, column] with its columns in line; figures to the right
function table(n_lines, n_columns, is_figure,   i, j, width, row) {
	for (i = 0; i <= n_lines; i++)
		for (j = 1; j <= n_columns; j++) if (length(text[i, j]) > width[j]) width[j] = length(text[i, j])
	for (i = 0; i <= n_lines; i++) {
		row = ""
		for (j = 1; j <= n_columns; j++)
			row = row (j > 1 ? "  " : "") sprintf("%" (is_figure[j] ? "" : "-") width[j] "s", text[i, j])
		sub(/ +$/, "", row)
		print row
	}
}
function ranged(format, mean, low, high) {
	return sprintf(format, mean) (low == high ? "" : sprintf(" (" format " to " format ")", low, high))
}
function fill(i) {
	text[i, 1] = cell[i, "contender"]
	text[i, 2] = cell[i, "key"]
	text[i, 3] = cell[i, "repeats"]
	text[i, 4] = cell[i, "failed"]
	text[i, 5] = cell[i, "mean"] == "" ? "none" : ranged("%.6g", cell[i, "mean"], cell[i, "mean_lo"], cell[i, "mean_hi"])
	if (cell[i, "gain"] == "") return
	text[i, 6] = gain_words(cell[i, "gain"], least(i), most(i))
}
function beside(i) { return gain_words(cell[i, "gain"], least(i), most(i), base) }
function has_interval(i) { return noise && cell[i, "gain_lo"] != "" }
function least(i) { return has_interval(i) ? cell[i, "gain_lo"] : "" }
function most(i) { return has_interval(i) ? cell[i, "gain_hi"] : "" }
# is_ahead I J: whether I is the better found one; what has no interval is behind what has one
function is_ahead(i, j) {
	if (least(i) == "" && least(j) == "") return cell[i, "gain"] + 0 > cell[j, "gain"] + 0
	if (least(i) == "" || least(j) == "") return least(i) != ""
	return least(i) + 0 > least(j) + 0
}
# verdict I: of the best found
function verdict(i,   pairs, text) {
	pairs = cell[i, "pairs"]
	text = cell[i, "contender"] " " beside(i)
	if (cell[i, "failed"] > 0) text = text ", but " cell[i, "failed"] " of its " cell[i, "repeats"] " repeats failed"
	if (pairs < 2) return text ": one repeat cannot separate gain from noise"
	if (repeated && !noise) return text ": all repeats gave the same result, so the noise is unknown"
	if (least(i) > 0) return "beyond the noise: " text
	return "no gain over " base " that repeats would show: " text
}
END {
	base = cell[1, "contender"] == "default" ? default_words : cell[1, "contender"]
	split("contender key repeats failed", title, " ")
	for (j = 1; j <= 4; j++) text[0, j] = title[j]
	text[0, 5] = metric ", mean (95 %)"
	text[0, 6] = (goal == "min" ? "below " : "over ") base " (95 %)"
	for (i = 2; i <= n; i++) {
		if (searched && cell[i, "contender"] !~ /^found_/) {
			if (cell[i, "gain"] != "" && (!other || cell[i, "gain"] + 0 > cell[other, "gain"] + 0)) other = i
			continue
		}
		found[++n_found] = i
		is_found[i]
	}
	for (i = 1; i <= n; i++) fill(i)
	is_figure[3] = is_figure[4] = 1
	table(n, 6, is_figure)
	for (k = 1; k <= n_found; k++)
		if (cell[found[k], "gain"] != "" && (!best || is_ahead(found[k], best))) best = found[k]
	if (n_found == 0) print "nothing to confirm: no contender besides " base
	else if (cell[1, "mean"] == "") print "gain unknown: no repeat of " base " was ok"
	else if (!best) print "gain unknown: no proposal was ok in a turn with " base
	else print verdict(best)
	if (best && other && cell[other, "gain"] + 0 > cell[best, "gain"] + 0)
		print "more than " cell[best, "contender"] ": " cell[other, "contender"] " " beside(other)
}
