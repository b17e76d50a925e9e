# The number of the round behind each row of cml-search: awk -v round=N -f csv.awk -f round.awk TABLE
#
# A first round has no predictions, but the columns of the history are the same for all.
# key: only the row of this configuration; empty: all.
BEGIN {
	header = round ? ",cml_round" : ",cml_round,cml_pred,cml_sd"
	cells = round ? "," round : ",0,,"
}
csv_whole() {
	if (csv_row == 0) print csv_record header
	else if (key == "" || csv_of("cml_key") == key) print csv_record cells
}
