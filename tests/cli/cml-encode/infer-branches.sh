# Settings of one branch say nothing of those of another, whatever their names: each is set where its branch is.
awk 'BEGIN {
	print "algorithm,bucket,ring_channels,warmup,interval,step_seconds"
	for (i = 0; i < 90; i++) {
		a = i % 3; b = 2 ^ (int(i / 3) % 4)
		print (a == 0 ? "ring" : a == 1 ? "topk" : "tree") "," b "," (a == 0 ? 2 ^ (int(i / 5) % 4) : "") "," (a == 1 ? 50 * (int(i / 7) % 3) : "") "," (a == 1 ? 1 + int(i / 9) % 4 : "") "," 1 + a / 10 + b / 100 + i % 7 / 1000
	}
}' >jobs.csv
cml-encode --infer --metric step_seconds jobs.csv 2>notes | cut -d, -f1-4,7
grep separated notes
true
