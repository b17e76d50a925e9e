# What the rounds cost, and what is believed to be best after the last: awk -f html.awk -v budget=BUDGET
#   -v default_key=KEY -f spent.awk ROUNDS
#
# ROUNDS: columns of rounds.csv, below a header: round, cost, believed_key, believed, believed_lo, believed_hi, best_key, best.
# Prints nothing of what older rounds do not have.
BEGIN { FS = "\037" }
FNR == 1 { next }
$2 != "" {
	text = text (text == "" ? "" : "; ") "round " escaped($1) ": " sprintf("%.4g", $2)
	sum += $2
}
{
	key = $3
	believed = $4
	lo = $5
	hi = $6
	measured_key = $7
	reading = $8
}
END {
	if (text != "") printf "<p class=\"note\">Cost by round: %s; %.4g in all%s.</p>\n", text, sum, budget == "" ? "" : " of a budget of " escaped(budget)
	if (key == "") exit
	printf "<p class=\"note\">Best measured: %s, %.6g. ", escaped(measured_key), reading
	if (key == default_key)
		printf "No configuration is believed to be better than the default, %s, which measured %.6g (90&#8239;%%: %.6g to %.6g): keep it.</p>\n", \
			escaped(key), believed, lo, hi
	else
		printf "Best believed by a model of all jobs, noise taken out: %s, %.6g (90&#8239;%%: %.6g to %.6g).</p>\n", \
			escaped(key), believed, lo, hi
}
