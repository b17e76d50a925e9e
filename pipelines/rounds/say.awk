# A row of rounds.csv to be read: awk -F, -v goal=max|min -v base=WORDS [-v budget=COST -v spent=COST] -f say.awk ROW
function rounded(x) { return x == "" ? "none" : sprintf("%.2f", x) }
# beside_base GAIN: less of what is to be small is below
function beside_base(gain) {
	if (goal != "min") return sprintf("%+.1f %% over ", gain) base
	return sprintf("%.1f %% %s ", gain < 0 ? -gain : gain, gain < 0 ? "above" : "below") base
}
{
	text = sprintf("round %d: %d jobs, %d failed", $1, $2, $4)
	if ($14 != "") text = text sprintf(", %d outside a limit", $14)
	if ($15 != "") text = text sprintf($14 == "" ? " (%.1f expected)" : " (%.1f expected in all)", $15)
	if ($1 > 0) text = text sprintf(", Kendall tau %s (held out: %s)", rounded($8), rounded($5))
	text = text (($11 == "") ? ($14 == "" ? ", nothing measured yet" : ", nothing within the limits yet") : sprintf(", best %.6g", $11))
	if ($13 != "") text = text ", " beside_base(100 * $13)
	if ($16 != "") text = text sprintf("; cost %.4g", $16)
	if (budget != "") text = text sprintf(", %.4g of %s spent", spent, budget)
	print text
}
