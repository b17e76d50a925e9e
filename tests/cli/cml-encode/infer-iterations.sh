# Ray Tune's results: a row for each iteration, of which the last of each trial is kept; paths and tags repeat settings that have columns.
awk 'BEGIN { print "trial_id,tokens_per_sec,training_iteration,config/tp,config/mb,config/lr,logdir,experiment_tag"
	for (i = 0; i < 40; i++) for (k = 1; k <= 1 + i % 5; k++) {
		tp = 2 ^ (i % 3); mb = 2 ^ (i * 7 % 4); lr = (1 + i * 11 % 37) / 1e5
		printf "a3_%05d,%d,%d,%d,%d,%g,/ray/train_%d_tp=%d_mb=%d,\"%d_tp=%d,mb=%d\"\n", i, 1000 * mb / (1 + tp / 20) * (1 - 1 / (k + 1)), k,
			tp, mb, lr, i, tp, mb, i, tp, mb } }' >trials.csv
cml-encode --infer trials.csv 2>&1 >space.csv
awk -F, 'NR == 1 { print; next } { row[$1] = $0 } END { for (id in row) print row[id] }' trials.csv | cml-encode --infer 2>&1 >space.csv |
	grep trial_id
# A learning rate has no say in a speed, but in how well a run learns, and is one of factors. A share of the same numbers is none.
cml-encode -q --infer trials.csv | grep lr
sed '1s/tokens_per_sec/val_acc/' trials.csv | cml-encode -q --infer --metric val_acc | grep lr
sed '1s/tokens_per_sec/val_acc/; 1s,config/lr,config/shuffle,' trials.csv | cml-encode -q --infer --metric val_acc | grep shuffle
