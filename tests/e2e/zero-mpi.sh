#!/bin/sh
# The trainer of pipelines/experiments/workloads/zero-mpi on OpenMPI: however its layers are kept and its
# batches cut, it learns the same; its memory is that of the formula; what does not fit is refused.
set -eu
"$ROOT/.ci/setup" zero-mpi >/dev/null 2>&1 || { echo "skipped: no OpenMPI, and it cannot be installed"; exit 77; }
"${MAKE:-make}" --no-print-directory -s -C "$ROOT" MODE=release zero-mpi
PATH=$ROOT/build/release/bin:$PATH
. "$ROOT/tests/begin.sh"
# Small machines, and those whose tests run as root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
	PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1

sizes=64,96,96,96,48,16,8
mixed=FULL_SHARD,NO_SHARD,SHARD_GRAD_OP,FULL_SHARD,NO_SHARD,NO_SHARD

# train RANKS [OPTION]...
train() {
	n=$1
	shift
	mpirun -n "$n" zero-mpi --sizes=$sizes --warmup=0 --steps=12 --learning-rate=0.003 "$@"
}
losses() { sed 's/.*loss=\([^ ]*\) .*/\1/' "$1"; }
bytes() { sed -n '1s/.*resident_bytes=//p' "$1"; }

# close_to TOLERANCE FILE: every loss of FILE is that of `reference` to TOLERANCE, relative.
close_to() {
	losses "$2" | paste -d' ' reference_losses - |
		awk -v most="$1" -v file="$2" 'NF != 2 || ($1 - $2) ^ 2 > (most * $1) ^ 2 {
			print file ": step " NR ": " $2 ", where the reference has " $1; bad = 1 }
			END { exit bad || NR != 12 }'
}

# One rank, everything replicated: an ordinary trainer. An epsilon of 1e-3 keeps rounding from
# growing: AdamW with a small one moves a parameter whose gradient is rounding error as far as
# any other.
train 1 --local-batch=48 --epsilon=1e-3 >reference
losses reference >reference_losses
awk 'NR == 1 { first = $1 } END { if (!($1 < first / 2)) { print "the loss does not fall: " first " to " $1; exit 1 } }' \
	reference_losses

# same OPTIONS RANKS LOCAL_BATCH ACCUMULATE OVERLAP BUCKET STRATEGY: the same losses, to 1e-4
same() {
	train "$1" --local-batch="$2" --accumulate="$3" --overlap="$4" --bucket="$5" --strategy="$6" \
		--epsilon=1e-3 >one
	close_to 1e-4 one || { echo "with: $*"; exit 1; }
}
same 2 24 1 on 16KiB NO_SHARD
same 2 24 1 on 16KiB $mixed
for strategy in SHARD_GRAD_OP FULL_SHARD $mixed; do
	same 2 8 3 off 4KiB $strategy
	same 4 4 3 on 1MiB $strategy
done
same 1 24 2 on 16KiB $mixed
same 1 48 1 off 4KiB FULL_SHARD
same 2 8 3 on 4KiB $mixed
same 4 12 1 off 4KiB $mixed
same 3 16 1 on 500 $mixed

# The same job twice: one curve, digit for digit. Another seed: another.
train 2 --local-batch=24 --strategy=$mixed >one
train 2 --local-batch=24 --strategy=$mixed >two
losses one >one_losses
losses two | cmp - one_losses
train 2 --local-batch=24 --strategy=$mixed --seed=2 >two
! losses two | cmp -s - one_losses
# As published, epsilon 1e-8, rounding grows from step to step, and stays small.
cp one_losses reference_losses
train 4 --local-batch=12 --strategy=FULL_SHARD >two
close_to 0.02 two

