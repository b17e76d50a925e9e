# Settings of one branch say nothing of those of another, whatever their names: each is set where its branch is.
awk 'BEGIN {
	print "algorithm,bucket,ring_channels,compress_ratio,warmup_iters,step_seconds"
	for (i = 0; i < 150; i++) {
		a = i * 7 % 3; b = 2 ^ (i * 5 % 8); r = i * 37 % 150
		print (a == 0 ? "ring" : a == 1 ? "topk" : "tree") "," b "," (a == 0 ? 2 ^ (r % 5) : "") "," (a == 1 ? 0.001 + r / 500 : "") "," (a == 1 ? 50 * 2 ^ (r % 4) : "") "," 1 + a / 10 + b / 100 + r / 1000
	}
}' >jobs.csv
cml-encode --infer --metric step_seconds jobs.csv 2>notes | cut -d, -f1-4,7
grep separated notes
true
