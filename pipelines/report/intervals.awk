# Intervals of proposals: awk -f ../csv.awk -f intervals.awk OUT/round-NN/proposals.csv...
#
# Round, key, low, high, with the byte 31 between.
csv_whole() && csv_row > 0 {
	round = FILENAME
	sub(/\/proposals\.csv$/, "", round)
	sub(/.*\/round-/, "", round)
	print round "\037" csv_of("cml_key") "\037" csv_of("cml_lo") "\037" csv_of("cml_hi")
}
