#!/bin/sh
# Exact search of a space too large for one machine, by an array of Slurm jobs:
#
#   search.sh OUT OPTION...
#
# writes what `cml-search --method exhaustive OPTION...` writes, byte for byte. Each shard is a job of cml-submit(1), which leaves
# its best in OUT, a folder on a file system that the nodes share; the best of all are then chosen among these. OPTIONs are those
# of cml-search(1), such as -m MODEL -n 50 --exclude history.csv.
#
# A shard that was searched is not searched again: after any end, the same command goes on. SIGINT and SIGTERM end this script,
# not the array. Other options, or the same with other files, are another search, beside it in OUT.
#
#   SHARDS=64      how many
#   THROTTLE=      of them run at a time (all)
#   SBATCH_ARGS=   further words for sbatch: '--partition=cpu --cpus-per-task=8 --time=30'
#                  (a task uses as many threads as --cpus-per-task says, or one)
#   RETRIES=3      how often a shard is tried again that a node lost or pre-empted
#   POLL=10        seconds between looks at the queue
set -euf
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
shards=${SHARDS:-64}

fail() {
	status=$1
	shift
	echo "search.sh: $*" >&2
	exit "$status"
}

[ $# -ge 2 ] || fail 2 "usage: search.sh OUT -m MODEL [OPTION of cml-search]..."
out=$1
shift
case $shards in
*[!0-9]* | 0*) fail 2 "SHARDS: not a positive whole number: \"$shards\"" ;;
esac
for word; do
	case $word in
	--sh* | --me* | --div* | --ca* | --ch* | -o* | --ou*) fail 2 "$word: not in an exhaustive search by SHARDS=N" ;;
	esac
done
# What is wrong with model and options is better known before anything waits in a queue.
cml-search "$@" --method exhaustive --check >/dev/null
mkdir -p "$out"
out=$(CDPATH= cd "$out" && pwd)

# The search by its options and the content of the files that they name.
search=$(for word in "$shards" "$@"; do
	printf '%s\n' "$word"
	for file in "$word" "${word#*=}" "${word#-?}"; do
		[ ! -f "$file" ] || { cksum <"$file" && break; }
	done
done | cksum | cut -d' ' -f1)
found=$out/$search
{ echo search,shard && seq "$shards" | sed "s/^/$search,/"; } >"$found.csv"
# shellcheck disable=SC2046,SC2086
cml-submit --backend slurm --on-interrupt detach --wait --retry-failed --retries "${RETRIES:-3}" --poll "${POLL:-10}" \
	${THROTTLE:+--throttle "$THROTTLE"} $(printf -- '--sbatch-arg=%s\n' ${SBATCH_ARGS:-} | grep '=.') -a "$out/shards.csv" \
	"$found.csv" -- sh "$here/search-task.sh" "$found-{shard}.csv" "$(command -v cml-search)" "$@" \
	--method exhaustive --shard "{shard}/$shards" ||
	fail $? "not all shards were searched: the same command searches the others"

# Under one header; shards with nothing to propose left empty files.
header=
for i in $(seq "$shards"); do
	sed "${header:+1d}" "$found-$i.csv"
	[ ! -s "$found-$i.csv" ] || header=taken
done >"$found-best.csv"
[ -s "$found-best.csv" ] || fail 3 "no configuration is feasible, or none is left"
exec cml-search "$@" --method exhaustive --candidates "$found-best.csv"
