# The goal of a rate or a time that is negated, or the inverse of one, is the other one; of its own signs alone it is not.
goal() {
	awk -v name="$1" -v sign="$2" 'BEGIN { print "tp,mb,recompute," name; for (i = 0; i < 48; i++) { tp = 2 ^ (i % 4); mb = 2 ^ (int(i / 4) % 3)
		print tp "," mb "," (i % 5 > 2 ? "full" : "none") "," sign * (100 + tp * mb + i * 31 % 97 / 10) } }' >jobs.csv
	cml-encode -q --infer jobs.csv | grep ',metric,'
}
for name in neg_tokens_per_s -tok/s tokens_per_s neg_step_time_ms minus_speed objective log_throughput; do goal "$name" -1; done
for name in inverse_throughput 1/tps throughput_inv reciprocal_latency negative_samples_per_s; do goal "$name" 1; done
# A search for it proposes what is fast.
goal neg_tokens_per_s -1 >space.csv
cml-encode -q --infer jobs.csv -o space.csv && cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o m && cml-search -q -m m -n 1 | cut -d, -f 1,2
# Of several readings the one that is measured is the metric, and the others are named.
for names in tokens_sec,throughput_scaling_factor normalized_throughput,throughput requests_per_s,tokens_per_s tok_s,tok_s_gpu; do
	awk -v names="$names" 'BEGIN { print "tp,mb," names; for (i = 0; i < 48; i++) { tp = 2 ^ (i % 4)
		print tp "," 1 + i % 3 "," 100 + tp + i * 31 % 97 / 10 "," 3 + tp + i * 29 % 97 / 10 } }' | cml-encode -q --infer | grep ',metric,'
done
