# Most jobs of the log still run, or all do: the words are a status, not a setting, and what such jobs
# measured so far is no result.
for n in 0 1 3; do
	awk -v n=$n 'BEGIN { print "tp,mb,status,wps"
		for (i = 0; i < 40; i++) print 2 ^ (i % 4) "," 1 + i % 3 "," (i % 10 < n ? "COMPLETED" : "RUNNING") "," 100 + i * 7 % 11 }' >log.csv
	cml-encode -q --infer log.csv | tee space.csv | grep status
	cml-encode -s space.csv log.csv | cut -d, -f2 | sort | uniq -c
done
# All jobs failed: none of the settings becomes the metric.
awk 'BEGIN { print "tp,mb,status,wps"; for (i = 0; i < 40; i++) print 2 ^ (i % 4) "," 1 + i % 3 ",OOM," }' | cml-encode --infer
# An empty column that is called like a metric is named, too, where another one may be it.
awk 'BEGIN { print "tp,wps,score"; for (i = 0; i < 40; i++) print 2 ^ (i % 4) ",," 100.5 + i * 7 % 11 }' | cml-encode -q --infer
# A log of failures alone: without a metric, with words for one, and with zeros.
awk 'BEGIN { print "gpus,tp,wps,status"; for (i = 0; i < 30; i++) printf "%d,%d,,OUT_OF_MEMORY\n", 8 * (1 + i % 2), 2 ^ (i % 3) }' >failed.csv
cml-encode -q --infer --metric wps failed.csv
sed 's/,,/,OOM,/' failed.csv | cml-encode -q --infer --metric wps
sed 's/,,/,0,/' failed.csv | cml-encode --infer --metric wps 2>&1 >space.csv | grep ran
