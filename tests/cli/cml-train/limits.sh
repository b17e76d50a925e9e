# Bounds come from the space, values from the table; without a space they are not learned.
head='cml_key,cml_status,cml_target,cml_limit_peak_gb,cml_limit_latency_ms,batch,log2(gpus),batch_per_gpu'
awk -v head="$head" 'BEGIN {
	print head
	for (i = 1; i <= 60; i++)
		printf "%016x,%s,%s,%g,%s,%d,3,%g\n", i, i % 20 < 16 ? "ok" : "oom",
			i % 20 < 16 ? i % 20 : "", 5 * (i % 20), i % 2 ? i % 7 : "", i % 20, i % 20 / 8
}' >features.csv
cml-train -q -s "$DATA/limits/space.csv" -p auto:trees=5 -o model features.csv
cml-train --describe model | sed -n '/jobs ran/p;/^limit /p'
cml-train -p auto:trees=5 -o model features.csv
cml-train --describe model | sed -n '/jobs ran/p;/^limit /p'
# A bound that is an expression is described by it.
sed 's/^\(peak_gb,limit,[^,]*\),[^,]*/\1,:8 * gpus + 16/' "$DATA/limits/space.csv" >space.csv
cml-train -q -s space.csv -p auto:trees=5 -o model features.csv
cml-train --describe model | grep -e '^limit peak' -e '^peak_gb is'
