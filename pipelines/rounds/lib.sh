# shellcheck shell=sh disable=SC2034,SC2154,SC2153
# What the steps of the rounds share: settings, tables, and the tools with the options of the rounds. Read by
# cml-rounds, with `here` (this folder) and `out` set. Settings are words between blanks, never patterns of file names.

# The settings (docs/rounds.md). Those of may_change say how far the rounds go and how wide: they may be others later.
knobs='SPACE HISTORY FIX METRIC FIRST FIRST_DESIGN ROUNDS PROPOSALS PREDICTOR SEARCH SPLIT REPEATS REQUIRE BUDGET'
knobs="$knobs COST SEED JOBS SUBMIT LAUNCH CONFIRM FINALISTS REPORT CONTENDERS"
noted='DIRECTORY GOAL STARTED COMMAND'
may_change=' ROUNDS REQUIRE BUDGET JOBS CONFIRM FINALISTS REPORT CONTENDERS '

# The columns of rounds.csv.
columns=round,jobs,ok,failed,heldout_kendall,heldout_pearson,heldout_spearman,kendall,pearson,spearman,best,best_key
columns=$columns,uplift,outside,expected,cost

say() {
	printf 'cml-rounds: %s\n' "$*" >&2
}

# fail STATUS TEXT...: where rounds run, OUT/stopped says why, too, until they go on
stopped=
fail() {
	status=$1
	shift
	say "$*"
	[ -z "$stopped" ] || stops "$*"
	exit "$status"
}

# is_full: whether nothing more can be written there. What sh and awk say of it names neither the place nor what to do.
is_full() {
	full=0
	dd if=/dev/zero of="$out/room.part.$$" bs=64k count=1 2>/dev/null || full=1
	rm -f "$out/room.part.$$"
	[ $full -eq 1 ]
}

# ends STATUS: at the end. A tool that failed has said why; what a signal ends goes on.
ends() {
	[ $mode = run ] && [ -n "$stopped" ] || return 0
	{ : >"$out/lock"; } 2>/dev/null || :
	[ "$1" -eq 0 ] || [ "$1" -gt 128 ] || ! is_full ||
		say "the disk of $out is full: make room, then cml-rounds $out goes on"
	[ "$1" -eq 0 ] || [ "$1" -gt 128 ] || [ -f "$out/stopped" ] ||
		stops "a command of the rounds failed (exit $1, its message says why)"
}

stops() {
	{ printf '%s\n' "$*" >"$out/stopped.part.$$" && mv "$out/stopped.part.$$" "$out/stopped"; } 2>/dev/null || :
}

# is_one_of WORD...: whether the first is one of the others
is_one_of() {
	wanted=$1
	shift
	for known; do
		[ "$wanted" != "$known" ] || return 0
	done
	return 1
}

# read_settings: of OUT, as text: each line is NAME=VALUE. COMMAND is words as of FIX, in which a blank is %20, DIRECTORY
# one of them. Jobs shall not see what only started the rounds, nor a make that did. Contexts are words as of FIX,
# beside it.
read_settings() {
	# shellcheck disable=SC2086
	unset $knobs $noted MAKEFLAGS MFLAGS MAKELEVEL
	while IFS= read -r line; do
		# shellcheck disable=SC2086
		is_one_of "${line%%=*}" $knobs $noted || fail 1 "$out/settings: no setting: $line"
		eval "${line%%=*}=\${line#*=}"
	done <"$out/settings"
	[ -n "${COMMAND+set}" ] || fail 1 "$out/settings: cut off: it has no COMMAND"
	read -r contexts <"$out/contexts" || [ -f "$out/contexts" ]
	read_metric "$out/space.csv"
	[ "${GOAL=$goal $metric}" = "$goal $metric" ] || refuse "the metric '$GOAL', not '$goal $metric' as in $out/space.csv"
}

refuse() {
	fail 1 "$out was begun with $1; another OUT with HISTORY=$out/history.csv starts from its jobs"
}

