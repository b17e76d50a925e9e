# Whether a history has jobs of a round: awk -v round=N -f csv.awk -f has-round.awk HISTORY
csv_whole() && csv_row > 0 && csv_of("cml_round") == round {
	found = 1
	exit
}
END { exit !found }
