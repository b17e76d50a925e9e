# shellcheck shell=sh disable=SC2154,SC2034
# The contexts of the rounds beside those of FIX, found once: those that follow from FIX as in cml-search, and those that
# changed over time, as a version of software does, of which the newest jobs have what is meant. Read by begin.sh, with work
# set. The others have the default of the space.

# table_of FILE: a job table as CSV, whatever it is kept as
table_of() {
	case $1 in
	*.tsv | *.tsv.gz) gzip -dcf "$1" | csv tsv.awk -v csv_delimiter='	' ;;
	*) gzip -dcf "$1" ;;
	esac
}

# learn_contexts SPACE JOBS: a model that knows which contexts the jobs had, into $work/contexts-model. Ends with 1 where
# too few of them ran.
learn_contexts() {
	cml-encode -q -s "$1" -o "$work/contexts-features.csv" "$2" 2>"$work/errors" &&
		cml-train -q -s "$1" -p linear --ignore-failures --no-intervals -o "$work/contexts-model" "$work/contexts-features.csv" \
			2>"$work/errors"
}

# ask_contexts OPTION...: a configuration in the contexts that follow, into $work/followed.csv; why they do, into $work/follows.
# Other errors are reported when the settings are tried.
ask_contexts() {
	status=0
	search -n 1 --method random "$@" -o "$work/followed.csv" 2>"$work/follows" || status=$?
	words=$(grep '^cml-search: .*\(no job of the log has\|in proportion to .* as in every job, \)' "$work/follows" |
		sed 's/^cml-search: //; s/fix them, too: --fix /FIX them, too: /; s/; or --fix /; or FIX /; s/--fix //g')
	[ $status -ne 2 ] || [ -z "$words" ] || fail 2 "FIX='$FIX': $words"
	case $words in
	'no job of the log has '*) say "$words" ;;
	esac
	[ $status -ne 0 ] || [ "$(csv cost.awk -v cost=1 "$work/followed.csv" | wc -l)" -le 1 ] ||
		fail 2 "FIX='$FIX': a list of values; the rounds are of one context"
}

# find_contexts SPACE [JOBS]: words NAME=VALUE as of FIX into contexts and defaults, and says which they are and why
find_contexts() {
	contexts='' defaults=''
	[ -n "$FIX${2-}" ] || return 0
	echo >"$work/no-jobs.csv"
	jobs=${2:-$work/no-jobs.csv}
	: >"$work/follows"
	: >"$work/contexts-words"
	echo >"$work/followed.csv"
	if [ -n "$FIX" ]; then
		# Candidates say nothing of contexts.
		kept=$CANDIDATES CANDIDATES=
		if [ -n "${2-}" ] && learn_contexts "$1" "$2"; then
			ask_contexts -m "$work/contexts-model" --ignore-failures
		else
			ask_contexts -s "$1"
		fi
		CANDIDATES=$kept
	fi
	csv contexts.awk -v fix="$FIX" -v follows="$work/follows" -v words="$work/contexts-words" "$1" "$work/followed.csv" "$jobs" \
		>"$work/contexts"
	read_contexts "$work/contexts"
	[ ! -s "$work/contexts-words" ] || say "contexts: $(cat "$work/contexts-words")"
}
