# What a run reported is no setting where killed runs have it, too, and a metric; nor is what a trainer logs, or the step again.
# Settings of runs whose log was not read stay.
awk 'BEGIN { print "State,mesh_tp,micro_batch,precision,accum,train/learning_rate,lr-AdamW,train/pace,trainer/global_step,count,_step,tok_s"
	for (i = 0; i < 80; i++) {
		tp = 2 ^ (i % 3); mb = 2 ^ (i * 7 % 4); step = 100 + i * 37 % 61
		state = i % 8 == 3 ? "failed" : i % 10 == 4 ? "killed" : "finished"
		printf "%s,%d,%d,%s,%s", state, tp, mb, i % 2 ? "bf16" : "fp8", state == "failed" ? "" : 2 ^ (i * 5 % 3)
		if (state == "failed") print (i == 3 ? ",1e-07,,,,,," : ",,,,,,,")
		else printf ",%g,%g,%d,%d,%d,%d,%d\n", step / 1e9, step / 1e8, step % 7, step, step, step, 1000 * mb ^ .15 / (1 + tp / 20) + i * 37 % 101 } }' |
	cml-encode -q --infer | cut -d, -f1-4,9
