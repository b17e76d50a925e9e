# Memory that was measured is never a param; a limit where the devices tell how much there is.
awk 'BEGIN {
	print "gpu,batch,bucket_gb,mem_fraction,peak_gb,host_rss,speed,status"
	for (i = 0; i < 40; i++)
		printf "NVIDIA A100-SXM4-80GB,%d,%d,%g,%s,%d,%d,%s\n", i % 8 + 1, 5 * (i % 10), 0.7 + i / 200,
			i % 8 < 6 ? 30 + 8 * (i % 8) + i % 3 : "", 1000 + i * i, i % 8 < 6 ? 100 + i % 8 : "",
			i % 8 < 6 ? "ok" : "oom"
}' >jobs.csv
cml-encode -q --infer jobs.csv
cml-encode -q --infer jobs.csv >space.csv
cml-encode -s space.csv jobs.csv | head -n 3
sed 's/A100-SXM4-80GB/X1/' jobs.csv | cml-encode --infer | grep -e _gb -e mem -e rss
sed 's/,30,/,81,/' jobs.csv | cml-encode -q --infer | grep peak
# Of devices of two sizes, or whose names do not have it, the bound is what jobs used; memory of the host is none of a device.
awk -F, -v OFS=, 'NR > 1 && NR % 2 { $1 = "NVIDIA A100-PCIE-40GB"; $5 = $5 == "" ? "" : $5 / 2 } { print }' jobs.csv |
	cml-encode -q --infer | grep peak
sed 's/A100-SXM4-80GB/X1/; 1s/peak_gb/peak_rss_gb/' jobs.csv | cml-encode -q --infer | grep peak
# Jobs that failed, nobody knows of what; and timeouts alone, which say nothing of memory.
sed 's/A100-SXM4-80GB/X1/; s/oom/failed/' jobs.csv | cml-encode -q --infer | grep peak
sed 's/A100-SXM4-80GB/X1/; s/oom/timeout/' jobs.csv | cml-encode -q --infer | grep peak
# Devices of one size, which failed jobs lack; also where no job failed, in other units.
sed '/oom/s/NVIDIA A100-SXM4-80GB//' jobs.csv | cml-encode -q --infer | grep peak
sed '/oom/d' jobs.csv | cml-encode -q --infer | grep peak
awk -F, -v OFS=, 'NR == 1 { $5 = "peak_mem_mib" } NR > 1 && $5 != "" { $5 *= 1024 } !/oom/' jobs.csv | cml-encode -q --infer | grep peak
# Few odd values that follow from the settings are what jobs used; those of a request, or of what a text names, are not.
awk 'BEGIN {
	print "model,tp,mb,vram_gb,mem_gb,weights_gb,speed"
	for (i = 0; i < 96; i++) {
		tp = 2 ^ (i % 4); mb = 2 ^ (int(i / 4) % 3)
		print (i % 5 ? "a" : i % 2 ? "b" : "c") "," tp "," mb "," 2 + 10 * mb / tp "," 10 + 15 * (i % 7 % 3) ^ 2 "," (i % 5 ? 14.5 : i % 2 ? 3 : 26) "," 900 + i * 31 % 97
	}
}' | cml-encode --infer 2>&1 | grep -e ^vram -e ^mem -e ^weights
