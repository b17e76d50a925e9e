# The plots of settings' effects, and what stands below each: awk -f html.awk -f effect.awk EFFECTS, as effects.awk prints
# them. A plot is what page.awk puts in; its labels are in the folder `folder`.
BEGIN { FS = "\037" }
{
	i = $1 + 0
	print "<figure>"
	print "\037effect" i "\037plot\037What a setting does to predictions\037" ENVIRON["folder"] "/effect-" i ".labels"
	text = "<b>" escaped($3) "</b>"
	if ($5 != "") text = text ": chance to run " $5 " at " escaped($6) ", " $7 " at " escaped($8)
	if ($4 != "") text = text ($5 != "" ? ";" : ":") " not in the log: " escaped($4)
	if ($9 != "") text = text ". From the left: " escaped($9)
	print "<figcaption>" text "</figcaption>"
	print "</figure>"
}
