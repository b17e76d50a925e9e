# A row of rounds.csv to be read: awk -F, -f say.awk ROW
function rounded(x) { return x == "" ? "none" : sprintf("%.2f", x) }
{
	text = sprintf("round %d: %d jobs, %d failed", $1, $2, $4)
	if ($1 > 0) text = text sprintf(", Kendall tau %s (held out: %s)", rounded($8), rounded($5))
	text = text (($11 == "") ? ", nothing measured yet" : sprintf(", best %.6g", $11))
	if ($13 != "") text = text sprintf(", %+.1f %% over the default", 100 * $13)
	print text
}
