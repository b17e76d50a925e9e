#!/bin/sh
# A replay over a measured table: failures spend an evaluation and give no metric,
# repeats are one configuration, all searches start alike, no row is tried twice, a
# second run gives the same bytes, and learning finds the floor of a smooth valley.
# FULL=1: batches of two sizes from scale to scale, another way to learn, three seeds of the valley.
set -eu
here=$ROOT/pipelines/experiments/replay
. "$ROOT/tests/begin.sh"

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
expect 'progress down' 'x,1,,0,1 x,2,5,0.5,1 x,3,5,0.5,2 x,4,2.5,1,2' \
	"$(awk -F, -v label=x -v goal=min -f "$here/progress.awk" jobs.csv order | paste -sd' ')"
expect 'progress up' 'x,1,,0,1 x,2,5,1,1 x,3,5,1,2 x,4,5,1,2' \
	"$(awk -F, -v label=x -v goal=max -f "$here/progress.awk" jobs.csv order | paste -sd' ')"
expect 'a warm start of job 1 (row 2), until 1 in batches of 2' 'x,1,,0,1 x,2,2.5,1,1' \
	"$(printf '1\n4\n3\n2\n' | awk -F, -v label=x -v goal=min -v warm=1 -v start=1 -v until=1 -v batch=2 \
		-f "$here/progress.awk" jobs.csv - | paste -sd' ')"
expect 'rows that are enough' '3' \
	"$(awk -F, -v goal=min -v until=0.6 -v warm=0 -f "$here/enough.awk" jobs.csv | paste -sd' ')"
expect 'and within a half' '1 3' \
	"$(awk -F, -v goal=min -v until=0.5 -v warm=0 -f "$here/enough.awk" jobs.csv | paste -sd' ')"
expect 'summary of seeds 1 and 2' \
	't,m,1,1,fraction,0.75,0.25,1.25,2 t,m,1,1,failed,0.5,-0.5,1.5,2 t,m,1,0,to_99,1.5,0.5,2.5,2' \
	"$(printf 'table\nt,m,1,1,1,9,1,0\nt,m,2,1,1,9,0.5,1\n' |
		awk -F, -f "$here/summary.awk" | sed 1d | grep '^t' | paste -sd' ')"
expect 'all rows, once' "$(seq 100 | paste -sd' ')" \
	"$( (echo n; seq 100) | awk -v seed=3 -f "$here/shuffle.awk" | sed 1d | sort -n | paste -sd' ')"

# The whole pipeline on its own table.
for seeds in 2 1; do
	CML_PUBLIC_DATA=$work/none SEEDS=$seeds BATCHES=10 BUDGET=40 METHODS='random cubicml' \
		sh "$here/replay.sh" seeds-$seeds >seeds-$seeds.log
done
mv seeds-2 one
awk -F, 'NR == 1 || $3 == 1' one/replay.csv | cmp - seeds-1/replay.csv
awk -F, 'NR == 1 { next }
	{ run = $1 FS $2 FS $3 FS $4; n[run]++ }
	$5 != n[run] || $7 < 0 || $7 > 1 || $7 + 0 < last[run] { print "bad row: " $0; bad = 1 }
	{ last[run] = $7 + 0 }
	END { for (run in n) if (n[run] == 40) whole++
		exit bad || whole != 4 }' one/replay.csv
for seed in 1 2; do
	rows=one/runs/simulated-cubicml-$seed-10.csv.rows
	expect 'distinct rows' 40 "$(sort -u $rows | wc -l)"
	cmp -s $rows one/runs/simulated-random-$seed-10.csv.rows && exit 1
