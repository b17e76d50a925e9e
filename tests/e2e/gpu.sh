#!/bin/sh
# The campaign of a GPU, without one: its measured jobs replayed, and its trainer on the processor, as a resident process that is
# asked and killed. FULL=1: killed between jobs, replaced and hung, too; and the whole campaign.
set -eu
work=${WORK:?run this by build/release/reaper}
python=${PYTHON:-/usr/bin/python3}
gpt=$ROOT/pipelines/experiments/workloads/gpt
GPT_SOCKET=$work/trainer.sock
export GPT_SOCKET OMP_NUM_THREADS=1
# The trainer, started anew where it ends, as run.sh does.
keep() {
	while :; do
		"$python" "$1/train.py" --serve "$GPT_SOCKET" || :
	done
}
keeper=
pid() { pgrep -f "serve $work"; }
quit() {
	[ -z "$keeper" ] || kill $keeper
	keeper=
	# It may end by itself meanwhile.
	for left in $(pid); do
		kill -9 "$left" 2>/dev/null || :
	done
}
trap quit EXIT
cd "$work"
. "$ROOT/tests/wait.sh"
fail() {
	echo "$*"
	exit 1
}

# README.md's figure: of the forty random jobs, of thirty proposals and of as many random ones, the best and the failed.
awk -F, '
	function add(part) { if ($21 != "ok") failed[part]++; else if ($19 > best[part]) best[part] = $19 }
	NR > 7 && NR <= 47 { add(1) }
	NR > 47 && NR <= 77 { add(2) }
	NR > 77 && NR <= 107 { add(3) }
	END { printf "%d %d  %d %d  %d %d\n", best[1], failed[1], best[2], failed[2], best[3], failed[3] }' "$ROOT/pipelines/experiments/gpu/h200.csv" >parts
[ "$(cat parts)" = '69342 9  89727 0  81477 9' ] || fail "the figure's jobs: $(cat parts)"
if command -v gnuplot >/dev/null; then
	gnuplot -e "here='$ROOT/pipelines/experiments/gpu'; out='.'" "$ROOT/pipelines/experiments/gpu/campaign.gp" && [ -s h200.png ] || fail 'no figure'
fi

SEEDS=2 METHODS='random cubicml' sh "$ROOT/pipelines/experiments/gpu/replay.sh" replay >replayed
awk '$1 == "d_model1536" { n++; if ($5 + 0 >= $3 + 0) bad = 1 } END { exit bad || n != 2 }' replayed || {
	cat replayed
	fail 'no fewer launches than at random'
}

"$python" -c 'import torch' 2>/dev/null || { echo 'skipped: no PyTorch for the trainer: apt-get install python3-torch'; exit 77; }
size='d_model=32 layers=1 seq=16 global_tokens=64 micro_batch=2 vocab=64 head_dim=16 device=cpu seconds=0'
plain="$size attention=eager precision=fp32 optimizer=foreach"
job() { "$python" "$gpt/job.py" "$@"; }
reads() { grep -cE '^step=[1-3] loss=[0-9.]+ tokens_per_s=[0-9.]+ step_ms=[0-9.]+$' "$1"; }
keep "$gpt" >log 2>&1 &
keeper=$!

# The same numbers however a step is cut, in one process or resident.
# shellcheck disable=SC2086
"$python" "$gpt/train.py" $plain >alone
# shellcheck disable=SC2086
job $plain >resident
for how in recompute=full recompute=alternate loss_chunks=4 optimizer=loop zero_grad=zero sync=1; do
	# shellcheck disable=SC2086
	job $plain $how >cut
	[ "$(sed -n 's/.*\(loss=[0-9.]\{5\}\).*/\1/p' cut)" = "$(sed -n 's/.*\(loss=[0-9.]\{5\}\).*/\1/p' alone)" ] || fail "another loss with $how"
done
[ "$(reads alone)" = 3 ] && [ "$(reads resident)" = 3 ] || fail 'three readings are expected'
first=$(pid)

# An error of PyTorch ends the job and not the trainer; a wrong word needs none.
# shellcheck disable=SC2086
job $plain d_model=48 head_dim=16 seq=16 micro_batch=3 >refused && fail 'a micro-batch that does not divide the tokens'
grep -q 'no multiple of micro_batch' refused || fail "$(cat refused)"
job recompute=some 2>refused && fail 'a word that is none'
grep -q "recompute: 'some' is none of none, alternate, full" refused || fail "$(cat refused)"
[ "$(pid)" = "$first" ] || fail 'the trainer did not stay'

# Killed in a job.
# shellcheck disable=SC2086
job $plain readings=100000 >long 2>said &
asked=$!
wait_until 'a reading' test -s long
kill -9 "$(pid)"
wait $asked && fail 'a job without an end'
grep -q 'trainer died' said || fail "$(cat said)"
# shellcheck disable=SC2086
job $plain >again
[ "$(reads again)" = 3 ] && [ "$(pid)" != "$first" ] || fail 'not started again'
[ "${FULL:-0}" = 1 ] || {
	quit
	exit 0
}

# Each start of PyTorch takes a second: killed between jobs; hung; of other files.
first=$(pid)
kill -9 "$first"
# shellcheck disable=SC2086
job $plain >again
[ "$(reads again)" = 3 ] && [ "$(pid)" != "$first" ] || fail 'not started again'
kill -STOP "$(pid)"
# shellcheck disable=SC2086
job --hang 0.3 $plain >again 2>said && fail 'an answer of a stopped trainer'
grep -q 'trainer hung' said || fail "$(cat said)"
# shellcheck disable=SC2086
job $plain >again
# Of other files: it ends, and the job is the next one's.
cp -r "$gpt" other
echo '# another' >>other/settings.py
kill $keeper
keep other >>log 2>&1 &
keeper=$!
first=$(pid)
# shellcheck disable=SC2086
"$python" other/job.py $plain >again
[ "$(reads again)" = 3 ] && [ "$(pid)" != "$first" ] || fail 'a trainer of other files answered'
quit

# The whole campaign, on the processor and tiny: with one trainer, which does not outlive it, and each job once.
sed -e 's/50257|50304,value,50304/61|64,value,64/; s/64|128,value,64/16|32,value,16/' "$ROOT/schemas/gpt.csv" >space.csv
campaign() {
	SPACE=space.csv DEVICE=cpu SECONDS_TIMED=0 WIDTH=64 WIDER=128 LAYERS=1 SEQ=64 TOKENS=1024 FIRST=5 ROUNDS=1 LIKE_ROUNDS=1 \
		PROPOSALS=2 CONFIRM=2 PYTHON=$python sh "$ROOT/pipelines/experiments/gpu/run.sh" campaign
}
unset GPT_SOCKET
campaign >said 2>&1 || fail "$(tail -n 5 said)"
[ "$(grep -c '^serves at' campaign/trainer.log)" = 1 ] || fail 'the trainer does not stay'
! pid || fail 'the trainer outlives the campaign'
awk '$1 == "rounds" && $2 == 8 && $3 == 0 { n++ } $1 == "random" && $2 == 7 { n++ }
	/^wider: the first proposal .* in 2 repeats/ { n++ } END { exit n != 3 }' said || fail "$(tail -n 8 said)"
cat campaign/*/*history.csv campaign/*/confirm/repeats.csv | cksum >before
campaign >said 2>&1 || fail "$(tail -n 5 said)"
[ "$(cat campaign/*/*history.csv campaign/*/confirm/repeats.csv | cksum)" = "$(cat before)" ] || fail 'a job ran again'
