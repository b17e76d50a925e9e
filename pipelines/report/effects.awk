# What settings do to predictions, as data of plots: awk -F SEPARATOR -v folder=DIR -v width=COLUMNS -f effects.awk EFFECTS
#
# EFFECTS: column, value, jobs, prediction, low, high, chance, outside, from cml-eval --effect. Writes
# effect-N.dat (place, prediction, low, high, whether the log has it) and effect-N.labels (place, 31, value), and prints for each:
# N, how many values, the smallest and the largest number, and which places have a mark on the axis; then, behind
# bytes 31, the name, values that the log does not have, the smallest and the largest chance with their values,
# and all values, where words were cut.
function is_number(text) { return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
# Marks of at most this many characters next to each other do not touch.
BEGIN {
	most = 38
	OFS = FS
}
NR == 1 { next }
!($1 in number_of) {
	number_of[$1] = ++n
	name[n] = $1
	low[n] = $5 + 0
	high[n] = $6 + 0
	least[n] = 2
	largest[n] = -1
}
{
	i = number_of[$1]
	place = ++n_values[i]
	label[i, place] = is_number($2) ? sprintf("%.6g", $2) : $2
	if (!is_number($2)) is_text[i] = 1
	print place " " $4 " " $5 " " $6 " " ($8 == "" ? 1 : 0) >(folder "/effect-" i ".dat")
	for (k = 4; k <= 6; k++) {
		if ($k + 0 < low[i]) low[i] = $k + 0
		if ($k + 0 > high[i]) high[i] = $k + 0
	}
	all[i] = all[i] (place > 1 ? ", " : "") $2
	if ($8 != "") beyond[i] = beyond[i] (beyond[i] == "" ? "" : ", ") $2
	if ($7 == "") next
	if ($7 + 0 < least[i]) {
		least[i] = $7 + 0
		least_at[i] = $2
	}
	if ($7 + 0 > largest[i]) {
		largest[i] = $7 + 0
		largest_at[i] = $2
	}
}
END {
	for (i = 1; i <= n; i++) {
		# Words are cut before one is left out.
		room = int(most / n_values[i]) - 2
		if (room < 6) room = 6
		longest = 1
		for (place = 1; place <= n_values[i]; place++) {
			if (is_text[i] && length(label[i, place]) > room) {
				label[i, place] = substr(label[i, place], 1, room - 2) ".."
				is_cut[i] = 1
			}
			if (length(label[i, place]) > longest) longest = length(label[i, place])
		}
		every = 1
		while (n_values[i] / every * (longest + 2) > most) every++
		marks = ""
		for (place = 1; place <= n_values[i]; place += every) {
			marks = marks place " "
			print place, label[i, place] >(folder "/effect-" i ".labels")
		}
		print i " " n_values[i] " " low[i] " " high[i], marks, name[i], beyond[i], \
			(largest[i] - least[i] > 0.02 ? sprintf("%.2f", least[i]) : ""), least_at[i], sprintf("%.2f", largest[i]), largest_at[i], is_text[i] && (is_cut[i] || every > 1) ? all[i] : ""
	}
}
