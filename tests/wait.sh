# Waiting for what a test needs to have happened, however slow the machine is. To be sourced.

# tick: a while. What runs the tests tells it, without a process (tests/reaper.c).
tick() {
	read -r _ <&7 || sleep 0.1
} 2>/dev/null

# wait_until WHAT COMMAND...: looks again and again until the command succeeds. After minutes, which
# only a defect takes, the test ends. What is counted are looks, so that a machine that hardly gets
# to look gets longer.
wait_until() {
	awaited=$1
	shift
	looks=0
	until "$@"; do
		looks=$((looks + 1))
		[ $looks -lt 6000 ] || {
			echo "FAILED: $awaited: waited for in vain" >&2
			exit 1
		}
		tick
	done
}

# hold [NAME]: jobs that run `[ ! -p hold ] || read -r _ <hold || :` wait from here on, until `release`. It is open until it
# is gone, also for a job that has seen it and opens it late.
hold() {
	mkfifo "${1:-hold}"
}
release() {
	rm "${1:-hold}" 8<>"${1:-hold}"
}

# has_values N FILE: whether its lines are N different ones, or more
has_values() {
	values=' ' n_values=0
	while read -r line; do
		case $values in
		*" $line "*) ;;
		*) values="$values$line " n_values=$((n_values + 1)) ;;
		esac
	done <"$2"
	[ $n_values -ge "$1" ]
}

# lines N FILE: whether there are so many; of files that nobody cuts meanwhile
lines() {
	[ -e "$2" ] && {
		n_lines=0
		while read -r _; do
			n_lines=$((n_lines + 1))
		done <"$2"
		[ $n_lines -ge "$1" ]
	}
}
