# A cost that follows from the metric (device-hours of 1e9 tokens, by expected improvement alone: else the metric counts
# twice), one from settings, and a column.
cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p forest:trees=20 -o model
printf '%s\n' gpus,gpu,tp,sequence_parallel,micro_batch 16,h100,1,,4 16,h100,2,1,7 16,h100,4,1,5 16,h100,8,0,3 >list.csv
for cost in 'gpus * 1e9 / speed / 3600' 'micro_batch ** 4' dp; do
	for by in mean ei; do
		cml-search -q -m model --fix gpus=16 --fix gpu=h100 --exclude $DATA/manual/jobs.csv --by $by \
			--candidates list.csv -n 3 --cost "$cost"
	done
done | cut -d, -f3-5,7,12,14- | awk '!/^tp/ || !n++'
# The baseline costs, too.
cml-search -q -m model --fix gpus=16 --fix gpu=h100 --include-default --digits full --cost 'micro_batch / 3' -n 1 | sed -E 's,([0-9]\.[0-9]{7})[0-9]+,\1...,g'
cml-search -q -m model --fix gpus=16 --fix gpu=h100 --cost 'gpus * 1e9 / speed / 3600' --by ei --best 9e4 -n 2 --explain --format text
# Per unit of what is the same for all, the order is that without a cost.
for cost in '' "--cost gpus"; do
	for method in '--method random --by ei' '--method bayes' '--method bayes:acquisition=ei'; do
		cml-search -q -m model --fix gpus=16 --fix gpu=h100 --exclude $DATA/manual/jobs.csv $method -n 5 $cost |
			cut -d, -f 1-6 >"$(echo "of $method" | tr -d ' :=-')$cost.csv"
	done
done
for method in randombyei bayes bayesacquisitionei; do
	cmp "ofmethod$method.csv" "ofmethod$method--cost gpus.csv" && echo same
done
