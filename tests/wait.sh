# Waiting for what a test needs to have happened, however slow the machine is. To be sourced.

# wait_until WHAT COMMAND...: looks again and again until the command succeeds. After minutes, which
# only a defect takes, the test ends. What is counted are looks, so that a machine that hardly gets
# to look gets longer.
wait_until() {
	awaited=$1
	shift
	looks=0
	until "$@"; do
		looks=$((looks + 1))
		[ $looks -lt 3000 ] || {
			echo "FAILED: $awaited: waited for in vain" >&2
			exit 1
		}
		sleep 0.1
	done
}

# lines N FILE: whether there are so many
lines() {
	[ -e "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ]
}