done
# A design chooses the first rows, or all methods begin alike.
begin() {
	DESIGN=$1 sh "$here/ours.sh" one/tables/simulated "$2" 10 10
}
head -n 10 one/runs/simulated-random-1-10.csv.rows >start
begin '' 1 | cmp - start
begin '--method auto' 1 >design
! cmp -s design start
head -n 10 one/runs/simulated-cubicml-1-10.csv.rows | cmp - design
# A peer, where there is one, starts from either.
if /usr/bin/python3 -c 'import sklearn' 2>/dev/null; then
	CML_PUBLIC_DATA=$work/none SEEDS=1 BATCHES=10 BUDGET=11 METHODS='extra-trees extra-trees-design' sh "$here/replay.sh" one >/dev/null
	head -n 10 one/runs/simulated-extra-trees-1-10.csv.rows | cmp - start
	head -n 10 one/runs/simulated-extra-trees-design-1-10.csv.rows | cmp - design
fi

# A smooth valley of 40 x 40, of which a random order of 40 rows sees little: a search
# comes within 5 % of its floor for every seed.
mkdir valley
printf 'name,role,type,domain\na,param,int,1:40\nb,param,int,1:40\nseconds,metric,min,\n' >valley/space.csv
awk 'BEGIN { print "row,a,b,seconds"
	for (a = 1; a <= 40; a++) for (b = 1; b <= 40; b++)
		print ++n "," a "," b "," 1 + (a - 29) ^ 2 / 50 + (b - 7) ^ 2 / 50 }' >valley/jobs.csv
seeds=1
[ "${FULL:-0}" = 0 ] || seeds='1 2 3'
for seed in $seeds; do
	sh "$here/ours.sh" valley $seed 5 40 >tried
	found=$(awk -F, -v label=v -v goal=min -f "$here/progress.awk" valley/jobs.csv tried | tail -n 1 | cut -d, -f4)
	awk -v found="$found" -v seed=$seed 'BEGIN { if (found < 0.95) { print "seed " seed ": " found; exit 1 } }'
done

# Nothing to learn from at first, and a budget larger than the table: it ends when what is left hardly runs.
mkdir failing
cp space.csv failing/space.csv
awk 'BEGIN { print "row,a,b,time"; for (n = 1; n <= 30; n++) print n "," n % 6 "," n % 5 "," (n % 6 ? "" : n) }' >failing/jobs.csv
INIT=1 sh "$here/ours.sh" failing 1 8 50 >tried 2>said
grep -q 'hardly run' said
expect 'all that run of a small table' '6 12 18 24 30' "$(awk '$1 % 6 == 0' tried | sort -n | xargs)"

# Failures among the held-out jobs that are proposed first: counted as cml-eval does, and a speed that learned
# failures as the slowest is another order. What is done is not done again.
printf 'name,role,type,domain\na,param,int,1:12\nb,param,int,1:8\nspeed,metric,max,0:\nstatus,status,,\n' >wasted-space.csv
awk 'BEGIN { print "a,b,speed,status"
	for (a = 1; a <= 12; a++) for (b = 1; b <= 8; b++) print a "," b (a * b > 40 ? ",,oom" : "," a * b + b / 3 ",ok") }' >wasted.csv
wasted() {
	FIRST='4 2' REPEATS=2 SPLITS=random:0.6 PREDICTORS='-p forest:trees=20' sh "$here/wasted.sh" wasted wasted-space.csv wasted.csv
}
wasted >wasted.out
for first in 4 2; do
	expect 'as cml-eval counts' "$(grep "@$first," wasted/1-random-0-6-speed.csv | cut -d, -f2,5,6 | sort)" \
		"$(awk -F, -v first=$first -v goal=max -f "$here/wasted.awk" wasted/1-random-0-6-speed-jobs.csv | grep "@$first," |
			cut -d, -f2,5,6 | sort)"
done
expect 'three orders, two numbers of jobs' 7 "$(wc -l <wasted/wasted.csv)"
expect 'the same jobs held out' "$(cut -d, -f2,5,6 wasted/1-random-0-6-speed-jobs.csv | sort)" \
	"$(cut -d, -f2,5,6 wasted/1-random-0-6-worst-jobs.csv | sort)"
echo gone >wasted/1-random-0-6-worst-jobs.csv
wasted | cmp - wasted.out
expect 'not done again' gone "$(cat wasted/1-random-0-6-worst-jobs.csv)"

