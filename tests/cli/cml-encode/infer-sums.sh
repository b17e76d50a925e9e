# Totals of two and three settings, of whole numbers and of decimals, one of them the same in every row.
awk 'BEGIN { print "prefill_gpus,decode_gpus,total_gpus,max_batch,tokens_per_s"; for (i = 0; i < 120; i++) {
	p = 2 ^ (i % 4); d = 2 ^ (1 + int(i / 4) % 4); print p "," d "," p + d "," 16 * 2 ^ (i % 3) "," 900 + i * 31 % 97 } }' >two.csv
awk 'BEGIN { print "encoder,trainer,rollout,nodes,tok_s"; for (i = 0; i < 120; i++) {
	e = 1 + i % 4; t = int(i / 4) % 3; r = 1 + int(i / 12) % 5; print e "," t "," r "," e + t + r "," 900 + i * 31 % 97 } }' >three.csv
awk 'BEGIN { print "kv_share,act_share,mem_share,mb,tok_s"; for (i = 0; i < 120; i++) {
	k = 0.1 * (1 + i % 4); a = 0.1 * (2 + int(i / 4) % 3); printf "%.1f,%.1f,%.1f,%d,%d\n", k, a, k + a, 1 + i % 5, 900 + i * 31 % 97 } }' >decimals.csv
awk 'BEGIN { print "gpu_layers,cpu_layers,layers,mb,tok_s"; for (i = 0; i < 120; i++) {
	g = 8 * (i % 5); print g "," 32 - g ",32," 1 + int(i / 5) % 3 "," 900 + i * 31 % 97 } }' >constant.csv
for log in two three decimals constant; do
	cml-encode -q --infer $log.csv -o $log.space
	grep ',rule,' $log.space
	cml-search -q -s $log.space --method random -n 20 | awk -F, -v n="$([ $log = three ] && echo 3 || echo 2)" 'NR > 1 { for (i = s = 0; ++i <= n;) s += $i
		bad += (s - $i) ^ 2 > 1e-12 } END { print (NR > 4), bad + 0 }'
done
