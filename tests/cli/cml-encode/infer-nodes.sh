# Devices that are nodes times those of a node, which copies of the model follow from.
awk 'BEGIN { print "model,nodes,gpus_per_node,sharding,batch_size,grad_accum,global_batch_size,step_time_s,status"
	for (i = 0; i < 60; i++) {
		nodes = 2 ^ (i % 4); batch = 2 ^ (i * 7 % 11 % 4); big = i % 3 > 1
		oom = big && batch > 2 && nodes < 4
		print (big ? "13b" : "7b") "," nodes ",8," (i % 5 > 2 ? "FULL_SHARD" : "SHARD_GRAD_OP") "," batch "," 1024 / 8 / nodes / batch ",1024," \
			(oom ? "," : 900 / nodes * (1 + .2 / batch) * (1 + i * 31 % 97 / 970) ",") (oom ? "OUT_OF_MEMORY" : "ok") } }' >jobs.csv
cml-encode -q --infer jobs.csv | grep -E '^(devices|dp|micro_batch|compute|[a-z_]*balance),' | cut -d, -f1-4
# Without a model and a number of devices there are no laws, and no rule names a row of theirs.
awk 'BEGIN { print "nodes,gpus_per_node,tp,gbs,mbs,tok_s"
	for (i = 0; i < 48; i++) print 2 ^ (i % 3) ",8," 2 ^ (i % 4) ",256," 2 ^ (i * 7 % 11 % 3) "," 1000 + i * 31 % 97 }' | cml-encode -q --infer - | grep ,rule, | cut -d, -f1-4
