# A model of two metrics predicts both, in place of such columns of any model.
sed 's/^status,status.*/memory,metric,min,0:,,,,GB,\n&/' $DATA/manual/space.csv >space.csv
awk -F, -v OFS=, 'NR == 1 { print $0, "memory"; next } { print $0, $6 == "" ? "" : (5 * $5 + 20) / $3 }' $DATA/manual/jobs.csv >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -s space.csv -p forest:trees=10 -o model
printf '%s\n' gpus,gpu,tp,sequence_parallel,micro_batch,cml_pred_memory,cml_pred_other 16,h100,2,1,7,9,8 16,h100,1,,4,7,6 >list.csv
cml-rank -m model list.csv
cml-rank -m model --no-sort list.csv
cml-rank -m model -n 1 --digits full list.csv | sed -E 's,([0-9]\.[0-9]{7})[0-9]+,\1...,g'
echo "-- the front of all rows, also of those that are not written; beside what is left out"
cml-rank -q -m model --digits full jobs.csv >ranked.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ speed[NR] = $at["cml_pred"]; memory[NR] = $at["cml_pred_memory"]; told[NR] = $at["cml_front"] }
	END { for (i in speed) { on = 1
		for (j in speed) if (speed[j] >= speed[i] && memory[j] <= memory[i] && (speed[j] > speed[i] || memory[j] < memory[i])) on = 0
		n += on; wrong += on != told[i] }
		print n " on it, " wrong + 0 " told otherwise" }' ranked.csv
cml-rank -q -m model --digits full -n 5 jobs.csv | cut -d, -f9- >best.csv
head -n 6 ranked.csv | cut -d, -f9- | cmp - best.csv && echo "the same with -n 5"
cml-rank -q -m model --no-sort jobs.csv | head -n 1 | grep -c cml_front
cml-rank -m model --explain --format text -n 1 list.csv
