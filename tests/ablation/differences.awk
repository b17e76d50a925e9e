# A line for each figure: part, measure, figure, with the part, without it, the difference in the sense of better, its standard error
# over cases (the means of their seeds; of clusters, each is a case), how many cases.
# awk -F, -v part=NAME -v measure=NAME -f differences.awk WITH WITHOUT
FNR == 1 { file++ }
{
	figure = $3
	unit = measure == "avoid" ? $1 " " $2 : $1
	if (measure == "search") { n = split($1, word, " "); figure = word[n] " " figure }
	if (measure == "predict") { n = split($1, word, " "); figure = (word[n] ~ /^random/ ? "new" : word[n] == "product" ? "product" : "out") " " figure }
	if (measure == "avoid") figure = $1 " " figure
	value[file, figure, unit] += distance($3, $4)
	count[file, figure, unit]++
	units[figure, unit]
	figures[figure]
}
function abs(x) { return x < 0 ? -x : x }
# What counts of a figure: how far it is from what it ought to be, where both sides are wrong.
function distance(figure, x) {
	if (figure == "failed-expected") return abs(x)
	if (figure == "interval-coverage") return x < 0.9 ? 0.9 - x : 0
	if (figure == "mape") return log(x + 1e-6)
	if (figure == "interval-width") return log(x + 1e-6)
	return x
}
function better_if_larger(figure) { return figure ~ /kendall|ok-auc|best/ }
END {
	for (figure in figures) {
		n = sum = squares = with = without = 0
		for (key in units) {
			split(key, at, SUBSEP)
			if (at[1] != figure || !((1, figure, at[2]) in count) || !((2, figure, at[2]) in count)) continue
			a = value[1, figure, at[2]] / count[1, figure, at[2]]
			b = value[2, figure, at[2]] / count[2, figure, at[2]]
			d = b - a
			n++; sum += d; squares += d * d; with += a; without += b
		}
		if (!n) continue
		mean = sum / n
		se = n > 1 ? sqrt((squares / n - mean * mean) / (n - 1)) : 0
		worse = better_if_larger(figure) ? -mean : mean
		mark = abs(mean) > 2 * se && abs(mean) > 1e-6 ? worse > 0 ? "  NEEDED" : "  HARMS" : ""
		printf "%-28s %-8s %-26s with %8.4f without %8.4f  worse by %8.4f +- %.4f (%d)%s\n", part, measure, figure, with / n, \
			without / n, worse, se, n, mark | "sort -k3"
	}
}
