# shellcheck shell=sh disable=SC2034,SC2154
# The next round as commands that a person can run, printed in the place of being run, up to the jobs. Read by
# cml-rounds. Of rounds that were not begun it is round 0: they are begun in another folder, where their settings are
# tried.

# quote TEXT: into `quoted`, in quotes where a shell would see more in it
quote() {
	case $1 in
	*"'"*) quoted="'$(printf '%s\n' "$1" | sed "s/'/'\\\\''/g")'" ;;
	'' | *[!A-Za-z0-9_./:=,+%@^-]*) quoted="'$1'" ;;
	*) quoted=$1 ;;
	esac
}

# quote_shown TEXT: a word, with the OUT that is printed
quote_shown() {
	case $1 in
	*"$out"*) quote "${1%%"$out"*}$shown_as${1#*"$out"}" ;;
	*) quote "$1" ;;
	esac
}

# show COMMAND...
show() {
	line=
	for argument; do
		quote_shown "$argument"
		line="$line${line:+ }$quoted"
	done
	if [ -n "$to" ]; then
		quote_shown "$to"
		line="$line >$quoted"
	fi
	printf '%s\n' "$line"
}

# show_round OUT: the next one, of the folder out, as if that were OUT
show_round() {
	shown_as=$1
	find_last
	round=$((last + 1))
	# The next start of the rounds sweeps it away.
	find_folder $round
	work=$folder/work.part.0
	dry=yes via=show to=''
	into() {
		to=$1 awk_via='show LC_ALL=C'
		shift
		"$@"
		to='' awk_via=''
	}
	note() { printf '# %s\n' "$*"; }
	place() { [ "$1" = "$2" ] || show mv "$1" "$2"; }
	run_filter() {
		quote_shown "$1"
		input=$quoted
		quote_shown "$work/jobs.csv"
		# shellcheck disable=SC2086
		printf '%s <%s >%s\n' "$(show $LAUNCH)" "$input" "$quoted"
	}
	make_round $round
}

# show_begun OUT: how the folder that was begun is made of the files that were given
show_begun() {
	quote "$1"
	printf 'mkdir -p %s\n' "$quoted"
	show_copy "$SPACE" "$1/space.csv"
	[ -n "$HISTORY" ] || return 0
	cmp -s "$HISTORY" "$history" || printf '# not all of it: '
	show_copy "$HISTORY" "$1/history.csv"
}

show_copy() {
	quote "$1"
	from=$quoted
	quote "$2"
	printf 'cp %s %s\n' "$from" "$quoted"
}