# Resident bytes: the formula of rank_memory.h, reckoned once more. A unit for each layer here.
expected() {
	awk -v sizes=$sizes -v strategy="$1" -v ranks="$2" -v batch="$3" -v overlap="$4" '
	function up(n, m) { return int((n + m - 1) / m) * m }
	function room(n) { return up(4 * n, 64) }
	BEGIN {
		n = split(sizes, width, ",")
		for (l = 1; l < n; l++) {
			p = (width[l] + 1) * width[l + 1]
			whole = up(p, 16 * (strategy == "NO_SHARD" ? 1 : ranks))
			if (whole > largest) largest = whole
			own = strategy == "NO_SHARD" ? whole : whole / ranks
			total += room(strategy == "FULL_SHARD" ? own : whole) + 3 * room(own)
			total += room(batch * width[l + 1])
			if (width[l + 1] > widest) widest = width[l + 1]
		}
		slots = strategy == "NO_SHARD" ? 0 : strategy == "FULL_SHARD" ? 2 : 1
		total += slots * (overlap == "on" ? 2 : 1) * room(largest)
		print total + room(width[n] * width[1]) + room(batch * width[1]) + 2 * room(batch * widest) + room(batch)
	}'
}
sizes=64,96,96,96,96,96,96,96,16,8
for overlap in on off; do
	for strategy in FULL_SHARD SHARD_GRAD_OP NO_SHARD; do
		train 2 --local-batch=24 --bucket=4KiB --overlap=$overlap --strategy=$strategy >$strategy
		if [ "$(bytes $strategy)" -ne "$(expected $strategy 2 24 $overlap)" ]; then
			echo "$strategy, overlap $overlap: $(bytes $strategy), not $(expected $strategy 2 24 $overlap)"
			exit 1
		fi
	done
	[ "$(bytes FULL_SHARD)" -lt "$(bytes SHARD_GRAD_OP)" ]
	[ "$(bytes SHARD_GRAD_OP)" -lt "$(bytes NO_SHARD)" ]
done

# A byte too few is out of memory, in words that cml-submit knows; just enough is enough.
needed=$(bytes NO_SHARD)
echo limit >limits.csv
printf '%s\n' "$needed" $((needed - 1)) >>limits.csv
cml-submit -q -j 1 --metric examples_per_second=p90 -o limited.csv limits.csv -- mpirun -n 2 zero-mpi \
	--sizes=$sizes --local-batch=24 --bucket=4KiB --overlap=off --memory-limit='{limit}' || [ $? -eq 4 ]
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
	{ status = status " " $column["cml_status"] }
	END { if (status != " ok oom") { print "statuses:" status; exit 1 } }' limited.csv
! mpirun -n 2 zero-mpi --sizes=$sizes --memory-limit=1kB >out 2>err
[ ! -s out ]
[ "$(grep -c 'out of memory' err)" -eq 1 ]

# Wrong options: told once, not by every rank, as the first two show; 2.
launcher='mpirun -n 2'
wrong() {
	expected=$1
	shift
	code=0
	$launcher zero-mpi "$@" >out 2>err || code=$?
	if [ $code -ne 2 ] || [ "$(grep -c -e "$expected" err)" -ne 1 ] || [ "$(grep -c "^Try" err)" -ne 1 ] || [ -s out ]; then
		echo "wrong option $*: exit $code"
		cat out err
		exit 1
	fi
}
wrong '^zero-mpi: --strategy: not FULL_SHARD, SHARD_GRAD_OP or NO_SHARD: "ZERO"$' --strategy=ZERO
wrong '^zero-mpi: --strategy: 2 strategies for 11 layers$' --strategy=NO_SHARD,NO_SHARD
launcher=
wrong '^zero-mpi: --sizes: ' --sizes=12
wrong '^zero-mpi: --memory-limit: not a size' --memory-limit=12parsecs
wrong '^zero-mpi: --local-batch: not a whole number from 1 to 1048576: "0"$' --local-batch=0
wrong '^zero-mpi: --overlap: not one of off|on: "maybe"$' --overlap=maybe
wrong "unrecognized option '--warp=9'" --warp=9
zero-mpi --help >help
[ "$(grep -c '^Usage: zero-mpi' help)" -eq 1 ]
# The readme names every option.
for option in $(grep -o -e '--[a-z-]*[=]' help | tr -d =); do
	grep -q -e "\`$option" "$ROOT/pipelines/experiments/workloads/zero-mpi/README.md" || { echo "no $option in README.md"; exit 1; }
done
