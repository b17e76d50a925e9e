# shellcheck shell=sh
# Read by the scripts of rounds and report.

# decoded WORD: a name=value of FIX or an option of SUBMIT, in which a blank is written %20, as in cml_why
decoded() {
	case $1 in
	*%[0-9A-Fa-f][0-9A-Fa-f]*)
		printf '%s\n' "$1" | LC_ALL=C awk '{
			while (match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
				digits = toupper(substr($0, RSTART + 1, 2))
				code = 16 * (index("0123456789ABCDEF", substr(digits, 1, 1)) - 1) + index("0123456789ABCDEF", substr(digits, 2)) - 1
				printf "%s%c", substr($0, 1, RSTART - 1), code
				$0 = substr($0, RSTART + 3)
			}
			print
		}'
		;;
	*) printf '%s\n' "$1" ;;
	esac
}
