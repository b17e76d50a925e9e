# What the rounds cost, and what is believed to be best after the last:
#
#   awk -v budget=BUDGET -v default_key=KEY -f ../csv.awk -f html.awk -f spent.awk rounds.csv [named.csv]
#
# named.csv, which counts the repeats of CONFIRM too, has the last word on what is believed.
# Prints nothing of what older rounds do not have.
!csv_whole() || csv_row == 0 { next }
csv_file == 2 {
	key = csv_of("cml_key")
	believed = csv_of("believed")
	lo = csv_of("believed_lo")
	hi = csv_of("believed_hi")
	next
}
csv_of("cost") != "" {
	text = text (text == "" ? "" : "; ") "round " escaped(csv_of("round")) ": " sprintf("%.4g", csv_of("cost"))
	sum += csv_of("cost")
}
{
	key = csv_of("believed_key")
	believed = csv_of("believed")
	lo = csv_of("believed_lo")
	hi = csv_of("believed_hi")
	measured_key = csv_of("best_key")
	reading = csv_of("best")
}
END {
	if (text != "") printf "<p class=\"note\">Cost by round: %s; %.4g in all%s.</p>\n", text, sum, budget == "" ? "" : " of a budget of " escaped(budget)
	if (key == "") exit
	printf "<p class=\"note\">Best measured: %s, %.6g. ", escaped(measured_key), reading
	if (key == default_key)
		printf "No configuration is believed to be better than %s, %s, which measured %.6g (90&#8239;%%: %.6g to %.6g): keep it.</p>\n", \
			ENVIRON["base_words"], escaped(key), believed, lo, hi
	else
		printf "Best believed by a model of all jobs, noise taken out: %s, %.6g (90&#8239;%%: %.6g to %.6g).</p>\n", \
			escaped(key), believed, lo, hi
}
