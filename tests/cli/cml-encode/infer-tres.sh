# The resources that Slurm lists follow from the nodes, but for jobs that never started; expanded they are numbers, and no settings
# without a prefix.
awk 'BEGIN { print "State,NNodes,AllocTRES,Comment.tp,Comment.pp,Comment.mb,tok_s"
	for (i = 0; i < 200; i++) {
		nodes = 2 ^ (i % 4); tp = 2 ^ (int(i / 4) % 4); pp = 2 ^ (int(i / 16) % (nodes > 1 ? 3 : 1)); mb = 2 ^ (i * 11 % 5); tp = tp * pp > 4 * nodes ? 1 : tp
		tres = sprintf("\"billing=%d,cpu=%d,gres/gpu:h100=%d,gres/gpu=%d,mem=%dG,node=%d\"", 96 * nodes, 96 * nodes, 4 * nodes, 4 * nodes,
			1000 * nodes, nodes)
		print i % 67 == 5 ? "CANCELLED," nodes ",," tp "," pp "," mb "," : "COMPLETED," nodes "," tres "," tp "," pp "," mb "," \
			int(nodes * 8000 / (1 + tp / 20 + pp / 30)) + i * 37 % 101 } }' >jobs.csv
cml-encode --infer jobs.csv 2>&1 | grep -v 'Comment\|tok_s'
echo
cml-encode --expand AllocTRES jobs.csv | cml-encode -q --infer | grep -v ,term,
