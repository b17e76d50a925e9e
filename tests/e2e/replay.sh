#!/bin/sh
# A replay over a measured table: failures spend an evaluation and give no metric,
# repeats are one configuration, all searches start alike, no row is tried twice, a
# second run gives the same bytes, and learning finds the floor of a smooth valley.
set -eu
here=$ROOT/pipelines/replay
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

expect() {
	if [ "$2" != "$3" ]; then
		echo "$1: expected '$2', found '$3'"
		exit 1
	fi
}

# Hand-made: repeats, failures, a metric of 0, columns in another order.
printf 'name,role,type\na,param,int\nb,param,int\nstatus,status,\ntime,metric,min\n' >space.csv
printf 'time,b,a,status\n4,1,1,ok\n9,2,1,oom\n6,1,1,ok\n2.5,3,1,ok\n0,4,1,ok\n,5,1,ok\n' >table.csv
awk -F, -f "$here/jobs.awk" space.csv table.csv >jobs.csv
expect jobs 'row,a,b,time 1,1,1,5 2,1,2, 3,1,3,2.5 4,1,4, 5,1,5,' "$(paste -sd' ' jobs.csv)"
printf '2\n1\n4\n3\n' >order
expect 'progress down' 'x,1,,0 x,2,5,0.5 x,3,5,0.5 x,4,2.5,1' \
	"$(awk -F, -v label=x -v goal=min -f "$here/progress.awk" jobs.csv order | paste -sd' ')"
expect 'progress up' 'x,1,,0 x,2,5,1 x,3,5,1 x,4,5,1' \
	"$(awk -F, -v label=x -v goal=max -f "$here/progress.awk" jobs.csv order | paste -sd' ')"
expect 'summary of seeds 1 and 2' 't,m,1,1,fraction,0.75,0.25,1.25,2 t,m,1,0,to_99,1.5,0.5,2.5,2' \
	"$(printf 'table\nt,m,1,1,1,9,1\nt,m,2,1,1,9,0.5\n' |
		awk -F, -f "$here/summary.awk" | sed 1d | grep '^t' | paste -sd' ')"
expect 'all rows, once' "$(seq 100 | paste -sd' ')" \
	"$( (echo n; seq 100) | awk -v seed=3 -f "$here/shuffle.awk" | sed 1d | sort -n | paste -sd' ')"

# The whole pipeline on its own table.
for folder in one two; do
	CML_PUBLIC_DATA=$work/none SEEDS=2 BATCHES=10 BUDGET=40 METHODS='random cubicml' \
		sh "$here/replay.sh" $folder >$folder.log
done
cmp one/replay.csv two/replay.csv
cmp one/summary.csv two/summary.csv
awk -F, 'NR == 1 { next }
	{ run = $1 FS $2 FS $3 FS $4; n[run]++ }
	$5 != n[run] || $7 < 0 || $7 > 1 || $7 + 0 < last[run] { print "bad row: " $0; bad = 1 }
	{ last[run] = $7 + 0 }
	END { for (run in n) if (n[run] == 40) whole++
		exit bad || whole != 4 }' one/replay.csv
for seed in 1 2; do
	rows=one/runs/simulated-cubicml-$seed-10.csv.rows
	head -n 10 $rows >start
	head -n 10 one/runs/simulated-random-$seed-10.csv.rows | cmp - start
	expect 'distinct rows' 40 "$(sort -u $rows | wc -l)"
	cmp -s $rows one/runs/simulated-random-$seed-10.csv.rows && exit 1
done

# A smooth valley of 40 x 40, of which a random order of 40 rows sees little: a search
# comes within 5 % of its floor for every seed.
mkdir valley
printf 'name,role,type,domain\na,param,int,1:40\nb,param,int,1:40\nseconds,metric,min,\n' >valley/space.csv
awk 'BEGIN { print "row,a,b,seconds"
	for (a = 1; a <= 40; a++) for (b = 1; b <= 40; b++)
		print ++n "," a "," b "," 1 + (a - 29) ^ 2 / 50 + (b - 7) ^ 2 / 50 }' >valley/jobs.csv
for seed in 1 2 3; do
	sh "$here/ours.sh" valley $seed 5 40 >tried
	found=$(awk -F, -v label=v -v goal=min -f "$here/progress.awk" valley/jobs.csv tried | tail -n 1 | cut -d, -f4)
	awk -v found="$found" -v seed=$seed 'BEGIN { if (found < 0.95) { print "seed " seed ": " found; exit 1 } }'
done

# Nothing to learn from at first, and a budget larger than the table.
mkdir failing
cp space.csv failing/space.csv
awk 'BEGIN { print "row,a,b,time"; for (n = 1; n <= 30; n++) print n "," n % 6 "," n % 5 "," (n % 6 ? "" : n) }' >failing/jobs.csv
INIT=1 sh "$here/ours.sh" failing 1 1 50 >tried
expect 'all of a small table' 30 "$(sort -u tried | wc -l)"
