# Names of nested configurations: the last part tells what is a context. Seeds and what a tracker adds are no settings.
awk 'BEGIN {
	print "Name,State,cfg/model.hidden_size,cfg/data.seq_len,cfg/dist.world_size,cfg/dist.tp,cfg/dist.dp," \
		"cfg/recompute.layers,cfg/seed,_step,_timestamp,perf/tok_s"
	srand(1)
	for (i = 0; i < 48; i++) {
		gpus = 8 * 2 ^ (i % 3)
		tp = 2 ^ (i % 4)
		printf "run-%d,%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%s\n", i, i % 16 ? "finished" : "failed", 1024 * (1 + i % 5), 2048 * (1 + i % 2),
			gpus, tp, gpus / tp, 4 * (i % 7), int(9999 * rand()), i % 16 ? 200 : 0, 1790000000 + 977 * i,
			i % 16 ? 1000 * gpus - 17 * (i % 13) * tp : ""
	}
}' >runs.csv
cml-encode -q --infer runs.csv | grep -v ,term,
# The words of NeMo, Megatron and torchtitan; sizes of messages are no models, few chosen seconds no outcome, a switch no context.
awk 'BEGIN {
	print "job.variant,model.encoder_seq_length,max_position_embeddings,msg_size,ReqTRES,tp,max allocated (MB),train_step_timing in s,train_ds.batch_duration,val.duration,trainer.benchmark,exit"
	for (i = 0; i < 60; i++)
		printf "%s,%d,%d,%s,%s,%d,%s,%s,%d,%d,%s,%d\n", substr("1B3B8B", 1 + 2 * (i % 3), 2), 2048 * (1 + i % 2), 2048 * (1 + i % 2),
			substr("64B32B", 1 + 3 * (i % 2), 3), i % 4 < 2 ? "gres/gpu=8" : "gres/gpu=16", 2 ^ (i % 4),
			i % 10 ? 41000 + 331 * i : "", i % 10 ? 3 + (i * 7 % 11) / 8 : "",
			100 * (1 + i % 12), 61 + i % 5, (i * 5 % 12 > 4 ? "True" : "False"), i % 10 == 0
}' >jobs.csv
cml-encode -q --infer jobs.csv
# A sheet, and what Ray adds of the process.
awk 'BEGIN {
	print "Who,Nodes × GPUs,Software,node_ip,pid,TP,Peak mem [GB],tok/s/GPU,Result"
	for (i = 0; i < 60; i++)
		printf "%s,%d x 8,NGC 24.%02d,10.0.0.%d,%d,%d,%s,%s,%s\n", i % 3 ? "mk" : "jo", 2 ^ (i % 3), 1 + i % 4, i % 5, 4000 + i * 37 % 61,
			2 ^ (i % 4), i % 10 ? 41 + i * 11 % 39 + i % 7 / 8 : "", i % 10 ? 3000 + i * 7 % 11 : "", i % 10 ? "ok" : "hang"
}' >sheet.csv
cml-encode -q --infer sheet.csv
