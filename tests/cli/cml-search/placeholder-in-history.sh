# A number that stands for none is no best, no nearest job and no score, whatever the goal: in the first space, search, eval and its frontier.
for goal in min max; do
	for value in -1 0 3.4e38 2147483647 9999999; do
		awk -v value=$value 'BEGIN { print "x,y,q"
			for (i = 0; i < 60; i++) print 1 + i % 20 "," 1 + i * 7 % 5 "," (i % 6 == 3 ? value : 100 + i * 37 % 150 + .5) }' >log.csv
		cml-encode --infer --metric q --goal $goal log.csv 2>&1 >space.csv | grep -e 'metric of' -e defaults
		cml-encode -q -s space.csv log.csv | cml-train -q -s space.csv -o model
		cml-search -q -m model --exclude log.csv -n 5 | awk -F, 'NR > 1 && !($4 > 50 && $4 < 300 && $11 > 50 && $11 < 300)'
		cml-eval -q -s space.csv --frontier log.csv | tail -n 1 | cut -d, -f 6
		cml-eval -q -s space.csv --split key:0.8 --metrics mape log.csv | awk -F, '$2 == "mean" && $6 > 1'
	done
done
