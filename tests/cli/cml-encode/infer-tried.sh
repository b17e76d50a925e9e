# Numbers tried one by one, about evenly, are a range of the step that all keep; sizes that people list, or have in many rows, are a list.
domain() {
	awk -v values="$1" -v n_rows="$2" 'BEGIN {
		n = split(values, value, " ")
		print "tp,ctas,tok/s"
		for (i = 0; i < n_rows; i++)
			print 2 ^ (i % 4) "," value[i % n + 1] "," 1000 + 37 * (i % 11)
	}' | cml-encode -q --infer | grep ^ctas | cut -d, -f2-5
}
drawn='1016 1048 1080 1088 1136 1176 1200 1208 1272 1304 1352 1376 1384 1440 1496 1536 1552 1608 1640 1672 1720 1768 1776 1824 1880 1904 1960 1976 2000 2040'
domain "$drawn" 40
domain "$drawn" 120
domain '3 9 11 17 20 26 33 35 41 48 50 57 63 70 72 80 88 91' 40
domain '1 2 3 4 5 6 7 8 9 10 12 14 16 18 20 24 28 32 40 48 56 64' 40
# Settings by their names, though their numbers look measured, or like costs; readings of the same.
awk 'BEGIN {
	srand(2)
	print "tp,mb,pp,workers,zero,gpu_memory_utilization,random_page_cost,cpu_utilization,peak_gpu_memory_utilization,score"
	for (i = 0; i < 60; i++)
		printf "%d,%d,%d,%d,%d,%.4f,%.4f,%.4f,%.4f,%.1f\n", 2 ^ (i % 4), i % 5, 2 ^ (i % 3), i % 7, i % 2,
			rand(), 1 + rand(), rand(), rand(), 1000 * rand()
}' | cml-encode -q --infer | cut -d, -f1-3
