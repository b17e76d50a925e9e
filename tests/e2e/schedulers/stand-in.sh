#!/bin/sh
# Stands in for the commands of PBS, LSF, Flux and Kubernetes, and for ssh to hosts that have their homes in $STAND_IN, by the name it is called by: jobs are folders of $STAND_IN, numbered
# by what mkdir lets one process make. One in CHAOS commands fails: before it did anything, or after; one job in LOSE is
# forgotten before it begins. DELAY: the longest wait in a queue, in tenths of a second.
set -u
: "${CHAOS:=0}" "${LOSE:=0}" "${DELAY:=5}"

fail() {
	echo "$*" >&2
	exit 1
}
# drawn N: a number below N, of the process and the clock
drawn() { echo $((($$ * 7919 + $(date +%N | sed 's/^0*//;s/^$/0/')) % $1)); }
# fails: whether this command does, now; by and by
fails() { [ "$CHAOS" -gt 0 ] && [ "$(drawn "$CHAOS")" -eq 0 ]; }

# enqueue NAME LOG SCRIPT: its number, into n
enqueue() {
	! fails || fail 'the server is away'
	[ -z "${unique-}" ] || mkdir "$STAND_IN/name.$1" 2>/dev/null ||
		fail "Error from server (AlreadyExists): jobs.batch \"$1\" already exists"
	n=1
	until mkdir "$STAND_IN/$n" 2>/dev/null; do n=$((n + 1)); done
	echo "$1" >"$STAND_IN/$n/name"
	echo pending >"$STAND_IN/$n/state"
	: >"$STAND_IN/$n/waits"
	echo "$1" >>"$STAND_IN/submitted"
	if [ "$LOSE" -gt 0 ] && [ "$(drawn "$LOSE")" -eq 0 ]; then
		rm -rf "${STAND_IN:?}/$n" "$STAND_IN/name.$1"
	else
		setsid sh "$0" --run "$n" "$2" "$3" </dev/null >/dev/null 2>&1 9>&- &
	fi
	! fails || fail 'the connection was lost'
}
# run N LOG SCRIPT: on a node
run() {
	job=$STAND_IN/$1
	sleep "0.$(($(drawn 10) * DELAY / 10))"
	mv "$job/waits" "$job/began" 2>/dev/null || exit 0 # cancelled
	echo running >"$job/state.new"
	mv "$job/state.new" "$job/state"
	STAND_IN_JOB=$job setsid sh "$3" >>"$2" 2>&1 &
	status=0
	wait $! || status=$?
	[ -f "$job/cancelled" ] && echo cancelled >"$job/state.new" || echo "ended $status" >"$job/state.new"
	mv "$job/state.new" "$job/state"
}
# A scheduler signals all processes of a job, and kills what is left.
end_all() {
	for signal in TERM KILL; do
		for environ in $(grep -lsz "^STAND_IN_JOB=$1\$" /proc/[0-9]*/environ); do
			process=${environ#/proc/}
			kill -s "$signal" "${process%/environ}" 2>/dev/null
		done
		sleep 0.5
	done
}
# jobs: a line for each, `NUMBER NAME STATE [STATUS]`
jobs() {
	! fails || fail 'the server does not answer'
	for job in "$STAND_IN"/*/; do
		[ -f "$job/name" ] || continue
		job=${job%/}
		echo "${job##*/} $(cat "$job/name") $(cat "$job/state" 2>/dev/null || echo pending)"
	done
}
# end NUMBER...
end() {
	! fails || fail 'the server is away'
	for n; do
		job=$STAND_IN/$n
		: >"$job/cancelled"
		# Its state is that of run, but of a job that never begins.
		if mv "$job/waits" "$job/never" 2>/dev/null; then
			echo cancelled >"$job/state.new"
			mv "$job/state.new" "$job/state"
		else
			setsid sh "$0" --end "$job" </dev/null >/dev/null 2>&1 9>&- &
		fi
	done
}
# numbers_of NAME
numbers_of() {
	listed=$(jobs) || exit
	echo "$listed" | awk -v name="$1" '$2 == name && $3 ~ /pending|running/ { print $1 }'
}

case ${1-} in
--run | --end)
	mode=$1
	shift
	case $mode in --run) run "$@" ;; *) end_all "$@" ;; esac
	exit
	;;
