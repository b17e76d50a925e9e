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
# Of devices of two sizes the bound is that of each; where their names do not tell it, how to write it is said.
awk -F, -v OFS=, 'NR > 1 && NR % 2 { $1 = "NVIDIA A100-PCIE-40GB"; $5 = $5 == "" ? "" : $5 / 2 } { print }' jobs.csv >two.csv
cml-encode -q --infer two.csv | tee space.csv | grep peak
cml-encode -s space.csv two.csv | cut -d, -f4 | sort -n | tail -n 1
sed 's/A100-SXM4-80GB/X1/; s/A100-PCIE-40GB/X2/' two.csv | cml-encode --infer | grep peak
# Names of devices that are numbers; a device of few jobs has the bound of all; memory of the host is none of the device's.
sed '1s/gpu/gpu_type/; s/NVIDIA A100-SXM4-80GB/100/; s/NVIDIA A100-PCIE-40GB/40/' two.csv | cml-encode -q --infer | grep peak
sed 's/NVIDIA A100-SXM4-80GB/SXM4/; s/NVIDIA A100-PCIE-40GB/PCIE/; 5,6s/^[A-Z0-9]*/X3/' two.csv | cml-encode -q --infer | grep peak
sed 's/A100-SXM4-80GB/X1/; 1s/peak_gb/peak_rss_gb/' jobs.csv | cml-encode -q --infer | grep peak
# Jobs that failed, nobody knows of what; and timeouts alone, which tell nothing of memory.
sed 's/A100-SXM4-80GB/X1/; s/oom/failed/' jobs.csv | cml-encode -q --infer | grep peak
sed 's/A100-SXM4-80GB/X1/; s/oom/timeout/' jobs.csv | cml-encode -q --infer | grep peak
# Devices of one size, which failed jobs lack.
sed '/oom/s/NVIDIA A100-SXM4-80GB//' jobs.csv | cml-encode -q --infer | grep peak
# Devices whose names makers know: the smallest that is enough for what its jobs used, also where no job failed.
sed 's/-SXM4-80GB//; /oom/d' jobs.csv | cml-encode -q --infer | grep peak
sed 's/-SXM4-80GB//; s/NVIDIA A100-PCIE-40GB/8xL40S/' two.csv | cml-encode -q --infer | grep peak
sed 's/-SXM4-80GB//; s/,30,/,81,/' jobs.csv | cml-encode -q --infer | grep peak
sed 's/-SXM4-80GB//; 1s/peak_gb/peak_rss_gb/' jobs.csv | cml-encode -q --infer | grep peak
# In other units: by the name, or where the values leave no doubt; percents do.
for unit in "peak_mem_mib 1024" "peak_mem 1024" "peak_mem 1073741824" "peak_mem 1"; do
	awk -F, -v OFS=, -v name="${unit% *}" -v scale="${unit#* }" '
		NR == 1 { $5 = name } NR > 1 && $5 != "" { $5 = sprintf("%.0f", $5 * scale) } !/oom/' jobs.csv |
		sed 's/-SXM4-80GB//' | cml-encode -q --infer | grep peak
done
