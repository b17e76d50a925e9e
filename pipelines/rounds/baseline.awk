# A space with the most frequent configuration of a history for its default: awk -v fix=FIX -v words=FILE
#   -f csv.awk -f baseline.awk FRONTIER FEATURES SPACE HISTORY
#
# FRONTIER: cml-eval --frontier of the jobs of HISTORY that have what is fixed; FEATURES: what cml-encode makes of HISTORY,
# row by row. What counts is how many ok jobs it had, of several the best on average: where each ran once, that is the
# best job. One that ever broke a limit is none. Contexts that are not fixed keep the default of SPACE, and
# have it. FILE says in words what the default is now, and its key. Ends with 1 where there is no such job.
BEGIN {
	n_fixed = split(fix, pairs, " ")
	for (i = 1; i <= n_fixed; i++) is_fixed[substr(pairs[i], 1, index(pairs[i], "=") - 1)]
}
!csv_whole() { next }
csv_file == 1 {
	if (csv_row > 0 && csv_of("cml_actual") != "") {
		jobs[csv_of("cml_key")]++
		sum[csv_of("cml_key")] += csv_of("cml_actual")
	}
	if (csv_row > 0 && csv_of("cml_kept") == "0") is_outside[csv_of("cml_key")]
	next
}
csv_file == 2 {
	key[csv_row] = csv_of("cml_key")
	next
}
csv_file == 3 {
	n_rows = csv_row
	if (csv_row == 0) {
		n_columns = csv_n
		place = "default" in csv_at ? csv_at["default"] : ++n_columns
	}
	for (i = 1; i <= csv_n; i++) cell[csv_row, i] = csv_cell[i]
	name[csv_row] = csv_of("name")
	role[csv_row] = csv_of("role")
	standard[csv_row] = csv_of("default")
	if (role[csv_row] == "metric" && !goal) goal = csv_of("type") == "min" ? -1 : 1
	if (csv_word(name[csv_row]) in is_fixed) role[csv_row] = "fixed"
	next
}
csv_row == 0 { next }
!(key[csv_row] in is_outside) && is_better(key[csv_row]) && is_here() {
	best = key[csv_row]
	most = jobs[best]
	for (i = 1; i <= n_rows; i++) set[i] = name[i] in csv_at ? trimmed(csv_cell[csv_at[name[i]]]) : ""
}
# is_better: whether a key ran more often than the best so far, or as often and better
function is_better(k) {
	if (jobs[k] != most) return jobs[k] > most
	return most && goal * sum[k] > goal * sum[best]
}
function trimmed(text) {
	gsub(/^[ \t]+|[ \t]+$/, "", text)
	return text ~ /^(NA|NaN|null|None)$/ ? "" : text
}
# is_here: whether its other contexts are those of the space
function is_here(   i) {
	for (i = 1; i <= n_rows; i++)
		if (role[i] == "context" && standard[i] != "" && !csv_is_same(trimmed(csv_of(name[i])), standard[i])) return 0
	return 1
}
END {
	if (!most) exit 1
	for (row = 0; row <= n_rows; row++) {
		if (row == 0) cell[0, place] = "default"
		if (role[row] == "param") cell[row, place] = set[row]
		line = cell[row, 1]
		for (i = 2; i <= n_columns; i++) line = line "," cell[row, i]
		print line
	}
	printf(most == 1 ? "the best job of HISTORY\n" : "the most frequent of HISTORY (" most " jobs)\n") >words
	print best >words
}
