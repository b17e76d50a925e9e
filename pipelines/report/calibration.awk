# The chance to run of held-out jobs, predicted and observed, in ten bins: awk -f html.awk -f calibration.awk SCORES PREDICTIONS
#
# SCORES: repeat, metric, value of cml-eval; PREDICTIONS: chance to run, status, which is `outside` of a job beyond a limit. Both have a header.
# Nothing where no chance was predicted.
BEGIN {
	FS = "\037"
	load_facts()
}
FNR == 1 { next }
FILENAME == ARGV[1] {
	if ($1 == "mean" && $2 ~ /^ok-/) score[$2] = $3
	next
}
is_number($1) {
	bin = $1 >= 1 ? 9 : int(10 * $1)
	n[bin]++
	n_predicted++
	predicted[bin] += $1
	ran[bin] += $2 == "ok"
}
function scores(text) {
	if (score["ok-auc"] != "") text = sprintf("Area under the ROC curve (ok-auc) %.2f; ", score["ok-auc"])
	if (score["ok-brier"] != "") text = text sprintf("Brier score (ok-brier) %.3f; ", score["ok-brier"])
	if (score["ok-calibration"] != "") text = text sprintf("mean distance of the two columns (ok-calibration) %.3f. ", score["ok-calibration"])
	return text
}
END {
	if (!n_predicted) exit
	print "<h3>Chance to run, predicted and observed</h3>"
	begin_table("forecast", column("Predicted") column("Jobs") column("Predicted, mean") column("Ran") "<th class=\"wide\"></th>")
	for (bin = 0; bin < 10; bin++)
		if (n[bin])
			print "<tr>" heading(10 * bin "&#160;to&#160;" share((bin + 1) / 10)) cell(number(n[bin])) \
				cell(share(predicted[bin] / n[bin])) cell(share(ran[bin] / n[bin])) \
				cell(bar(ran[bin] / n[bin]), "bars wide") "</tr>"
	end_table()
	note(scores() "Held-out jobs of random splits: the predictor learned from the others. A chance of " \
		"80&#8239;% is right if four in five of the jobs predicted so ran.")
}
