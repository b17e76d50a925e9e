# One job, two jobs, jobs that are all the same.
for n in 1 2 5; do
	for i in $(seq $n); do echo "$i,100"; done | { echo 'x,cml_target'; cat; } | cml-train -p auto -o model
	printf 'x\n1\n9\n' | cml-rank -m model --no-sort | awk -F, 'NR > 1 { printf "%.6g\n", $2 }'
done
