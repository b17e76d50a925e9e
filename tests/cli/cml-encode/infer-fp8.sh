# No 8-bit floating point on devices that lack it, unless a job ran so; what is stored in 8 bits is another thing, and so is a context.
awk 'BEGIN {
	print "gpu,gpus,tp,precision,optimizer_dtype,tokens_per_s"
	for (i = 0; i < 48; i++) {
		tp = 2 ^ (i % 3); gpu = i % 4 < 2 ? "H100 SXM" : i % 4 < 3 ? "A100-SXM4-80GB" : "V100"
		precision = i % 4 < 2 && int(i / 4) % 2 ? "fp8" : i % 4 < 2 && int(i / 8) % 2 ? "mxfp8" : "bf16"
		print gpu "," 8 * 2 ^ (int(i / 3) % 3) "," tp "," precision "," (int(i / 5) % 2 ? "fp8" : "auto") "," 1000 * tp + i
	}
}' >jobs.csv
fp8() {
	sed "$1" "$2" | cml-encode -q --infer --metric tokens_per_s - | grep -c '^[^,]*_by_device'
}
cml-encode -q --infer --metric tokens_per_s jobs.csv | grep _by_device
cml-encode -q --infer --metric tokens_per_s -o space.csv jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p linear -o model
for gpu in V100 T4; do cml-search -q -m model --fix gpu=$gpu --fix gpus=16 --min-ok 0 -n 20; done | cut -d, -f4 | sort -u | grep fp8
fp8 '0,/V100,\([0-9]*,[0-9]\),bf16/s//V100,\1,fp8/' jobs.csv
fp8 's/A100-SXM4-80GB/L40S/; s/V100/B200/' jobs.csv
fp8 's/A100-SXM4-80GB/newchip-80GB/; s/V100/newchip-32GB/' jobs.csv
fp8 's/,precision/,cache_precision/' jobs.csv
fp8 "s/V100/Bob's V100/" jobs.csv
for words in 'true false' '1 0'; do
	awk -F, -v OFS=, -v words="$words" 'BEGIN { split(words, word, " ") }
		{ $4 = NR == 1 ? "use_fp8" : word[1 + ($4 == "bf16")]; print }' jobs.csv | cml-encode -q --infer --metric tokens_per_s - | grep _by_device
done
# 4 bits are another thing, and a roof is as high as they go.
sed 's/^H100 SXM,8,/B200,8,/; s/mxfp8/nvfp4/; s/^/7b,/; 1s/7b/model/' jobs.csv | awk -F, '$5 != "nvfp4" || $2 == "B200"' |
	cml-encode -q --infer --metric tokens_per_s - | grep -e '^fp._by' -e '^roof' | cut -d, -f1,4-9
