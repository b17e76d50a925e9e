cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p forest:trees=20 -o model
# Exact search by a bound is the ranking of the whole list.
cml-search -s $DATA/manual/space.csv --method exhaustive >all.csv
for by in ucb lcb; do
	cml-rank -m model --by $by --kappa 2 -n 5 all.csv >ranked
	cml-search -m model --method exhaustive --by $by --kappa 2 -n 5 >found
	cmp found ranked
	cut -d, -f6 found | paste -sd ' '
done
cml-search -m model --method exhaustive --by ei --best 70000 -n 3
cml-search -m model --method exhaustive --by ei --exclude $DATA/manual/jobs.csv -n 1
