#!/bin/sh
# Tunes a real training step on a real GPU, in minutes: run.sh OUT_DIR
#
# The trainer is ../workloads/gpt. In this order, each into a folder of OUT_DIR:
#
#   random      FIRST random jobs; at the very end as many more as there were proposals, as a reference
#   rounds      ROUNDS of PROPOSALS from them; the best again in turns with the default, which is what a good engineer
#               writes by hand (torch.compile, bf16 autocast, flash, fused, micro-batch 8, padded vocabulary), and with that one
#               without torch.compile
#   like        LIKE_ROUNDS with the numerics of the default (PRECISION), from the jobs above: the gain like for like
#   wider       a model of WIDER, of which the log has no job: proposals, predicted before they run; the first of them in turns with
#               the default; and as many random jobs
#   wider-like  LIKE_ROUNDS for it with the numerics of the default
#
# It goes on where it was stopped, and runs no job twice. Needs the tools in PATH, and PyTorch for $PYTHON; the default is one GPU with
# nothing else on it. To be set:
#
#   WIDTH=1536 LAYERS=24 SEQ=2048 TOKENS=131072 WIDER=2048    of the model
#   FIRST=40 ROUNDS=3 LIKE_ROUNDS=2 PROPOSALS=10 CONFIRM=5    of the rounds
#   SEED=1
#   SPACE=schemas/gpt.csv PRECISION=bf16_amp MEMORY_GB=78.5   the space; numerics; memory of a job
#   DEVICE=cuda                                               cpu: to try it without a GPU
#   SECONDS_TIMED=1 PYTHON=python3                            of a job
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: run.sh OUT_DIR}
: "${WIDTH=1536}" "${LAYERS=24}" "${SEQ=2048}" "${TOKENS=131072}" "${WIDER=2048}" "${FIRST=40}" "${ROUNDS=3}" "${LIKE_ROUNDS=2}"
: "${PROPOSALS=10}" "${CONFIRM=5}" "${SEED=1}" "${PRECISION=bf16_amp}" "${MEMORY_GB=78.5}" "${DEVICE=cuda}" "${PYTHON=python3}" "${SECONDS_TIMED=1}"
space=${SPACE:-$here/../../../schemas/gpt.csv}
gpt=$here/../workloads/gpt
mkdir -p "$out"
out=$(CDPATH= cd "$out" && pwd)
export GPT_SOCKET="$out/trainer.sock"
"$PYTHON" -c 'import torch' 2>/dev/null || {
	echo "run.sh: $PYTHON has no torch: apt-get install python3-torch, or name another PYTHON" >&2
	exit 1
}
began=$(date +%s)
touch "$out/seconds"
# The resident trainer: started anew where it dies. Not by a job, as cml-submit ends what a job leaves behind.
(
	trap '' INT
	trap 'kill -9 $trainer; exit' TERM
	while kill -0 $$; do
		"$PYTHON" "$here/../workloads/gpt/train.py" --serve "$GPT_SOCKET" &
		trainer=$!
		! wait $trainer || exit 0
		sleep 1
	done
) </dev/null >>"$out/trainer.log" 2>&1 &
keeper=$!
end() {
	kill $keeper 2>/dev/null || :
	rm -f "$GPT_SOCKET"
	echo $(($(date +%s) - began)) >>"$out/seconds"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# A setting that is not active has no value, and the trainer takes its default.
job="$PYTHON $gpt/job.py device=$DEVICE memory_gb=$MEMORY_GB seconds=$SECONDS_TIMED"
for name in d_model layers seq global_tokens compile micro_batch recompute attention precision optimizer loss_chunks vocab fused_qkv \
	zero_grad head_dim sync; do
	job="$job $name={$name}"
done
fix="layers=$LAYERS seq=$SEQ global_tokens=$TOKENS devices=1"
if [ "$DEVICE" = cpu ]; then
	# Without the kernels of a GPU, their laws, and what it measures.
	sed -e 's/eager|sdpa_math|sdpa_efficient|sdpa_flash,,sdpa_flash/eager,,eager/; s/loop|foreach|fused,,fused/loop|foreach,,foreach/' \
		-e 's/fp32|tf32|bf16_amp|bf16,,bf16_amp/fp32|bf16_amp,,fp32/; s/^compile,\(.*\),none|layer,,layer,/compile,\1,none,,none,/; /^peak_gb,/d; /^wide,/d; /,term,/d' \
		"$space" >"$out/cpu.csv"
	space=$out/cpu.csv PRECISION=fp32
fi

# rounds_of FOLDER SETTING...: rounds in FOLDER
rounds_of() {
	folder=$out/$1
	shift
	status=0
	sh "$here/../../cml-rounds" "$folder" SPACE="$space" METRIC=tokens_per_s=median PREDICTOR= SEED="$SEED" JOBS=1 \
		SUBMIT="--timeout 10m --infra-pattern trainer%20died --infra-pattern trainer%20hung" \
		PROPOSALS="$PROPOSALS" CONFIRM="$CONFIRM" "$@" -- $job || status=$?
	# 3 with a configuration named: the default is as good as anything.
	[ $status -eq 0 ] || { [ $status -eq 3 ] && [ -f "$folder/named.csv" ]; } || exit $status
}

# launch TABLE HISTORY [OPTION...]: the configurations of TABLE as jobs
launch() {
	table=$1 history=$2
	shift 2
	status=0
	cml-submit -q -s "$space" -a "$history" -j 1 --metric tokens_per_s=median --timeout 10m \
		--infra-pattern 'trainer died' --infra-pattern 'trainer hung' "$@" "$table" -- $job || status=$?
	[ $status -eq 0 ] || [ $status -eq 4 ] || exit $status
}

# options WORD...: --fix WORD of each
options() { printf -- '--fix %s ' "$@"; }

# The paths of a command may hold no blanks: it is split into words.
case "$PYTHON $gpt" in *"	"* | *" "*" "*) echo "run.sh: a blank in $gpt" >&2 && exit 1 ;; esac

