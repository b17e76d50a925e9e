# settings that exist only for a value of a setting that itself exists only for some; with columns in any order
jobs() { # HEADER AWK: jobs of a small generator, r(n) a number below n
	awk -v header="$1" 'function r(n) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % n }
		BEGIN { seed = 7; print header; for (job = 0; job < 240; job++) {'"$2"'} }' > jobs.csv
	cml-encode -q --infer jobs.csv -o space.csv
	cut -d, -f1-3,6,7 space.csv
	cml-search -q -s space.csv --method random -n 300 | cut -d, -f1-3 | sort -u | paste -sd' '
}
jobs optimizer,fused,bucket_mb,speed '
	o = r(3); f = o == 0 ? r(2) ? "True" : "False" : ""
	print (o == 0 ? "adam" : o == 1 ? "sgd" : "lamb") "," f "," (f == "False" ? 16 * 2 ^ r(3) : "") "," 100 + r(900) / 10'
jobs prefetch,block,backend,speed '
	b = r(3); k = b ? 16 * 2 ^ r(4) : ""
	print (k != "" && k < 64 ? 1 + r(2) : "") "," k "," (b ? b == 1 ? "triton" : "cuda" : "eager") "," 100 + r(900) / 10'
# not a condition: cells that lack a value here and there
jobs optimizer,fused,bucket_mb,speed '
	o = r(3); f = o == 0 ? r(2) ? "True" : "False" : ""
	print (o == 0 ? "adam" : o == 1 ? "sgd" : "lamb") "," f "," (r(3) ? 16 * 2 ^ r(2) : "") "," 100 + r(900) / 10' 
