# settings that a spreadsheet made dates of, in several languages, wholly or in part; and dates that are none of that
infer() { # NAME CELL...
	name=$1; shift
	{ echo "$name,b,tok_s"; for i in $(seq 12); do for cell; do echo "$cell,$((i % 3 + 1)),$((100 + i * 37 % 90))"; done; done; } > jobs.csv
	cml-encode --infer jobs.csv 2>&1 > space.csv | grep "'$name'"
	grep "^$name," space.csv | cut -d, -f1-4
}
infer mesh 4-Feb 8-Apr 16-4
infer bucket_gb 0.5 9.1 9.Okt
infer mesh '1. Mrz' 2.5 3.5
infer version Mar-24 24.5 24.11
infer mesh 2026-02-04 2026-04-08 16-4
infer mesh '2026-02-04 00:00:00' '2026-04-08 00:00:00'
infer date 2026-02-04 2026-04-08 2026-04-09
infer tag 24.05-py3 24.06-py3 latest
infer schedule 1f1b may-fast 2-3 dec2
