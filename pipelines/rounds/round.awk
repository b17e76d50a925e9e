# The number of the round behind each row of cml-search: awk -v round=N -v failed=HOW -f csv.awk -f round.awk TABLE
#
# A first round has no predictions, but the columns of the history are the same for all; where failures are
# learned from (HOW is learn) the chance to run, cml_ok, is one of them. A model of an older release does not say
# where a proposal leaves its log.
# key: only the row of this configuration; empty: all.
function add(name, cell) {
	header = header "," name
	cells = cells "," cell
}
!csv_whole() { next }
csv_row == 0 {
	add("cml_round", round)
	if (round == 0) add("cml_pred", "")
	if (round == 0) add("cml_sd", "")
	if (!("cml_outside" in csv_at)) add("cml_outside", "")
	if (failed == "learn" && !("cml_ok" in csv_at)) add("cml_ok", "")
	print csv_record header
	next
}
key == "" || csv_of("cml_key") == key { print csv_record cells }
