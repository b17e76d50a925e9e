# The exports of trackers and of sacct need no option and no edit: settings, results and what is
# the tracker's own are told apart by how names begin.
roles() {
	cut -d, -f1-4,6,7 | grep -vE ",(ignore|term|derived)," | awk -F, '
		$2 ~ /^(id|time)$/ || ($2 == "param" && $6 == "") { of[$2] = of[$2] " " $1; next } NR > 1 { print }
		END { print "param" of["param"] "; id" of["id"] "; time" of["time"] }'
}
for table in optuna mlflow mlflow_page wandb pandas; do
	echo "$table"
	cml-encode -q --infer "$DATA/importing/$table.csv" | roles
done
echo runs
cml-encode -q --expand config --expand summary "$DATA/importing/runs.csv" | cml-encode -q --infer | roles
echo sacct
cml-encode --expand Comment "$DATA/importing/sacct.psv" >jobs.csv
cml-encode -q --infer jobs.csv | roles
# A metric that is a clock in every row; of a log without one, no context is taken for it.
cml-encode -q --infer --metric Elapsed jobs.csv | tee clock.csv | grep ^Elapsed
cml-encode -q -s clock.csv jobs.csv | cut -d, -f2-3 | head -n 3
printf 'nodes,kind\n1,a\n2,b\n4,a\n' | cml-encode --infer
