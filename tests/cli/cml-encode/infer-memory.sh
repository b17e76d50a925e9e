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
sed 's/SXM4-80GB/SXM4/' jobs.csv | cml-encode --infer | grep -e _gb -e mem -e rss
sed 's/,30,/,81,/' jobs.csv | cml-encode -q --infer | grep peak
# Of devices of two sizes the bound is that of each; where their names do not tell it, how to write it is said.
awk -F, -v OFS=, 'NR > 1 && NR % 2 { $1 = "NVIDIA A100-PCIE-40GB"; $5 = $5 == "" ? "" : $5 / 2 } { print }' jobs.csv >two.csv
cml-encode -q --infer two.csv | tee space.csv | grep peak
cml-encode -s space.csv two.csv | cut -d, -f4 | sort -n | tail -n 1
sed 's/SXM4-80GB/SXM4/; s/PCIE-40GB/PCIE/' two.csv | cml-encode --infer | grep peak
# Names of devices that are numbers; a device of few jobs has the bound of all; memory of the host is none of the device's.
sed '1s/gpu/gpu_type/; s/NVIDIA A100-SXM4-80GB/100/; s/NVIDIA A100-PCIE-40GB/40/' two.csv | cml-encode -q --infer | grep peak
sed 's/NVIDIA A100-SXM4-80GB/SXM4/; s/NVIDIA A100-PCIE-40GB/PCIE/; 5,6s/^[A-Z0-9]*/H100/' two.csv | cml-encode -q --infer | grep peak
sed 's/SXM4-80GB/SXM4/; 1s/peak_gb/peak_rss_gb/' jobs.csv | cml-encode -q --infer | grep peak
# Jobs that failed, nobody knows of what; and timeouts alone, which tell nothing of memory.
sed 's/SXM4-80GB/SXM4/; s/oom/failed/' jobs.csv | cml-encode -q --infer | grep peak
sed 's/SXM4-80GB/SXM4/; s/oom/timeout/' jobs.csv | cml-encode -q --infer | grep peak
# Devices of one size, which failed jobs lack.
sed '/oom/s/NVIDIA A100-SXM4-80GB//' jobs.csv | cml-encode -q --infer | grep peak
