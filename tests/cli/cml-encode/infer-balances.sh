# Rules of which one side has no column, or the copies of a model have none; and products that are no rules.
rules() { # COLUMNS VALUES: of 60 jobs, in awk, of tp, pp, mb: 1 to 8, and node: 1 to 8
	awk "BEGIN { print \"$1,tok_s\"; for (i = 0; i < 60; i++) { tp = 2 ^ (i % 4); pp = 2 ^ (int(i / 4) % 3); mb = 2 ^ (i * 7 % 11 % 4); node = 2 ^ (i * 5 % 13 % 4)
		print $2 \",\" 900 + i * 31 % 97 } }" | cml-encode -q --infer | grep ',rule,' | cut -d, -f1-4
	echo -
}
# Devices, or the global batch, are in no column: all jobs had as many.
rules tp,pp,dp,mb 'tp "," pp "," 32 / tp / pp "," mb'
rules dp,mb,accum 'tp "," mb "," 512 / tp / mb'
# They never vary, and have a column.
rules nodes,gpus_per_node,mb,accum,gbs 'node ",8," mb "," 1024 / 8 / node / mb ",1024"'
rules world_size,tp,pp,mbs,ga,gbs '8 * node * tp "," tp "," pp "," mb "," 512 * pp / 8 / node / mb ",512"'
# They vary.
rules world_size,tp,pp,mbs,ga,gbs '32 * node "," tp "," pp "," mb "," 2 ^ (3 + i % 5 % 2) "," 32 * node / tp / pp * mb * 2 ^ (3 + i % 5 % 2)'
# Ranks and threads fill a node.
rules ranks,threads,mb '64 / tp "," tp "," mb'
# A habit of two settings is none, nor what a trainer's rank happens to be; replicas are copies beside devices; some cells are missing.
rules tp,mbs 'tp "," 16 / tp'
rules gpus,dp,tp,micro_batch,ga '8 * node "," 8 * node / tp "," tp "," mb "," 16 * tp / mb'
rules gpus,tp,replicas,block '(i % 2 ? 8 : 4) "," 2 ^ (int(i / 2) % 3) "," (i % 2 ? 8 : 4) / 2 ^ (int(i / 2) % 3) "," mb'
rules tp,pp,dp,mb 'tp "," pp "," (i % 10 ? 32 / tp / pp : "") "," mb'
# Not what one row that ran breaks, or few jobs show.
rules tp,pp,dp,mb 'tp "," pp "," (i == 31 ? 64 : 32) / tp / pp "," mb'
rules tp,pp,dp '(i % 2 ? 4 : 2) ",4," (i % 2 ? 2 : 4)'
