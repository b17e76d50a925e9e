# shellcheck shell=sh
# Text as words that a shell reads back.

# quoted TEXT: in single quotes
quoted() {
	case $1 in
	*"'"*)
		printf "'"
		printf '%s' "$1" | LC_ALL=C sed "s/'/'\\\\''/g"
		printf "'"
		;;
	*) printf "'%s'" "$1" ;;
	esac
}

# shell_word TEXT: in quotes where a shell would see more in it
shell_word() {
	case $1 in
	'' | *[!A-Za-z0-9_./:=,+%@^-]*) quoted "$1" ;;
	*) printf '%s' "$1" ;;
	esac
}

# word TEXT: with a backslash before what means something to a shell
word() {
	case $1 in
	'' | *'
'*) quoted "$1" ;;
	*[!A-Za-z0-9_./:=,+%@^-]*) printf '%s' "$1" | LC_ALL=C sed 's/[^A-Za-z0-9_./:=,+%@^-]/\\&/g' ;;
	*) printf '%s' "$1" ;;
	esac
}

# words TEXT...: all of them, with blanks between
words() {
	between=
	for text in "$@"; do
		printf '%s' "$between"
		word "$text"
		between=' '
	done
}

# setting NAME: the line NAME=VALUE of a variable
setting() {
	eval "text=\$$1"
	case $text in
	*[!A-Za-z0-9_./:=,+%@^-]*) text=$(quoted "$text") ;;
	esac
	printf '%s=%s\n' "$1" "$text"
}