# check_owner FILE...: no command of another user is run. Where a file system gives all files one owner, a new one has
# it, too.
check_owner() {
	made=$out/owner.part.$$
	for file; do
		[ ! -O "$file" ] || continue
		of_new=$({ : >"$made" && stat -c %u "$made" && rm "$made"; } 2>/dev/null) || :
		[ "$(stat -c %u "$file")" = "$of_new" ] || fail 1 "$file is of another user, whose command would run: go on as that" \
			"user, or begin another OUT with -a $out/history.csv"
	done
}

# is_elsewhere: whether the rounds began in another folder than this, into `decoded`
is_elsewhere() {
	decode "${DIRECTORY-}"
	[ -n "$decoded" ] && ! [ "$decoded" -ef . ]
}

# go_there: to where they began, for the relative names in the settings; OUT and temp are absolute ones there
go_there() {
	is_elsewhere || return 0
	out=$(CDPATH='' cd "$out" && pwd) history=$out/history.csv temp=$(CDPATH='' cd "$temp" && pwd) work=$temp
	CDPATH='' cd "$decoded" 2>/dev/null || fail 1 "$out was begun in $decoded, which is not here: write" \
		"DIRECTORY=, with the folder that its command is to run in, into $out/settings"
}

# csv SCRIPT ARGUMENT...: an awk script that reads CSV tables; table WHAT ARGUMENT...: a small one (tables.awk)
csv() {
	script=$1 previous=
	shift
	for word; do
		shift
		case $previous$word in
		-v*\\*) word=$(printf '%s\n' "$word" | sed 's/\\/\\\\/g') ;; # which awk reads there
		esac
		set -- "$@" "$word"
		previous=$word
	done
	LC_ALL=C awk -f "$here/../csv.awk" -f "$here/$script" "$@"
}

table() {
	what=$1
	shift
	csv tables.awk -v what="$what" "$@"
}

# read_metric SPACE: the name of the metric, which values are good (goal), and what else jobs report and a model learns:
# words as of FIX, limits and a second metric
read_metric() {
	goal='' metric='' learned=''
	table metric "$1" >"$temp/answer"
	{ read -r goal && read -r metric && read -r learned; } <"$temp/answer" || :
	[ -n "$metric" ] || fail 1 "$1: no row with the role metric"
}

# in_contexts COMMAND...: with --fix for those of the rounds
in_contexts() {
	for word in $FIX $contexts; do
		decode "$word"
		set -- "$@" --fix "$decoded"
	done
	"$@"
}

# search OPTION...: cml-search in the contexts of the rounds. Predictions are compared with what is measured later: all
# digits.
# shellcheck disable=SC2086
search() { in_contexts cml-search "$@" --digits full; }

# evaluate ARGUMENT...: cml-eval of the predictor, splits and gates of the settings
evaluate() {
	for word in $SPLIT; do
		set -- "$@" --split "$word"
	done
	for word in $REQUIRE; do
		set -- "$@" --require "$word"
	done
	# shellcheck disable=SC2086
	cml-eval -q --no-intervals $PREDICTOR "$@"
}

# submit TABLE OPTION...: cml-submit, with the COMMAND of the rounds where there is one. One that was left behind when
# the rounds were killed alone is waited for.
of_history='--wait --widen --carry cml_round,cml_pred,cml_sd,cml_outside,cml_ok'
submit() {
	jobs=$1
	shift
	for word in $SUBMIT; do
		decode "$word"
		set -- "$@" "$decoded"
	done
	[ -z "$JOBS" ] || set -- "$@" -j "$JOBS"
	[ -z "$COMMAND" ] || set -- "$@" --metric "$METRIC"
	set -- "$@" "$jobs"
	[ -z "$COMMAND" ] || set -- "$@" --
	for word in $COMMAND; do
		decode "$word"
		set -- "$@" "$decoded"
	done
	# shellcheck disable=SC2086
	cml-submit $of_history "$@"
}

# is_replay: whether jobs are looked up in a table; is_fixed: or come from a filter: they give the same again
is_replay() {
	case " $SUBMIT" in
	*' --backend'[\ =]'replay='*) ;;
	*) return 1 ;;
	esac
}
is_fixed() { [ -n "$LAUNCH" ] || is_replay; }

# find_folder ROUND: into `folder`
find_folder() {
	case $1 in
	?) folder=$out/round-0$1 ;;
	*) folder=$out/round-$1 ;;
	esac
}

