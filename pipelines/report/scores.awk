# Kendall's tau of each round, on held-out jobs before it and of its predictions: awk -f ../csv.awk -f scores.awk PREDICTED TABLE...
#
# PREDICTED: lines that begin with a round. TABLES: rounds.csv, where there is one, and round-N.tau, what cml-eval says of round N.
# Writes round, held out, measured, below a header, with the byte 31 between; a tau that is not known is empty.
FILENAME == ARGV[1] {
	split($0, word, " ")
	rounds[word[1] + 0]
	next
}
!csv_whole() || csv_row == 0 { next }
FILENAME ~ /\.tau$/ {
	if (csv_of("cml_repeat") != "mean" || csv_of("cml_metric") != "kendall") next
	round = FILENAME
	sub(/.*round-/, "", round)
	measured[round + 0] = csv_of("cml_value")
	next
}
{
	rounds[csv_of("round") + 0]
	held_out[csv_of("round") + 0] = csv_of("heldout_kendall")
}
END {
	print "round\037held_out\037measured"
	for (r in rounds) print r "\037" held_out[r] "\037" measured[r]
}
