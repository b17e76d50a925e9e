# the bound guessed for memory that jobs used is in the unit of the column
advice() { # NAME GB: numbers of a memory of that many to the gigabyte
	awk -v name="$1" -v gb="$2" 'BEGIN { print "tp,mb," name ",tok_s"; for (i = 0; i < 48; i++)
		printf "%d,%d,%.0f,%d\n", 2 ^ (i % 4), 1 + int(i / 4) % 3, (12 + i + i * i % 7) * gb, 100 + (i * 37) % 90 }' > jobs.csv
	cml-encode --infer jobs.csv 2>&1 >space.csv | grep "'$1'" | sed 's/.*its bound of/'"$1"'/; s/ is a guess.*//'
}
advice avg_gpu_mem_mb 1000
advice peak_mem_gb 1
advice max_memory_allocated 1e9
advice vram_used_kb 1e6
advice gpu_mem_mib 2000
# of devices that are known, in bytes, MB or GB by how large the numbers are, where the name has no unit; not of so little of a device
for gb in 1 1000 1e9 .01; do advice peak_vram $gb >e; sed 's/^/A100-80GB,/; 1s/^[^,]*/gpu/' jobs.csv | cml-encode -q --infer | grep ^peak_vram | cut -d, -f4; done
# The same in percent, of two devices, or of one without a name; not a share of something else.
awk 'BEGIN { print "gpu,mb,memory (GiB),memory (%),tok_s"; for (i = 0; i < 48; i++) { m = 12 + i + i * i % 7
	printf "%s,%d,%d,%.2f,%d\n", i % 2 ? "A10" : "MI250X", i % 3, m / (i % 2 + 1), 100 * int(m / (i % 2 + 1)) / (i % 2 ? 22.5 : 63.98), 100 + (i * 37) % 90 } }' >jobs.csv
head -n 20 jobs.csv | cml-encode -q --infer | grep ^memory
sed -n '/A10/!p' jobs.csv | cut -d, -f2- | cml-encode -q --infer | grep ^memory
awk -F, -v OFS=, 'NR > 1 { $4 = $5 / 2 } { print }' jobs.csv | cml-encode -q --infer | grep ^memory
