# A column of memory with one text among its numbers is no limit; the text and its line are named.
awk 'BEGIN {
	print "batch,bucket_gb,peak_gb,speed,status"
	for (i = 0; i < 40; i++)
		printf "%d,%d,%s,%s,%s\n", i % 8 + 1, 5 * (i % 10),
			i == 17 ? "1e999" : i % 8 < 6 ? 30 + 8 * (i % 8) + i % 3 : "", i % 8 < 6 ? 100 + i % 8 : "",
			i % 8 < 6 ? "ok" : "oom"
}' >jobs.csv
cml-encode -q --infer jobs.csv | grep peak
sed 's/1e999//' jobs.csv | cml-encode -q --infer | grep peak
