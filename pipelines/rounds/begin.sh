# shellcheck shell=sh disable=SC2154,SC2153,SC2034
# Begins rounds, or finds those that were begun. Read by cml-rounds.
#
# New rounds: what can be wrong with the settings is tried before anything is written. Rounds that were begun: settings
# that are given must be those that were written, but for those that may change.

# number NAME [.]: a whole number, or any
number() {
	eval "value=\$$1"
	whole='whole '
	[ -z "${2-}" ] || whole=
	case $value in
	*[!0-9${2-}]* | *.*.* | '' | . | 0[0-9]* | ??????????*) fail 2 "$1='$value': not a ${whole}number" ;;
	esac
}

take_defaults() {
	: "${HISTORY=}" "${FIX=}" "${METRIC=}" "${BUDGET=}" "${COST=}" "${PROPOSALS=50}" "${ROUNDS=${BUDGET:+99}}"
	: "${ROUNDS:=3}" "${FIRST=${HISTORY:+0}}" "${FIRST:=100}" "${FIRST_DESIGN=auto}" "${PREDICTOR=-p gp --log-target}"
	: "${SEARCH=--method auto}" "${SPLIT=random:0.745}" "${REPEATS=5}" "${REQUIRE=}"
	: "${SEED=1}" "${JOBS=}" "${SUBMIT=}" "${LAUNCH=}" "${FINALISTS=2}"
	# What always gives the same is not asked again.
	! is_fixed || : "${CONFIRM=0}"
	: "${CONTENDERS=}" "${CONFIRM=3}" "${REPORT=yes}"
}

check_values() {
	for name in FIRST ROUNDS PROPOSALS REPEATS SEED CONFIRM FINALISTS; do
		number $name
	done
	[ "$ROUNDS" -le 99 ] || fail 2 "ROUNDS=$ROUNDS: more than 99"
	[ "$PROPOSALS" -gt 0 ] || fail 2 'PROPOSALS=0: a round has at least one'
	is_one_of "$REPORT" yes no || fail 2 "REPORT='$REPORT': not yes or no"
	[ -z "$BUDGET" ] || number BUDGET .
	[ "$FIRST" -gt 0 ] || [ -n "$HISTORY" ] || fail 2 'FIRST=0: without a HISTORY there is nothing to train on'
	[ "$CONFIRM" -eq 0 ] || ! is_fixed ||
		fail 2 "CONFIRM=$CONFIRM: LAUNCH and --backend replay give the same again, there is nothing to repeat"
}

# find_cost SPACE: how a job's cost is counted, into COST, and said
find_cost() {
	[ -n "$BUDGET" ] || return 0
	given=$COST
	costs find "$1" "$work/history.csv" >"$work/cost" || fail 2 "BUDGET=$BUDGET: $(cat "$work/cost")"
	read -r COST <"$work/cost"
	[ -n "$given" ] || say "BUDGET=$BUDGET: a job costs $COST"
}

# check_contenders SPACE: those of CONTENDERS have the contexts of the rounds
check_contenders() {
	[ "$CONFIRM" -eq 0 ] || table repeats "$1" >/dev/null ||
		fail 2 "CONFIRM=$CONFIRM: the space has a column confirm_repeat, which the repeats need"
	[ -n "$CONTENDERS" ] || return 0
	take_given "$1"
	frontier "$1" "$work/given-jobs.csv" "$work/given-here.csv" ||
		fail 1 "CONTENDERS=$CONTENDERS$(sed "s|^.*$work/given-jobs.csv||; t; s/^/: /" "$work/errors")"
	ask n_here table count "$work/given-here.csv"
	ask n_given table count "$work/given.csv"
	[ "$n_here" -eq "$n_given" ] ||
		fail 1 "CONTENDERS=$CONTENDERS: a row is not what is asked about, in a context or in what FIX keeps"
}

# check_command [COMMAND [ARG]...]: options of SUBMIT that say where rows come from and go to, or that nothing runs, are
# the rounds' own
check_command() {
	case " $SUBMIT" in
	*' -'[asod]* | *' -'[qv][asod]* | *' --ap'* | *' --sp'* | *' --ou'* | *' --d'*)
		fail 2 "SUBMIT='$SUBMIT': its tables and --dry-run are not allowed: those of the rounds are in $out"
		;;
	esac
	if [ -n "$LAUNCH" ]; then
		[ $# -eq 0 ] || fail 2 'LAUNCH and a command: give only one of them'
		set -- "${LAUNCH%% *}"
	elif ! is_replay && [ $# -eq 0 ]; then
		fail 2 'missing command after -- (or LAUNCH, a filter)'
	fi
	case ${1-} in
	*'{'* | '') ;;
	*) command -v "$1" >/dev/null || fail 1 "there is no $1 in PATH" ;;
	esac
}

print_settings() {
	for name in $knobs $noted; do
		eval "text=\${$name-}"
		printf '%s=%s\n' "$name" "$text"
	done
}

