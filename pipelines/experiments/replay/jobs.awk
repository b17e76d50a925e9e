# A measured table as the jobs of a replay: awk -F, -f jobs.awk SPACE TABLE
#
# Writes `row`, the parameters of the space and the metric, one row for each distinct
# configuration: repeats become their mean, and where every one failed the metric is
# empty, as it is where the metric is not above 0: nothing ran. Cells must not be quoted.
BEGIN { OFS = "," }
function cell(name) { return name in at ? $at[name] : "" }
function succeeded(status) { return status == "" || status == "ok" }
NR == FNR {
	if ($2 == "param" || $2 == "context") name[++n_names] = $1
	if ($2 == "metric") metric = $1
	if ($2 == "status") status = $1
	next
}
{ sub(/\r$/, "") }
FNR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
{
	key = ""
	for (i = 1; i <= n_names; i++) key = key OFS cell(name[i])
	if (!(key in place)) {
		place[key] = ++n
		config[n] = key
	}
	value = cell(metric) + 0
	if (succeeded(cell(status)) && value > 0) {
		sum[place[key]] += value
		count[place[key]]++
	}
}
END {
	header = "row"
	for (i = 1; i <= n_names; i++) header = header OFS name[i]
	print header, metric
	for (i = 1; i <= n; i++)
		print i config[i], (count[i] ? sprintf("%.10g", sum[i] / count[i]) : "")
}
