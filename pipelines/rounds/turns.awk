# Repeats in turns: awk -v repeats=N -f csv.awk -f turns.awk TURNS REPEATS CONTENDERS
#
# Its rows are a contender's name, the number of the repeat, the configuration. TURNS: those so far,
# REPEATS: what came of them; a header alone when there are none. Each turn begins with another
# contender: what the machine does meanwhile meets all alike. Contenders that all stand in TURNS go on
# there. Others begin with turns of their own: only what was measured side by side is compared.
!csv_whole() { next }
csv_file < 3 && csv_row > 0 {
	number = csv_of("confirm_repeat") + 0
	if (number > last) last = number
}
csv_file == 1 && csv_row > 0 {
	if (!first || number < first) first = number
	known[csv_cell[1] behind_second()]
}
csv_file == 3 {
	name[csv_row] = csv_cell[1]
	cells[csv_row] = behind_second()
	n = csv_row
}
function behind_second(   i, text) {
	for (i = 3; i <= csv_n; i++) text = text "," csv_cell[i]
	return text
}
END {
	for (i = 1; i <= n; i++) if (!((name[i] cells[i]) in known)) first = last + 1
	print name[0] ",confirm_repeat" cells[0]
	for (turn = 0; turn < repeats; turn++)
		for (i = 0; i < n; i++) {
			at = 1 + (i + turn) % n
			print name[at] "," first + turn cells[at]
		}
}
