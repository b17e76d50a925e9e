# shellcheck shell=sh disable=SC2034,SC2154
# The steps of a round as commands that a person can run, printed in the place of being run. Read by file.sh. shown_as: the
# name of OUT that is printed, where it is another one.
. "$here/quote.sh"

# No process has this number: the next start of the rounds sweeps it away.
work=$dir/work.part.0
errors=/dev/null
via=show

# shown TEXT: a word, with the OUT that is printed
shown() {
	case $1 in
	*"$out"*) shell_word "${1%%"$out"*}${shown_as:-$out}${1#*"$out"}" ;;
	*) shell_word "$1" ;;
	esac
}

# show COMMAND...
show() {
	line=
	for argument; do
		line="$line${line:+ }$(shown "$argument")"
	done
	[ -z "$to" ] || line="$line >$(shown "$to")"
	printf '%s\n' "$line"
}

into() {
	to=$1
	awk_via='show LC_ALL=C'
	shift
	"$@"
	to=''
	awk_via=''
}

note() { printf '# %s\n' "$*"; }
place() { show mv "$1" "$2"; }

launch_filter() {
	# shellcheck disable=SC2086
	printf '%s <%s >%s\n' "$(show $LAUNCH)" "$(shown "$1")" "$(shown "$work/jobs.csv")"
}
