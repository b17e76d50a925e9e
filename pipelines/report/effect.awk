# What stands below the plot of a setting's effect: awk -f html.awk -f effect.awk LINE, as effects.awk prints it.
BEGIN { FS = "\037" }
{
	text = "<b>" escaped($3) "</b>"
	if ($5 != "") text = text ": chance to run " $5 " at " escaped($6) ", " $7 " at " escaped($8)
	if ($4 != "") text = text ($5 != "" ? ";" : ":") " not in the log: " escaped($4)
	if ($9 != "") text = text ". From the left: " escaped($9)
	print "<figcaption>" text "</figcaption>"
}
