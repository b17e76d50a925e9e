# What a search can know of COST before a job runs, for cml-search --cost: awk -v cost=COST -f csv.awk -f search-cost.awk SPACE
#
# The params and metrics of COST with what stands before them, as in gpus/tokens_per_s. The rest is the same for all proposals of a round
# (numbers, contexts) or known only afterwards (cml_seconds, which then count as the same). Nothing where no param
# and no metric is left.
csv_whole() && csv_row > 0 && csv_of("role") ~ /^(param|metric)$/ { known[csv_of("name")] }
END {
	for (before = "*"; (at = match(cost, /[*\/]|$/)) > 0; cost = substr(cost, at + 1)) {
		term = substr(cost, 1, at - 1)
		if (term in known && term ~ /^[A-Za-z_][A-Za-z0-9_]*$/)
			text = text (text == "" ? (before == "/" ? "1 / " : "") : " " before " ") term
		before = substr(cost, at, 1)
		if (before == "") break
	}
	if (text != "") print text
}
