# The summary for people, as a Markdown table: awk -F, -f report.awk SUMMARY CONTENDERS
FNR == 1 { file++; for (i = 1; i <= NF; i++) column[i] = $i; next }
file == 1 && FNR == 2 {
	print "| contender | jobs | examples/s, mean (95 %) | median | over the default (95 %) |"
	print "|---|---|---|---|---|"
}
file == 1 && $2 == 0 { printf "| %s | 0 | none succeeded | | |\n", $1; next }
file == 1 {
	range = $6 == "" ? "" : sprintf(" (%.0f to %.0f)", $6, $7)
	ratio = $8 == "" ? "" : sprintf(" %+.1f %%", 100 * ($8 - 1))
	ratio_range = $9 == "" ? "" : sprintf(" (%+.1f to %+.1f)", 100 * ($9 - 1), 100 * ($10 - 1))
	printf "| %s | %d | %.0f%s | %.0f |%s%s |\n", $1, $2, $3, range, $4, ratio, ratio_range
	next
}
{
	if (FNR == 2) print ""
	layers = rest = ""
	for (i = 2; i <= NF; i++)
		if (column[i] ~ /^layer_/) layers = layers ($i == "FULL_SHARD" ? "F" : $i == "SHARD_GRAD_OP" ? "G" : "N")
		else rest = rest ", " column[i] " " $i
	print $1 ": layers " layers rest
}
END { print "\nF: FULL_SHARD, G: SHARD_GRAD_OP, N: NO_SHARD, layer 1 first." }