# find_contexts SPACE JOBS: the contexts of the rounds beside those of FIX, found once, as words of FIX: those of a proposal
# of cml-search, which follow from FIX, are those of the newest jobs, or the defaults of the space. JOBS may be empty.
find_contexts() {
	space=$1 jobs=$2
	set -- -s "$space"
	if [ -n "$jobs" ]; then
		# A model knows which contexts the jobs had; where too few of them ran, a space must do.
		cml-encode -q -s "$space" -o "$work/features.csv" "$jobs" 2>"$work/errors" &&
			cml-train -q -s "$space" -p linear --ignore-failures --no-intervals -o "$work/model" "$work/features.csv" \
				2>"$work/errors" && set -- -m "$work/model" --ignore-failures
		set -- "$@" --exclude "$jobs"
	fi
	contexts=''
	try search -n 1 --method random "$@" -o "$work/followed.csv"
	[ $status -ne 3 ] || try search -n 1 --method random -s "$space" -o "$work/followed.csv" # all of it was run
	grep 'no job of the log has \|contexts that follow\|contexts without --fix are those of' "$work/errors" >&2 || :
	[ $status -eq 0 ] || return 0
	ask n_followed table count "$work/followed.csv"
	[ "$n_followed" -eq 1 ] || fail 2 "FIX='$FIX': a list of values; the rounds are of one context"
	ask contexts table contexts -v names="$FIX" "$space" "$work/followed.csv"
}

# check_metric [COMMAND [ARG]...]: a METRIC that neither the space nor the HISTORY knows may be a wrong one, which jobs would
# be launched to find out
check_metric() {
	name=${METRIC%%=*}
	case $METRIC in
	none | *:*) return ;;
	esac
	[ -n "$HISTORY" ] && [ $# -gt 0 ] && [ "$name" != "$metric" ] || return 0
	ask known table has -v names="$name" "$work/history.csv"
	[ -n "$known" ] || say "METRIC='$METRIC': '$name' is neither the metric of the space, '$metric', nor a column of HISTORY:" \
		"each job has to print it"
}

