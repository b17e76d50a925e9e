# What was reached of a setting is an outcome: the peak of requests in flight beside the most that may be, a mean of it, one of a
# constant setting. A column of few round levels is a setting, alone or beside another one.
sweep() { # NAMES of: a setting, a column beside it
	awk -v names="$1" -v kind="$2" 'BEGIN {
		srand(2); print names ",batch_tokens,tok_s"
		for (i = 0; i < 90; i++) {
			c = 8 * 2 ^ (i % 6); b = 2048 * 2 ^ (int(i / 6) % 3)
			other = kind == "peak" ? c + int(rand() * 3) : kind == "capped" ? (c < 100 ? c : 100) - int(rand() * c / 9) : \
				kind == "mean" ? c * (0.9 + 0.08 * rand()) : kind == "constant" ? 64 - int(rand() * 5) : 128 * 2 ^ (i % 2 + int(i / 45))
			printf "%d,%s,%d,%.2f\n", kind == "constant" ? 64 : c, other, b, c / (c + 50) * b * (0.95 + 0.1 * rand())
		}
	}' >jobs.csv
	echo "$1"
	cml-encode -q --infer --metric tok_s jobs.csv | grep -i -e concurren -e running -e requests | cut -d, -f1-4,9-
}
sweep max_concurrency,max_concurrent_requests peak
sweep max_concurrency,peak_concurrency capped
sweep max-concurrency,concurrency mean
sweep maxRunningRequests,runningRequestsPeak peak
sweep concurrent_users,max_concurrent_requests constant
echo 'Settings:'
sweep batch,max_concurrent_requests levels
sweep max_concurrency,max_concurrent_requests levels
