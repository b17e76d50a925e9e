# What the tests over Slurm share. To be sourced; a cluster that is started in $cluster is stopped at
# the end whatever happens.
here=$ROOT/tests/slurm
. "$ROOT/tests/wait.sh"
work=${WORK:?run this by build/release/reaper}
cluster=$work/cluster
export SLURM_CONF="$cluster/slurm.conf"
export PATH="$PATH:/usr/sbin:/sbin"

finish() {
	status=$?
	trap - EXIT INT TERM
	# A function in the background is a shell, with the tool as its child.
	[ -z "${tool:-}" ] || pkill -KILL -P "$tool"
	[ -z "${tool:-}" ] || kill -KILL "$tool" 2>/dev/null
	sh "$here/cluster.sh" stop "$cluster" || status=1
	[ "$status" -eq 0 ] || find "$cluster/log" ! -name '*.out' -type f -exec tail -n 40 {} +
	exit "$status"
}
trap finish EXIT
trap 'exit 1' INT TERM

fail() {
	echo "FAILED: $*" >&2
	exit 1
}

skip() {
	echo "skipped: $1"
	trap - EXIT
	exit 77
}

# skip_without COMMAND...: the packages bring all or none.
skip_without() {
	[ -e /sys/devices/system/cpu ] || skip 'slurmd needs /sys, which is not mounted here'
	for program in "$@"; do
		command -v "$program" >/dev/null ||
			skip "no $program here: apt-get install slurm-wlm munge"
	done
}

# column NAME FILE: the cells of a column of a CSV file without quotes.
column() {
	awk -F, -v name="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i; next }
		{ print $column }' "$2"
}
