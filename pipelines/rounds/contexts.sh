# shellcheck shell=sh disable=SC2154,SC2034
# The contexts of the rounds beside those of FIX, found once: those that follow from FIX as in cml-search, and those that
# changed over time, as a version of software does, of which the newest jobs have what is meant. The others have the default of
# the space. Read by cml-rounds.

# table_of FILE: a job table as CSV, whatever it is kept as
table_of() {
	case $1 in
	*.tsv | *.tsv.gz) gzip -dcf "$1" | csv tables.awk -v what=tsv -v csv_delimiter='	' ;;
	*) gzip -dcf "$1" ;;
	esac
}

# find_contexts SPACE JOBS: JOBS may be empty; words as of FIX into contexts, and says which are no defaults, and why
find_contexts() {
	contexts=
	echo >"$work/followed.csv"
	set -- "$1" "${2:-$work/followed.csv}"
	if [ -n "$FIX" ]; then
		# A model knows which contexts the jobs had; where too few of them ran, a space must do.
		if cml-encode -q -s "$1" -o "$work/features.csv" "$2" 2>"$work/errors" &&
			cml-train -q -s "$1" -p linear --ignore-failures --no-intervals -o "$work/model" "$work/features.csv" 2>"$work/errors"; then
			set -- "$@" -m "$work/model" --ignore-failures
		else
			set -- "$@" -s "$1"
		fi
		space=$1 jobs=$2
		shift 2
		try search -n 1 --method random "$@" -o "$work/followed.csv"
		grep 'no job of the log has \|contexts that follow' "$work/errors" >&2 || :
		[ $status -ne 0 ] || [ "$(table count "$work/followed.csv")" -le 1 ] ||
			fail 2 "FIX='$FIX': a list of values; the rounds are of one context"
		set -- "$space" "$jobs"
	fi
	export sorted="$work/sorted"
	contexts=$(csv contexts.awk -v fix="$FIX" -v words="$work/words" "$1" "$work/followed.csv" "$2")
	[ ! -s "$work/words" ] || say "contexts of the newest jobs: $(cat "$work/words"); FIX them for other values"
}
