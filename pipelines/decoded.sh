# shellcheck shell=sh
# Words of FIX, SUBMIT and COMMAND, in which a blank is %20, as in cml_why; a single % is an empty one. Read by the scripts of
# rounds and report.

# decode WORD: into `decoded`
decode() {
	decoded='' rest=$1
	[ "$rest" != % ] || return 0
	while :; do
		case $rest in
		*%*) decoded=$decoded${rest%%\%*} rest=${rest#*%} ;;
		*) break ;;
		esac
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

# encode TEXT: as a word, into `encoded`
encode() {
	encoded='' rest=$1
	[ -n "$1" ] || encoded=%
	while :; do
		case $rest in
		*[%\ ]*) encoded=$encoded${rest%%[%\ ]*} rest=${rest#"${rest%%[%\ ]*}"} ;;
		*) break ;;
		esac
		case $rest in
		%*) encoded=$encoded%25 ;;
		*) encoded=$encoded%20 ;;
		esac
		rest=${rest#?}
	done
	encoded=$encoded$rest
	case $encoded in
	*[[:space:]]*)
		encoded=$(printf '%s.' "$encoded" | LC_ALL=C awk '{
			gsub(/\t/, "%09"); gsub(/\r/, "%0D"); gsub(/\v/, "%0B"); gsub(/\f/, "%0C")
			text = text (NR > 1 ? "%0A" : "") $0 }
			END { print substr(text, 1, length(text) - 1) }')
		;;
	esac
}
