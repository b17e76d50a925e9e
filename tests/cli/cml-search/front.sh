# Two metrics: what adds most to their front comes first. --by and a cost that names the second one.
sed 's/^status,status.*/memory,metric,min,0:,,,,GB,\n&/' $DATA/manual/space.csv >space.csv
awk -F, -v OFS=, 'NR == 1 { print $0, "memory"; next }
	{ print $0, $6 == "" ? "" : (5 * $5 + 3 * $4 + 20) / $3 * (1 + (NR * 37 % 11 - 5) / 100) }' $DATA/manual/jobs.csv >jobs.csv
cml-encode -s space.csv jobs.csv >features.csv
cut -d, -f 1-4 features.csv | sed -n '1,2p;9,10p'
cml-train -s space.csv -p forest:trees=30 -o model features.csv
cml-search -q -m model --exclude jobs.csv -n 4
cml-search -q -m model --exclude jobs.csv -n 4 --by front --method bayes | cut -d, -f 3-5,19-
cml-search -q -m model --exclude jobs.csv -n 4 --by front --seed 5 -j 2 --include-default --cost 'gpus * memory' | cut -d, -f 3-5,7,12,20-
cml-search -q -m model --exclude jobs.csv -n 2 --by mean | cut -d, -f 3-5,7,16-
cml-train --describe model | grep -n '^second\|^goal\|^cml-model'