# of_rounds FROM TO NAME COMMAND...: with the file of that name of each of the rounds behind
of_rounds() {
	i=$1 end=$2 name=$3
	shift 3
	while [ "$i" -le "$end" ]; do
		find_folder "$i"
		set -- "$@" "$folder/$name"
		i=$((i + 1))
	done
	"$@"
}

# rows FROM TO [OPTION...]: rows of the history by round, from -1, those that were started from
rows() {
	first=$1 last=$2
	shift 2
	look_at "$history"
	of_rounds $((first < 0 ? 0 : first)) "$last" proposals.csv csv rows.awk -v from="$first" -v to="$last" "$@" "$so_far"
}

# frontier SPACE TABLE TO: its jobs in the contexts of the rounds, with the best so far; without any, a table without
# rows. What is wrong is in $work/errors.
frontier() {
	status=0
	in_contexts cml-eval -q --frontier -s "$1" -o "$3" "$2" 2>"$work/errors" || status=$?
	[ $status -eq 0 ] || echo cml_key >"$3"
	[ $status -eq 0 ] || [ $status -eq 3 ]
}

# look_at TABLE: into `so_far`; one without rows where it is absent or was emptied: of a history cml-submit restores the rows
look_at() {
	so_far=$1
	[ -s "$1" ] || so_far=$work/none.csv
}

# ask NAME COMMAND...: the first line that it prints, or nothing, into the variable of that name. A process fewer than $(),
# of which rounds would start thousands.
ask() {
	answer=$1
	shift
	"$@" >"$temp/answer"
	IFS= read -r "$answer" <"$temp/answer" || :
}

# find_base: what gains are over, in words, into `base`; the key of the default configuration into `default_key`
find_base() {
	base='the default'
	[ ! -f "$out/baseline" ] || read -r base <"$out/baseline"
	[ -n "${default_key+set}" ] || ask default_key table key "$out/default.csv"
}

# find_last: the last of the rounds that are done, one after the other, into `last`
find_last() {
	last=-1
	find_folder 0
	while [ -f "$folder/done" ]; do
		last=$((last + 1))
		find_folder $((last + 1))
	done
}

# find_n_rounds: how many there are to be, into `n_rounds`: one more than asked where one is of anchors alone
find_n_rounds() {
	find_last
	n_anchors=0
	[ "$last" -lt 1 ] || ask n_anchors of_rounds 1 "$last" proposals.csv table anchors
	n_rounds=$((ROUNDS + (n_anchors > 0)))
}

# place FILE PATH, place FILE... FOLDER: to their place, whole on the disk, where the tools do not put what they write by
# themselves
place() {
	[ "$1" != "$2" ] || return 0
	if [ $# -eq 2 ]; then sync "$1"; else sync "$@"; fi 2>/dev/null || sync
	mv "$@"
}

# Words of FIX, SUBMIT and COMMAND, in which a blank is %20, as in cml_why; a single % is an empty one.
# decode WORD: into `decoded`
decode() {
	decoded='' rest=$1
	[ "$rest" != % ] || return 0
	while [ "${rest#*%}" != "$rest" ]; do
		decoded=$decoded${rest%%\%*} rest=${rest#*%}
		case $rest in
		20*) decoded="$decoded " rest=${rest#20} ;;
		[0-9A-Fa-f][0-9A-Fa-f]*)
			byte=$(printf "\\$(printf %03o "0x${rest%"${rest#??}"}")x")
			decoded=$decoded${byte%x} rest=${rest#??}
			;;
		*) decoded=$decoded% ;;
		esac
	done
	decoded=$decoded$rest
}

# encode TEXT...: as words, into `encoded`
encode() {
	encoded=
	for text; do
		case $text in
		'') text=% ;;
		*[%[:space:]]*)
			text=$(text=$text LC_ALL=C awk 'BEGIN {
				$0 = ENVIRON["text"]
				gsub(/%/, "%25"); gsub(/ /, "%20"); gsub(/\t/, "%09"); gsub(/\n/, "%0A")
				gsub(/\r/, "%0D"); gsub(/\v/, "%0B"); gsub(/\f/, "%0C")
				print }')
			;;
		esac
		encoded=$encoded${encoded:+ }$text
	done
}
