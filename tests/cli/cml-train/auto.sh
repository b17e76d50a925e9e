for threads in 1 2; do
	cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" |
		cml-train -s "$DATA/manual/space.csv" -p auto --ignore-failures -j $threads -o model$threads
done
cmp model1 model2
cml-train --describe model1 | grep -e '^target' -e '^option' -e '^mean of' -e '^line:' -e '^trees:' -e '^Gaussian'
cml-rank -q -m model1 "$DATA/manual/jobs.csv" | awk -F, 'NR > 1 { printf "%s %s %s %.4g\n", $1, $2, $3, $9 }' | head -n 4
