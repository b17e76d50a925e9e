# Reasons beside the nearest measured job, of which the proposals are none; the baseline has them too.
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p gbt:trees=20 -o model
cml-search -q -m model --fix gpus=16 --fix gpu=h100 --exclude "$DATA/manual/jobs.csv" --method exhaustive -n 2 --explain
cml-search -q -m model --fix gpus=16 --fix gpu=h100 --method exhaustive -n 2 --include-default --explain --format text
cml-search -q -m model --fix gpus=16 --fix gpu=h100 --method random -n 20 --digits full --explain -o proposals.csv
cml-rank -q -m model --digits full --explain proposals.csv | cmp - proposals.csv
# More settings than all sets can be asked for: means over orders, which add up too.
{
	echo name,role,type,domain
	seq 18 | sed 's/.*/p&,param,int,0:9/'
	echo wps,metric,max,
} >space.csv
awk 'BEGIN {
	for (i = 1; i <= 18; i++) printf "p%d,", i
	print "wps"
	seed = 1
	for (row = 0; row < 60; row++) {
		sum = product = 1
		for (i = 0; i < 18; i++) {
			seed = seed * 16807 % 2147483647
			value = seed % 10
			sum += value
			product *= i % 4 ? 1 : 1 + value / 10
			printf "%d,", value
		}
		print sum * product
	}
}' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p forest:trees=20 --log-target --no-intervals -o wide
cml-search -m wide --method random -n 2 --explain --digits full -o wide.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{
	n = split($at["cml_why"], term, "; ")
	factor = 1
	for (i = 1; i <= n; i++) {
		split(term[i], word, " ")
		factor *= 1 + word[3] / 100
	}
	off = factor * $at["cml_near_pred"] / $at["cml_pred"] - 1
	print n " terms, " (off * off < 1e-18 ? "multiply" : "do not multiply: " off)
}' wide.csv
