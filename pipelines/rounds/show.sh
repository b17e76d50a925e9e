# shellcheck shell=sh disable=SC2034,SC2154
# The next round as commands that a person can run, printed in the place of being run, up to the jobs. Read by
# cml-rounds. Of rounds that were not begun it is round 0: they are begun in another folder, where their settings are
# tried.

# shell_word TEXT: in quotes where a shell would see more in it
shell_word() {
	case $1 in
	*"'"*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
	'' | *[!A-Za-z0-9_./:=,+%@^-]*) printf "'%s'" "$1" ;;
	*) printf '%s' "$1" ;;
	esac
}

# shown TEXT: a word, with the OUT that is printed
shown() {
	case $1 in
	*"$out"*) shell_word "${1%%"$out"*}$shown_as${1#*"$out"}" ;;
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

# show_round OUT: the next one, of the folder out, as if that were OUT
show_round() {
	shown_as=$1
	round=$(($(last_round) + 1))
	# The next start of the rounds sweeps it away.
	work=$(folder $round)/work.part.0
	dry=yes via=show to=''
	into() {
		to=$1 awk_via='show LC_ALL=C'
		shift
		"$@"
		to='' awk_via=''
	}
	note() { printf '# %s\n' "$*"; }
	place() { show mv "$1" "$2"; }
	run_filter() {
		# shellcheck disable=SC2086
		printf '%s <%s >%s\n' "$(show $LAUNCH)" "$(shown "$1")" "$(shown "$work/jobs.csv")"
	}
	make_round $round
}

# show_begun OUT: how the folder that was begun is made of the files that were given
show_begun() {
	printf 'mkdir -p %s\n' "$(shell_word "$1")"
	printf 'cp %s %s\n' "$(shell_word "$SPACE")" "$(shell_word "$1/space.csv")"
	[ -n "$HISTORY" ] || return 0
	cmp -s "$HISTORY" "$history" || printf '# not all of it: '
	printf 'cp %s %s\n' "$(shell_word "$HISTORY")" "$(shell_word "$1/history.csv")"
}