# new_rounds [COMMAND [ARG]...]
new_rounds() {
	if [ -L "$out" ] || [ "$out" = . ] || [ "$out" = .. ] || { [ -e "$out" ] && [ ! -d "$out" ]; } ||
		{ [ -e "$out" ] && [ -n "$(find "$out" ! -path "$out" -prune -print)" ]; }; then
		fail 1 "$out has no rounds (no $out/settings); new ones need a name that is not there yet, or an empty folder, and" \
			"-a TABLE to start from jobs"
	fi
	[ -n "${SPACE:-}" ] ||
		fail 2 "$out: no rounds to continue; new ones need -s SPACE (cml-encode --infer generates one) and -- COMMAND"
	take_defaults
	check_values
	check_command "$@"
	[ -f "$SPACE" ] || fail 1 "$SPACE: no such file"
	# Contexts may follow from more than the space: 2 is an error of that alone.
	status=0
	cml-search -q -s "$SPACE" -n 1 --method random -o "$work/drawn.csv" 2>"$work/errors" || status=$?
	[ $status -ne 1 ] || fail 1 "$(last_error)"
	read_metric "$SPACE"
	: "${METRIC:=$metric}"
	: >"$work/history.csv"
	if [ -n "$HISTORY" ]; then
		cml-encode -q -s "$SPACE" -- "$HISTORY" >/dev/null 2>"$work/errors" || fail 1 "HISTORY: $(last_error)"
		case $HISTORY in
		*.tsv | *.tsv.gz) delimiter='	' ;;
		*) delimiter=, ;;
		esac
		gzip -dcf "$HISTORY" | table start -v csv_delimiter="$delimiter" >"$work/history.csv"
	fi
	check_metric "$@"
	find_contexts "$SPACE" "${HISTORY:+$work/history.csv}"
	check_contenders "$SPACE"
	find_cost "$SPACE"
	encode "$PWD"
	DIRECTORY=$encoded GOAL="$goal $metric" STARTED=''
	[ -z "$HISTORY" ] || ask STARTED table count "$work/history.csv"
	encode "$@"
	COMMAND=$encoded
	rehearse
	# The folder appears with all that rounds begin with, or not at all.
	final=$out
	out=$final.part.$$ begun=$out
	[ ! -e "$out" ] || rm -rf "$out"
	mkdir -p "$out"
	[ ! -s "$work/history.csv" ] || cp "$work/history.csv" "$out/history.csv"
	printf '%s\n' "$contexts" >"$out/contexts"
	baseline
	cp "$SPACE" "$out/space.csv"
	print_settings >"$out/settings"
	set +f
	sync "$out"/* 2>/dev/null || sync
	set -f
	[ ! -d "$final" ] || rmdir "$final" 2>/dev/null || :
	mv -T "$out" "$final" 2>/dev/null || fail 1 "$final: begun elsewhere at the same time, or not to be written"
	out=$final begun=''
}

# rehearse: every tool with the options of the rounds, on made-up jobs. A wrong option is reported before the first job
# runs, not after the last of a round. What cannot be done with so few jobs, or with jobs that have no other columns (a
# split by time), is left for the rounds to find out.
rehearse() {
	try search -q -s "$SPACE" -n 40 --seed "$SEED" --method "$FIRST_DESIGN" -o "$work/drawn.csv"
	[ $status -eq 0 ] || fail $status "$(last_error)"
	table round -v round=0 "$work/drawn.csv" >"$work/proposals.csv"
	table made-up "$SPACE" "$work/drawn.csv" >"$work/jobs.csv"
	if is_replay; then
		try submit "$work/proposals.csv" -s "$SPACE" -a "$work/rehearsed.csv"
		[ $status -eq 0 ] || [ $status -eq 4 ] || fail 2 "$(tail -n 1 "$work/errors")"
	elif [ -n "$LAUNCH" ]; then
		try submit "$work/proposals.csv" -s "$SPACE" -a "$work/rehearsed.csv" --backend "replay=$work/jobs.csv"
	else
		try submit "$work/proposals.csv" -s "$SPACE" -a "$work/rehearsed.csv" --dry-run -o "$work/commands"
	fi
	try evaluate -s "$SPACE" --bootstrap 0 -o "$work/eval.csv" "$work/jobs.csv"
	try cml-encode -q -s "$SPACE" -o "$work/features.csv" "$work/jobs.csv"
	# shellcheck disable=SC2086
	try cml-train -q -s "$SPACE" $PREDICTOR -o "$work/model" "$work/features.csv"
	# shellcheck disable=SC2086
	try search -q -m "$work/model" $SEARCH --exclude "$work/jobs.csv" -n 1 -o "$work/next.csv"
}

# try COMMAND...: an end with 2 is ours, too, with its error
try() {
	status=0
	"$@" 2>"$work/errors" || status=$?
	[ $status -ne 2 ] || fail 2 "$(last_error)"
}

last_error() { grep -v '^Try ' "$work/errors" | tail -n 1; }

# baseline: of OUT, default.csv, a table of one row, or of none. Where the default of the space cannot be in the contexts of
# the rounds, or failed in all its jobs of HISTORY there, it is that of the best job there.
baseline() {
	why=
	echo cml_key >"$out/default.csv"
	if search -q -s "$SPACE" -n 1 --include-default -o "$work/defaults.csv" 2>"$work/errors"; then
		table head -v n=1 "$work/defaults.csv" >"$out/default.csv"
	else
		why="no default configuration: $(head -n 1 "$work/errors")"
	fi
	if [ -s "$out/history.csv" ] && { [ -z "$why" ] || [ -n "$FIX$contexts" ]; } &&
		frontier "$SPACE" "$out/history.csv" "$work/frontier.csv"; then
		ask key table key "$out/default.csv"
		table best -v key="$key" "$work/frontier.csv" >"$temp/answer"
		n_failed=
		{ read -r key && read -r n_failed; } <"$temp/answer" || :
		[ -z "$n_failed" ] || why="the default failed in all its jobs of HISTORY ($n_failed)"
		if [ -n "$why" ] && [ -n "$key" ]; then
			cml-encode -q -s "$SPACE" -o "$work/keys.csv" "$out/history.csv"
			table of-key -v key="$key" "$SPACE" "$work/keys.csv" "$out/history.csv" >"$out/default.csv"
			say "$why; the baseline is the best job of HISTORY${FIX:+ with FIX}: $key"
			echo 'the best job of HISTORY' >"$out/baseline"
			why=
		fi
	fi
	[ -z "$why" ] || say "no uplift: $why"
}

# go_on [COMMAND [ARG]...]
go_on() {
	asked='' changed=''
	for name in $knobs; do
		eval "[ -z \"\${$name+set}\" ] || asked=\"\$asked $name\" asked_$name=\"\${$name-}\""
	done
	check_owner "$out" "$out/settings"
	read_settings
	for name in $asked; do
		eval "given=\$asked_$name written=\$$name"
		case $name$given in
		CONTENDERS[!/]*) ! is_elsewhere || given=$PWD/$given ;;
		esac
		case "$name $may_change" in
		SPACE*) cmp -s "$given" "$out/space.csv" || refuse "another space than $given, see $out/space.csv" ;;
		*" $name "*)
			[ "$given" = "$written" ] || changed=yes
			eval "$name=\$given"
			;;
		*) [ "$given" = "$written" ] || refuse "$name='$written', not '$given'" ;;
		esac
	done
	encode "$@"
	[ $# -eq 0 ] || [ "$encoded" = "$COMMAND" ] || refuse "another command: $COMMAND"
	check_values
	go_there
	[ -z "$changed" ] || {
		check_contenders "$out/space.csv"
		cp "$out/history.csv" "$work/history.csv" 2>/dev/null || : >"$work/history.csv"
		find_cost "$out/space.csv"
		SPACE_given=$SPACE SPACE=$out/space.csv
		rehearse
		SPACE=$SPACE_given
		print_settings >"$out/settings.part.$$"
		place "$out/settings.part.$$" "$out/settings"
	}
}
