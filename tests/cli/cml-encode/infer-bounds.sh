# A setting that another bounds in all jobs that ran, and in two logs not in one that failed: for that it failed.
jobs() {
	awk -v head="$1" -v values="$2" -v more="$3" 'BEGIN { print head; n = split(values, v, " "); for (i = 0; i < 150; i++) {
		b = v[1 + i % n]; a = v[1 + int(i / n) % (1 + i % n)]; print a "," b "," 2 ^ (i % 4) "," 900 + i * 31 % 97 (more ? ",COMPLETED" : "") }
		if (more) print v[n] "," v[1] ",4,," more }'
}
jobs max_num_seqs,max_num_batched_tokens,tp,tokens_per_s '64 96 128 256 512 768' '' >a.csv
jobs low_watermark,high_watermark,mb,tok_s '0.1 0.25 0.3 0.45 0.6 0.8' '' >b.csv
jobs prefetch,queue_depth,threads,mb_s,status '2 3 5 8 10 20' FAILED >c.csv
jobs chunk,pool,tp,tok_s '128 256 512 1024' '' >d.csv
for log in a b c d; do
	cml-encode -q --infer $log.csv -o $log.space
	grep ',rule,' $log.space
	cml-encode -q -s $log.space $log.csv | sed -n '$p' | cut -d, -f 1-3
	cml-search -q -s $log.space --method random -n 40 | awk -F, 'NR > 1 && $1 > $2 { bad++ } END { print (NR > 4), bad + 0 }'
done
# None of degrees and micro-batches, which memory bounds, nor by nodes or heads; none where jobs are on both sides, nor where the sides cannot meet, nor where each was varied alone.
jobs mbs,tp,ep,tok_s '1 2 4 6 8' '' | cml-encode -q --infer | grep -c ',rule,'
for pair in tp,num_nodes micro_batch_size,num_heads; do jobs $pair,queue,tok_s '1 2 4 8' '' | cml-encode -q --infer | grep -c _at_least,; done
{ jobs read_threads,write_threads,mb,tok_s '1 2 4 8' ''; echo 8,1,2,950; echo 4,2,2,960; } | cml-encode -q --infer | grep -c ',rule,'
awk 'BEGIN { print "tp,max_num_seqs,tok_s"; for (i = 0; i < 90; i++) print 2 ^ (i % 4) "," 16 * 2 ^ (int(i / 4) % 5) "," 900 + i * 31 % 97 }' |
	cml-encode -q --infer | grep -c ',rule,'
awk 'BEGIN { print "a,b,tok_s"; for (i = 0; i < 90; i++) print (i % 2 ? 1 + i % 8 ",9," : "2," 9 + i % 7 ",") 900 + i * 31 % 97 }' |
	cml-encode -q --infer | grep -c ',rule,'
true