esac
case ${0##*/} in
ssh)
	while getopts no: option; do :; done
	shift $((OPTIND - 1))
	! fails || exit 255
	export HOME="$STAND_IN/$1" STAND_IN_JOB="$STAND_IN/$1"
	mkdir -p "$HOME"
	code=0
	sh -c "$2" || code=$?
	! fails || exit 255
	exit $code
	;;
qsub)
	while getopts N:Vr:j:o:S:l: option; do
		case $option in
		N) name=$OPTARG ;;
		o) log=$OPTARG ;;
		*) ;;
		esac
	done
	shift $((OPTIND - 1))
	[ "$#" -eq 1 ] || fail "qsub: $*"
	enqueue "$name" "$log" "$1"
	echo "$n.server"
	;;
qselect)
	case $1 in
	-x) listed=$(jobs) && echo "$listed" | awk 'NF { print $1 ".server" }' ;;
	-N) listed=$(numbers_of "$2") && echo "$listed" | awk 'NF { print $1 ".server" }' ;;
	esac
	;;
qstat)
	listed=$(jobs) || exit
	echo "$listed" | awk 'NF {
		state = $3 == "pending" ? "Q" : $3 == "running" ? "R" : "F"
		print "Job Id: " $1 ".server"
		print "    Job_Name = " $2
		print "    Job_Owner = user@host"
		print "    job_state = " state
		if (state == "F") print "    Exit_status = " ($3 == "cancelled" ? 271 : $4)
		print ""
	}'
	;;
qdel) end $(echo "$@" | sed 's/\.server//g') ;;
bsub)
	while getopts J:r:o:W: option; do
		case $option in
		J) name=$OPTARG ;;
		o) log=$OPTARG ;;
		*) ;;
		esac
	done
	shift $((OPTIND - 1))
	{ [ "$#" -eq 2 ] && [ "$1" = sh ]; } || fail "bsub: $*"
	enqueue "$name" "$log" "$2"
	echo "Job <$n> is submitted to default queue <normal>."
	;;
bjobs)
	jobs >"$STAND_IN/bjobs.$$" || exit
	[ -s "$STAND_IN/bjobs.$$" ] || {
		rm "$STAND_IN/bjobs.$$"
		echo 'No job found' >&2
		exit 255
	}
	awk '{ printf "%-64s %-8s\n", $2, ($3 == "pending" ? "PEND" : $3 == "running" ? "RUN" : $3 == "ended" && $4 == 0 ? "DONE" : "EXIT") }' "$STAND_IN/bjobs.$$"
	rm "$STAND_IN/bjobs.$$"
	;;
bkill)
	numbers=$(numbers_of "$2") || exit
	[ -n "$numbers" ] || fail "Job <$2>: No matching job found"
	end $numbers
	;;
flux)
	case $1 in
	submit)
		shift
		for word; do
			case $word in
			--job-name=*) name=${word#*=} ;;
			--output=*) log=${word#*=} ;;
			esac
			last=$word
		done
		enqueue "$name" "$log" "$last"
		echo "f$n"
		;;
	jobs)
		case $* in
		*--name=*)
			name=${3#--name=}
			numbers_of "$name"
			;;
		*) listed=$(jobs) && echo "$listed" | awk 'NF { print $2, ($3 == "pending" ? "SCHED" : $3 == "running" ? "RUN" : $3 == "cancelled" ? "CANCELED" : $4 == 0 ? "COMPLETED" : "FAILED") }' ;;
		esac
		;;
	cancel)
		shift
		end "$@"
		;;
	esac
	;;
kubectl)
	case $1 in
	create)
		cat >"$STAND_IN/manifest.$$"
		name=$(sed -n 's/^  name: //p' "$STAND_IN/manifest.$$")
		script=$(sed -n 's/.*command: \[sh, "\(.*\)"\].*/\1/p' "$STAND_IN/manifest.$$")
		rm "$STAND_IN/manifest.$$"
		unique=yes
		enqueue "$name" /dev/null "$script" || exit
		echo "job.batch/$name created"
		;;
	get) listed=$(jobs) && echo "$listed" | awk 'NF { print $2, ($3 == "pending" ? "Pending" : $3 == "running" ? "Running" : $3 == "ended" && $4 == 0 ? "Complete" : "Failed") }' ;;
	delete)
		shift 2
		for name; do
			case $name in
			-*) ;;
			*) for n in $(numbers_of "$name"); do
				end "$n"
				rm -rf "${STAND_IN:?}/$n" "$STAND_IN/name.$name"
			done ;;
			esac
		done
		;;
	esac
	;;
esac
