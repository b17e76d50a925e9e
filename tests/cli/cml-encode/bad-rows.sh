# Rows of a job table that are refused, with their place.
rows() {
	printf '%s\n' gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date "$@" | cml-encode -s "$DATA/manual/space.csv"
	[ $? -eq 1 ] || echo "not 1: $*"
}
rows 8,a100,1,,2,100,ok,2026-01-01 8,a100,1,,2,oom,ok,2026-01-01
rows 0x8,a100,1,,2,5,ok,2026-01-01
rows 8,a100,1,,2,inf,ok,2026-01-01
rows 8,a100,1,,2.385,100,ok,2026-01-01
rows 8,a100,1,,9,100,ok,2026-01-01
rows 24,a100,1,,2,100,ok,2026-01-01
rows 8,h10,1,,2,100,ok,2026-01-01
rows 8,b200,1,,2,100,ok,2026-01-01
rows 8,a100,1,,2,,RUNNING,2026-01-01
rows 8,a100,1,,2,100,exploded,2026-01-01
rows '8,a1"00,1,,2,100,ok,2026-01-01'
rows '8,a100,1,,2,100,ok,"2026'
rows '8,a100,1,,2,100,ok,"2026' 01 '01"' 8,a100,1,,x,100,ok,2026-01-01
rows 8,a100,1,,2,100,ok,2026-01-01 8,a100,1,,2
rows 8,a100,1,,2,100,ok,2026-01-01,more
# Of a job that is ok; what a failed job left in the cell says nothing.
sed 's/^5,8,77/5,8,77 GB/' "$DATA/limits/jobs.csv" | cml-encode -s "$DATA/limits/space.csv"
