# Repeats in turns: awk -v repeats=N -f csv.awk -f turns.awk CONTENDERS TURNS REPEATS
#
# Its rows are a contender's name, the number of the repeat, the configuration. TURNS: those of the
# last time, REPEATS: what came of all so far; a header alone when there are none. Each turn begins
# with another contender: what the machine does meanwhile meets all alike. Only what was measured side
# by side is compared: the turns are those in which all contenders stand, each that was run and as many
# others as N takes, then new ones. counts=1: how many there are of the former, and nothing else.
!csv_whole() { next }
csv_file == 1 {
	n_columns = csv_row == 0 ? csv_n : n_columns
	for (i = 3; i <= csv_n; i++) {
		if (csv_row == 0) column[i] = csv_value(csv_cell[i])
		cells[csv_row] = cells[csv_row] "," csv_cell[i]
	}
	name[csv_row] = csv_cell[1]
	who[csv_row] = identity()
	n = csv_row
	next
}
csv_row > 0 {
	number = csv_of("confirm_repeat") + 0
	if (number > last) last = number
	stands[number, identity()]
	if (csv_file == 3) ran[number, csv_of("cml_contender")]
}
function identity(   i, text) {
	text = csv_of("cml_contender")
	for (i = 3; i <= n_columns; i++) text = text SUBSEP csv_of(column[i])
	return text
}
# state TURN: 2 when all contenders stand in it and were run, 1 when they stand in it, else 0
function state(turn,   i, was_run) {
	was_run = 1
	for (i = 1; i <= n; i++) {
		if (!((turn, who[i]) in stands)) return 0
		was_run = was_run && (turn, name[i]) in ran
	}
	return 1 + was_run
}
function print_turn(number,   i, at) {
	for (i = 0; i < n; i++) {
		at = 1 + (i + n_printed) % n
		print name[at] "," number cells[at]
	}
	n_printed++
}
END {
	if (counts) {
		for (turn = 1; turn <= last; turn++) n_begun += state(turn) > 0
		print n_begun + 0
		exit
	}
	print name[0] ",confirm_repeat" cells[0]
	for (turn = 1; turn <= last; turn++) lacking += state(turn) == 2
	lacking = repeats - lacking
	for (turn = 1; turn <= last; turn++)
		if (state(turn) == 2 || (state(turn) == 1 && lacking-- > 0)) print_turn(turn)
	while (lacking-- > 0) print_turn(++last)
}