# From scale to scale: two models at two scales each, in a table whose larger micro-batches fail. The small
# scale of each starts nothing; of model 9 there are too few rows.
mkdir scales
printf 'name,role,type,domain\nmodel,context,int,\ngpus,context,int,\nmbs,param,int,1:12\ntp,param,int,1:6\n' >scales/space.csv
printf 'status,status,,\nspeed,metric,max,\n' >>scales/space.csv
awk 'BEGIN { print "model,gpus,mbs,tp,speed,status"
	for (model = 1; model <= 2; model++) for (gpus = 8; gpus <= 16; gpus += 8)
		for (mbs = 1; mbs <= 12; mbs++) for (tp = 1; tp <= 6; tp++)
			print model "," gpus "," mbs "," tp "," (mbs > 5 + tp * model / 2 ? ",oom" : gpus * mbs / tp ^ 0.4 ",ok")
	print "9,8,1,1,5,ok\n9,16,1,1,7,ok" }' >scales/table.csv
n_runs=8 batches=2 methods='random cubicml-speed cubicml-worst cubicml'
[ "${FULL:-0}" = 0 ] || n_runs=20 batches='4 2' methods="$methods cubicml-mean"
replay_scales() {
	SEEDS=1 BATCHES=$batches METHODS=$methods \
		sh "$here/scales.sh" "$1" scales/space.csv scales/table.csv
}
replay_scales scales/one >scales/report
expect contexts 'gpus16-1 gpus16-2' "$(paste -sd' ' scales/one/contexts)"
expect 'a warm start' '72 --fix model=2 --fix gpus=16' "$(cat scales/one/tables/gpus16-2/warm scales/one/tables/gpus16-2/fix | paste -sd' ')"
expect 'every run' $n_runs "$(find scales/one/runs -name '*.csv' | wc -l)"
# Every run ends at the first batch that is good enough, and its failures are those of the table.
for rows in scales/one/runs/*.rows; do
	run=${rows%.rows}
	dir=scales/one/tables/$(basename "$run" | cut -d- -f1-2)
	expect "distinct rows of $run" '' "$(sort "$rows" | uniq -d)"
	expect "the start of $run" "$(sed '1d;73q' "$dir/shuffled-1.csv" | cut -d, -f1)" \
		"$(head -n 72 "$rows")"
	launched=$(tail -n 1 "$run" | cut -d, -f5)
	expect "failures of $run" "$(sed "1,72d;$((launched + 72))q" "$rows" |
		awk -F, 'NR == FNR { failed[$1] = $NF == ""; next } failed[$1] { n++ } END { print n + 0 }' "$dir/jobs.csv" -)" \
		"$(tail -n 1 "$run" | cut -d, -f8)"
	awk -F, -v batch="$(basename "$run" .csv | sed 's/.*-//')" '{ fraction[NR] = $7 }
		END { for (i = batch; i < NR; i += batch) if (fraction[i] >= 0.95) exit 1; exit !(fraction[NR] >= 0.95) }' "$run" ||
		{ echo "$run does not end where it should"; exit 1; }
done
# What failed at the small scale fails here: who learns it launches fewer jobs, and fewer that fail, than
# who looks at speed alone.
mean() { awk -F, -v method="$1" -v column="$2" '$1 == "mean" && $2 == method && $3 == 2 { print $column }' scales/one/launches.csv; }
for column in 4 7; do
	awk -v learned="$(mean cubicml $column)" -v speed="$(mean cubicml-speed $column)" 'BEGIN {
		if (learned == "" || learned * 1.3 > speed) { print "launches", learned, speed; exit 1 } }'
done
# Continued: only what is missing is done, and gives the same bytes.
cp scales/one/scales.csv scales/before
rm scales/one/runs/gpus16-2-cubicml-1-2.csv
echo gone >scales/one/runs/gpus16-2-random-1-2.csv.rows
replay_scales scales/one | cmp - scales/report
cmp scales/one/scales.csv scales/before
expect 'what was done' gone "$(cat scales/one/runs/gpus16-2-random-1-2.csv.rows)"
# From half of the smaller scale, another for each seed; with another start a run is not gone on with.
! (WARM=0.5 replay_scales scales/one) >said 2>&1 || { echo 'another start in the same folder'; exit 1; }
expect 'another start' 'scales/one was begun with WARM=1, not 0.5: take another OUT_DIR' "$(cat said)"
WARM=0.5 SEEDS=2 BATCHES=3 CONTEXTS=gpus16-2 METHODS='random cubicml-mean' sh "$here/scales.sh" scales/half scales/space.csv \
	scales/table.csv >/dev/null
sed '1d;73q' scales/half/tables/gpus16-2/jobs.csv | cut -d, -f1 >smaller
for seed in 1 2; do
	sed 36q scales/half/runs/gpus16-2-cubicml-mean-$seed-3.csv.rows | sort >half-$seed
	expect 'half of the start' '36 36' "$(sort -u half-$seed | wc -l) $(grep -cxFf smaller half-$seed)"
	expect 'then candidates' 0 "$(sed 1,36d scales/half/runs/gpus16-2-cubicml-mean-$seed-3.csv.rows | grep -cxFf smaller)"
	expect 'launches begin behind it' 1 "$(sed 1q scales/half/runs/gpus16-2-cubicml-mean-$seed-3.csv | cut -d, -f5)"
done
! cmp -s half-1 half-2 || { echo 'the same half for every seed'; exit 1; }
# From so many jobs of each smaller scale, and from nothing: then a design comes first, and the batches after it.
printf 'gpus\n8\n8\n16\n8\n16\n' >jobs-of-scales
expect 'two of each scale' 'gpus 8 8 16 16' \
	"$(awk -F, -v part=2 -v rows=5 -v scale=gpus -f "$here/start.awk" jobs-of-scales | paste -sd' ')"
expect 'a part of all' 'gpus 8 8 16' \
	"$(awk -F, -v part=0.6 -v rows=5 -v scale=gpus -f "$here/start.awk" jobs-of-scales | paste -sd' ')"
WARM=12 SEEDS=1 BATCHES=3 CONTEXTS=gpus16-2 METHODS=random sh "$here/scales.sh" scales/twelve scales/space.csv \
	scales/table.csv >/dev/null
expect 'twelve jobs start' '12 12' \
	"$(cat scales/twelve/tables/gpus16-2/start) $(sed 12q scales/twelve/runs/gpus16-2-random-1-3.csv.rows | grep -cxFf smaller)"
WARM=0 INIT=4 SEEDS=1 BATCHES=3 METHODS='random cubicml' sh "$here/scales.sh" scales/cold scales/space.csv scales/table.csv \
	>/dev/null
! (WARM=0 INIT=5 sh "$here/scales.sh" scales/cold scales/space.csv scales/table.csv) >said 2>&1 || { echo 'another design in the same folder'; exit 1; }
expect 'another design' 'scales/cold was begun with WARM=0 INIT=4, not 0 INIT=5: take another OUT_DIR' "$(cat said)"
for context in gpus16-1 gpus16-2; do
	expect 'nothing of other contexts' 72 "$(($(wc -l <scales/cold/tables/$context/jobs.csv) - 1))"
	for method in random cubicml; do
		run=scales/cold/runs/$context-$method-1-3.csv
		expect "distinct rows of $run" '' "$(sort "$run.rows" | uniq -d)"
		awk -F, '{ fraction[NR] = $7 }
			END { for (i = 4; i < NR; i += 3) if (fraction[i] >= 0.95) exit 1
				exit !(NR >= 4 && (NR - 4) % 3 == 0 && fraction[NR] >= 0.95) }' "$run" ||
			{ echo "$run does not end where it should"; exit 1; }
	done
done
case $(sh "$here/scales.sh" scales/none scales/space.csv scales/absent.csv) in
'NOTHING REPLAYED'*) ;;
*) echo 'an absent table is not said'; exit 1 ;;
esac