# One job before all others, to see that there is something to measure.
# shellcheck disable=SC2046
cml-search -q -s "$space" --fix "d_model=$WIDTH" $(options $fix) --method random -n 1 --include-default -o "$out/first.csv"
launch "$out/first.csv" "$out/first-history.csv"
grep -q ',ok,' "$out/first-history.csv" || {
	tail -n 3 "$out"/first-history.csv.jobs/*/stdout "$out/trainer.log" >&2
	exit 1
}

# The one by hand as it is without torch.compile, to be measured beside the others.
by_hand=
if [ "$DEVICE" = cuda ]; then
	by_hand=$out/by-hand.csv
	# shellcheck disable=SC2046
	cml-search -q -s "$space" --fix "d_model=$WIDTH" $(options $fix) --fix compile=none --method random -n 1 --include-default | head -n 2 >"$by_hand"
fi

# random FOLDER WIDTH N SEED [HOW_MANY]: the first HOW_MANY of N random jobs, or all
random() {
	mkdir -p "$out/$1"
	# shellcheck disable=SC2046
	[ -f "$out/$1/random.csv" ] || cml-search -q -s "$space" --seed "$4" $(options "d_model=$2" $fix) --method random -n "$3" \
		-o "$out/$1/random.csv"
	head -n "$((${5:-$3} + 1))" "$out/$1/random.csv" >"$out/$1/now.csv"
	launch "$out/$1/now.csv" "$out/$1/random-history.csv"
}

[ -f "$out/rounds.log.csv" ] || {
	random random "$WIDTH" "$((FIRST + ROUNDS * PROPOSALS))" "$((SEED + 1))" "$FIRST"
	cp "$out/random/random-history.csv" "$out/rounds.log.part"
	mv "$out/rounds.log.part" "$out/rounds.log.csv"
}
rounds_of rounds FIX="d_model=$WIDTH $fix" HISTORY="$out/rounds.log.csv" FIRST=0 ROUNDS="$ROUNDS" CONTENDERS="$by_hand"
rounds_of like FIX="d_model=$WIDTH precision=$PRECISION $fix" HISTORY="$out/rounds/history.csv" FIRST=0 ROUNDS="$LIKE_ROUNDS"

# A model that the log has never seen: predicted first.
mkdir -p "$out/wider"
if [ ! -f "$out/wider/proposals.csv" ]; then
	cml-encode -q -s "$space" "$out/rounds/history.csv" | cml-train -q -s "$space" -o "$out/wider/model"
	# shellcheck disable=SC2046
	cml-search -q -m "$out/wider/model" $(options "d_model=$WIDER" $fix) --include-default -n "$((PROPOSALS + 1))" \
		-o "$out/wider/proposals.csv"
fi
# Where intervals are not known there is no column of them.
launch "$out/wider/proposals.csv" "$out/wider/history.csv" \
	--carry "$(head -n 1 "$out/wider/proposals.csv" | tr , '\n' | grep -xE 'cml_(pred|lo|hi|ok)' | paste -sd , -)"
[ -f "$out/wider.log.csv" ] || {
	awk -f "$here/../../csv.awk" -f "$here/one-log.awk" "$out/wider/history.csv" "$out/rounds/history.csv" >"$out/wider.log.part"
	mv "$out/wider.log.part" "$out/wider.log.csv"
}
rounds_of wider-like FIX="d_model=$WIDER precision=$PRECISION $fix" HISTORY="$out/wider.log.csv" FIRST=0 ROUNDS="$LIKE_ROUNDS"

# The default and what was proposed first, again in turns.
head -n 3 "$out/wider/proposals.csv" >"$out/wider/pair.csv"
launch "$out/wider/pair.csv" "$out/wider/pair-history.csv" --repeats "$CONFIRM"
random wider "$WIDER" "$PROPOSALS" "$((SEED + 2))"
random random "$WIDTH" "$((FIRST + ROUNDS * PROPOSALS))" "$((SEED + 1))"

for part in rounds like wider-like; do
	echo "$part:"
	cat "$out/$part/confirm/summary.txt" 2>/dev/null || :
done
wall=$(awk -v now="$(($(date +%s) - began))" '{ now += $1 } END { print now }' "$out/seconds")
awk -v wall="$wall" -f "$here/../../csv.awk" -f "$here/figures.awk" "$out/rounds/history.csv" \
	"$out/random/random-history.csv" "$out/wider/history.csv" "$out/wider/random-history.csv" "$out/wider/pair-history.csv" "$out/first-history.csv" \
	"$out"/*like/history.csv "$out"/*/confirm/repeats.csv
